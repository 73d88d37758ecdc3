import Base
import Foundation
import Testing

@testable import AdobePass

@Suite struct AuthenticationBodyTests {
    func parse(_ text: String) throws(UnreadableAnswer) -> AuthenticationBody {
        try AuthenticationBody.parse(Data(text.utf8), contentType: nil)
    }

    static let whole = AuthenticationBody(
        requestor: "R1", mvpd: "A", expires: Timestamp(milliseconds: 1_796_050_800_123), userID: Secret("u-81"))

    @Test(
        "P10: expires as number, as text, as date; JSON and XML",
        arguments: [
            #"{"expires":"1796050800123","userId":"u-81","mvpd":"A","requestor":"R1"}"#,
            #"{"expires":1796050800123,"userId":"u-81","mvpd":"A","requestor":"R1","new":[{}]}"#,
            #"{"authentication":{"expires":1.796050800123e12,"userId":"u-81","mvpd":"A","requestor":"R1"}}"#,
            #"{"expires":"2026-11-30T15:00:00.123Z","userId":"u-81","mvpd":"A","requestor":"R1"}"#,
            "<authentication><expires>1796050800123</expires><userId>u-81</userId><mvpd>A</mvpd><requestor>R1</requestor></authentication>",
            "<r><n:authentication xmlns:n='u' expires='1796050800123' userId='u-81' mvpd='A'><n:requestor>R1</n:requestor></n:authentication></r>",
        ])
    func reads(_ text: String) throws {
        #expect(try parse(text) == Self.whole)
    }

    @Test(
        "P10: everything but expires may be missing",
        arguments: [
            #"{"expires":"1796050800123"}"#, #"{"expires":1796050800123,"mvpd":"","requestor":null,"userId":{}}"#,
            "<authentication><expires>1796050800123</expires><mvpd/></authentication>",
        ])
    func onlyExpires(_ text: String) throws {
        #expect(try parse(text) == AuthenticationBody(expires: Timestamp(milliseconds: 1_796_050_800_123)))
    }

    @Test(
        "P10: expires missing or no date: unreadable",
        arguments: [
            #"{"mvpd":"A"}"#, #"{"expires":null}"#, #"{"expires":""}"#, #"{"expires":"soon"}"#, #"{"expires":true}"#,
            #"{"expires":-1}"#, #"{"expires":1e300}"#, #"{"expires":"99999999999999999999"}"#, #"{"expires":[1]}"#,
            "[]", "",
            "<authentication><mvpd>A</mvpd></authentication>", "<error><status>404</status></error>",
            "<html><body/></html>", #"{"expires":"1796050800123""#, "{\"expires\":1796050800123,\"mvpd\":\"A\nB\"}",
            #"{"expires":1796050800123,"userId":"\x"}"#,
        ])
    func withoutExpires(_ text: String) {
        expectUnreadable(try parse(text))
    }
}

@Suite struct UserMetadataBodyTests {
    func parse(_ text: String) throws(UnreadableAnswer) -> UserMetadata {
        try UserMetadataBody.parse(Data(text.utf8), contentType: "application/json")
    }

    @Test func readsValuesOfAnyType() throws {
        let read = try parse(
            #"""
            {"updated":1760000000,"encrypted":["zip"],"data":{"userID":"u-81","zip":"x==","maxRating":{"MPAA":"PG","n":[1,2.5]},
            "channelID":["C1","C2"],"is_hoh":true,"count":3,"none":null,"é":"ü"}}
            """#)
        #expect(
            read.values == [
                "userID": .string("u-81"), "zip": .string("x=="), "is_hoh": .bool(true), "count": .integer(3),
                "maxRating": .object(["n": .array([.integer(1), .number(2.5)]), "MPAA": .string("PG")]),
                "channelID": .array([.string("C1"), .string("C2")]), "none": .null, "é": .string("ü"),
            ])
        #expect(read.encryptedKeys == ["zip"])
    }

    @Test(arguments: ["{}", #"{"updated":1}"#, #"{"data":null,"encrypted":null}"#, #"{"data":{},"encrypted":[]}"#])
    func dataMayBeMissing(_ text: String) throws {
        #expect(try parse(text) == UserMetadata(values: [:], encryptedKeys: []))
    }

    @Test(arguments: ["", "[]", #"{"data":"x"}"#, #"{"data":[1]}"#, "<html/>", #"{"data":{"a":1}"#, "null"])
    func anotherDocumentIsUnreadable(_ text: String) {
        expectUnreadable(try parse(text))
    }
}

@Suite struct RegistrationBodyTests {
    func parse(_ text: String) throws(UnreadableAnswer) -> RegistrationBody {
        try RegistrationBody.parse(Data(text.utf8))
    }

    @Test(
        "E05: client_secret_expires_at 0 is never, else seconds",
        arguments: [
            ("0", nil), (#""0""#, nil), ("null", nil), ("1796050800", 1_796_050_800_000),
            (#""1796050800""#, 1_796_050_800_000),
            ("1000000000", 1_000_000_000_000), ("1e30", Int64.max), ("-5", -5000),
        ] as [(String, Int64?)])
    func secretExpiry(_ value: String, _ milliseconds: Int64?) throws {
        let read = try parse(
            #"{"client_id":"c","client_secret":"s","client_id_issued_at":1,"client_secret_expires_at":\#(value)}"#)
        #expect(read.clientID == "c" && read.clientSecret == Secret("s"))
        #expect(read.secretExpires == milliseconds.map { Timestamp(milliseconds: $0) })
    }

    @Test("E05: no client_secret_expires_at is never") func withoutExpiry() throws {
        #expect(try parse(#"{"client_id":"c","client_secret":"s","grant_types":["x"]}"#).secretExpires == nil)
    }

    @Test(arguments: [
        "{}", #"{"client_id":"c"}"#, #"{"client_secret":"s"}"#, #"{"client_id":"","client_secret":"s"}"#,
        #"{"client_id":"c","client_secret":null}"#, #"{"error":"invalid_request"}"#, "<html/>", "", "[]",
    ])
    func incompleteIsUnreadable(_ text: String) {
        expectUnreadable(try parse(text))
    }
}

@Suite struct AccessTokenBodyTests {
    static let receipt = Timestamp(milliseconds: 1_000_000)

    func parse(_ text: String) throws(UnreadableAnswer) -> AccessTokenBody {
        try AccessTokenBody.parse(Data(text.utf8), receivedAt: Self.receipt)
    }

    @Test(
        "E01: expires_in is seconds from receipt, at most 24 h",
        arguments: [
            ("86400", 86_400), (#""86400""#, 86_400), ("21600", 21_600), ("1", 1), ("59.9", 59), ("86401", 86_400),
            ("86400000", 86_400), ("1e18", 86_400), (#""1e18""#, 86_400), ("9223372036854775807", 86_400),
        ] as [(String, Int64)])
    func life(_ value: String, _ seconds: Int64) throws {
        let read = try parse(#"{"access_token":"t.o-k_e~n","created_at":1796050800123,"expires_in":\#(value)}"#)
        #expect(read.token == Secret("t.o-k_e~n"))
        #expect(read.expires == Timestamp(milliseconds: 1_000_000 + seconds * 1000))
    }

    @Test(
        "E01: no life, none left, or no number: a typed error",
        arguments: [
            "0", "-1", "null", #""""#, #""soon""#, "true", #""nan""#, #""inf""#, #""0x10""#, "0.5", "-1e18", "[1]",
        ])
    func withoutLife(_ value: String) {
        #expect(
            refusal(try parse(#"{"access_token":"t","expires_in":\#(value)}"#)) != nil
        )
    }

    @Test(arguments: [#""""#, "null", #""a b""#, #""a\r\nX: y""#, #""é""#, #"{}"#])
    func aTokenThatFitsNoHeaderIsUnreadable(_ token: String) {
        let text = #"{"access_token":\#(token),"expires_in":1}"#
        let reason = refusal(try parse(text))
        #expect(reason == "an answer without a usable access_token")
    }
}
