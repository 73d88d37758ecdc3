import Base
import PassSimulator
import Testing

@testable import AdobePass

/// Resources and values of the host on the wire: encoded once, and back as they were.
@Suite struct AuthorizationBytesTests {
    static let fragment = """
        <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>Channel 7</title>
        <item><title>Caf\u{e9} &amp; "Co" 100%</title><guid>a+b</guid></item></channel></rss>
        """

    @Test(arguments: [
        ("R1", "R1"), ("a+b&c=d%20", "a%2Bb%26c%3Dd%2520"), ("Caf\u{e9}", "Caf%C3%A9"), ("Cafe\u{301}", "Cafe%CC%81"),
        (" spaced out ", "%20spaced%20out%20"), ("\u{1F4FA}/#?", "%F0%9F%93%BA%2F%23%3F"), ("a,b", "a%2Cb"),
    ])
    func aPlainIDIsEncodedOnce(_ resource: String, _ encoded: String) async throws {
        let viewing = try await Viewing.signedIn()
        viewing.clear()
        let authorization = try #require(try await viewing.authorize(resource).permitted)
        #expect(Array(authorization.resource.utf8) == Array(resource.utf8))
        let token = try #require(try await viewing.mediaToken(resource).token)
        #expect(viewing.simulator.redeem(token, resource: resource, requestor: "NORTHSTAR") == .valid)
        let query = "?requestor=NORTHSTAR&deviceId=device%2B%2F%3D1&resource=\(encoded)"
        #expect(viewing.tap.targets == ["/api/v1/authorize\(query)", "/api/v1/tokens/media\(query)"])
    }

    @Test func aFragmentIsSentAsItIs() async throws {
        let viewing = try await Viewing.signedIn()
        viewing.change { $0.denials = ["Channel 7": .byMVPD("Not in your package")] }
        #expect(
            try await viewing.authorize(Self.fragment)
                == .denied(AuthorizationDenial(reason: .notAuthorized, details: "Not in your package")))
        viewing.change { $0.denials = [:] }
        viewing.clear()
        #expect(try await viewing.authorize(Self.fragment).permitted?.resource == Self.fragment)
        let token = try #require(try await viewing.mediaToken(Self.fragment).token)
        #expect(viewing.simulator.redeem(token, resource: Self.fragment, requestor: "NORTHSTAR") == .valid)
        #expect(
            viewing.tap.targets.first?.hasSuffix(
                "&resource=%3Crss%20version%3D%222.0%22%20xmlns%3Amedia%3D%22http%3A%2F%2Fsearch.yahoo.com%2Fmrss%2F%22"
                    + "%3E%3Cchannel%3E%3Ctitle%3EChannel%207%3C%2Ftitle%3E%0A%3Citem%3E%3Ctitle%3ECaf%C3%A9%20%26amp%3B"
                    + "%20%22Co%22%20100%25%3C%2Ftitle%3E%3Cguid%3Ea%2Bb%3C%2Fguid%3E%3C%2Fitem%3E%3C%2Fchannel%3E%3C"
                    + "%2Frss%3E") == true)
    }

    @Test func aBadFragmentIsTheServicesToRefuse() async throws {
        for isEnhanced in [true, false] {
            let viewing = try await Viewing.signedIn(enhanced: isEnhanced)
            #expect(try await viewing.authorize("<rss><channel>").reason == .invalidResource)
            #expect(try await viewing.mediaToken("<rss><channel>").reason == .invalidResource)
            #expect(try await viewing.authorize("").reason == .invalidResource)
        }
    }

    @Test func aLongResourceFits() async throws {
        let viewing = try await Viewing.signedIn()
        let resource = "<rss><title>" + String(repeating: "\u{e9}", count: 4000) + "</title></rss>"
        #expect(try await viewing.authorize(resource).permitted?.resource == resource)
    }

    @Test func genericDataIsJSONEncodedOnce() async throws {
        let viewing = try await Viewing.signedIn()
        viewing.clear()
        let data = ["b": "1&2", "a": "\"\u{e9}\"/+"]
        let answer = try await viewing.service.authorize(
            viewing.request("R", Viewing.north, data), call: viewing.call)
        #expect(answer.permitted != nil)
        #expect(
            viewing.tap.targets == [
                "/api/v1/authorize?requestor=NORTHSTAR&deviceId=device%2B%2F%3D1&resource=R&generic_data="
                    + "%7B%22a%22%3A%22%5C%22%C3%A9%5C%22%2F%2B%22%2C%22b%22%3A%221%262%22%7D"
            ])
    }

    /// `expires` in every form there is, with fields nobody knows.
    @Test(arguments: [
        #"{"expires":"1796072400000","requestor":"NORTHSTAR","mvpd":"NorthCable","resource":"News","x":[{}]}"#,
        #"{"expires":1796072400000}"#, #"{"authorization":{"expires":1796072400000,"proxyMvpd":"P"}}"#,
        #"{"expires":1796072400000,"source":"moon","mvpd":null,"resource":"","requestor":" "}"#,
        #"{"expires":1796072400000,"source":{"x":1}}"#,
        "<authorization><expires>1796072400000</expires><mvpd>NorthCable</mvpd><new><deep/></new></authorization>",
        "\u{FEFF}<?xml version=\"1.0\"?><ns2:authorization xmlns:ns2=\"u\"><expires> 1796072400000\n</expires></ns2:authorization>",
        #"{"expires":"2026-11-30T21:00:00Z"}"#, #"{"expires":1.7960724e12}"#,
    ])
    func anAuthorizationInAnyForm(_ body: String) async throws {
        let viewing = try await Viewing.signedIn()
        // As HTML: the content type is a hint only.
        viewing.answer(.authorize, body, type: "text/html")
        let authorization = try await viewing.authorize().permitted
        #expect(authorization?.expires == Timestamp(milliseconds: 1_796_072_400_000))
        #expect(authorization?.source == .mvpd)
        #expect(authorization?.mediaToken == nil)
    }

    @Test func aSourceIsReadWhateverItsCase() async throws {
        let viewing = try await Viewing.signedIn()
        for (source, expected) in [
            ("Degradation", Authorization.Source.degraded), ("tempPass", .temporaryPass), ("MVPD", .mvpd),
        ] {
            viewing.answer(.authorize, #"{"expires":1,"source":"\#(source)"}"#)
            #expect(try await viewing.authorize().permitted?.source == expected)
        }
        viewing.answer(.authorize, #"{"expires":1}"#)
        #expect(try await viewing.authorize("News", Viewing.pass).permitted?.source == .temporaryPass)
    }

    @Test(arguments: [
        "", " ", "{", "[]", "{}", "null", "7", "no", #"{"expires":null}"#, #"{"expires":"soon"}"#, #"{"expires":{}}"#,
        #"{"expires":true}"#, #"{"expires":1,"requestor":"SOUTHSTAR"}"#, #"{"expires":1,"mvpd":"SouthSat"}"#,
        #"{"expires":1,"mvpd":"northcable"}"#, #"{"expires":1,"resource":"Sports"}"#, "<html><body/></html>",
        "<authorization>", "<authorization/>", "<play><expires>1</expires></play>",
        "<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><authorization><expires>&e;</expires></authorization>",
        #"{"expires":1,"resource":"News"#,
    ])
    func aBodyThatIsNoAuthorizationIsUnreadable(_ body: String) async throws {
        let viewing = try await Viewing.signedIn()
        viewing.answer(.authorize, body)
        let error = await viewing.failure { () async throws(ServiceError) in try await viewing.authorize() }
        #expect(error?.code == .unreadable)
        #expect(error?.stage == .authorization)
    }
}
