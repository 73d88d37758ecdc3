import Foundation
import Testing

@testable import AdobePass

@Suite struct ErrorBodyTests {
    func parse(_ text: String, _ contentType: String? = nil) -> ServiceErrorDetail? {
        ErrorBody.parse(Data(text.utf8), contentType: contentType)
    }

    struct Row: CustomTestStringConvertible {
        var name: String
        var body: String
        var detail: ServiceErrorDetail?
        var testDescription: String { name }
    }

    static let enhanced = ServiceErrorDetail(
        action: "application-registration", status: 401, code: "invalid_access_token_client_application",
        message: "Token refused.", details: "MVPD says no", trace: "t-1",
        helpURL: "https://help.example")

    static let rows = [
        Row(
            name: "simple JSON", body: #"{"status":404,"message":"Not Found","details":null}"#,
            detail: ServiceErrorDetail(status: 404, message: "Not Found")),
        Row(
            name: "simple JSON without details", body: #"{"status":"403","message":"Forbidden"}"#,
            detail: ServiceErrorDetail(status: 403, message: "Forbidden")),
        Row(
            name: "simple XML", body: "<error><status>410</status><message>Gone</message><details/></error>",
            detail: ServiceErrorDetail(status: 410, message: "Gone")),
        Row(
            name: "XML with namespace and declaration",
            body:
                "\n<?xml version='1.0'?><n:error xmlns:n='u'><n:status> 410 </n:status><n:details>A &amp; E</n:details></n:error>",
            detail: ServiceErrorDetail(status: 410, details: "A & E")),
        Row(
            name: "XML attributes, wrapped", body: "<errors><error status='400' code='invalid_requestor'/></errors>",
            detail: ServiceErrorDetail(status: 400, code: "invalid_requestor")),
        Row(
            name: "enhanced JSON",
            body: #"""
                {"action":"application-registration","status":401,"code":"invalid_access_token_client_application",
                "message":"Token refused.","details":"MVPD says no","helpUrl":"https://help.example","trace":"t-1","x":{}}
                """#, detail: enhanced),
        Row(
            name: "enhanced JSON in a list",
            body: #"""
                {"errors":[{"action":"application-registration","status":401,"message":"Token refused.","trace":"t-1",
                "code":"invalid_access_token_client_application","details":"MVPD says no",
                "helpUrl":"https://help.example"},{"status":500}]}
                """#, detail: enhanced),
        Row(
            name: "enhanced XML",
            body: """
                <error><action>application-registration</action><status>401</status><trace>t-1</trace>
                <code>invalid_access_token_client_application</code><message>Token refused.</message>
                <details>MVPD says no</details><helpUrl>https://help.example</helpUrl></error>
                """, detail: enhanced),
        Row(
            name: "wrapped object", body: #"{"error":{"status":400,"code":"invalid_requestor"}}"#,
            detail: ServiceErrorDetail(status: 400, code: "invalid_requestor")),
        Row(
            name: "list at the top", body: #"[{"status":400}]"#, detail: ServiceErrorDetail(status: 400)),
        Row(
            name: "registration", body: #"{"error":"invalid_client","error_description":"gone"}"#,
            detail: ServiceErrorDetail(code: "invalid_client", message: "gone")),
        Row(
            name: "registration, bare", body: #"{"error":"invalid_software_statement"}"#,
            detail: ServiceErrorDetail(code: "invalid_software_statement")),
        Row(
            name: "fields of other types",
            body: #"{"status":null,"message":["x"],"code":17,"details":{},"trace":false}"#,
            detail: ServiceErrorDetail(code: "17", trace: "false")),
        Row(name: "empty", body: "", detail: nil), Row(name: "blank", body: " \n", detail: nil),
        Row(name: "empty object", body: "{}", detail: nil),
        Row(name: "empty list", body: #"{"errors":[]}"#, detail: nil),
        Row(name: "HTML", body: "<!DOCTYPE html><html><body><h1>429</h1><br></body></html>", detail: nil),
        Row(name: "well-formed HTML", body: "<html><body><p>Too many</p></body></html>", detail: nil),
        Row(name: "text", body: "Service Unavailable", detail: nil),
        Row(name: "cut JSON", body: #"{"status":404,"message":"Not"#, detail: nil),
        Row(name: "cut XML", body: "<error><status>404</status>", detail: nil),
        Row(name: "another document", body: #"{"id":"A","expires":1}"#, detail: nil),
    ]

    @Test("P11: an error body of any type", arguments: rows) func reads(_ row: Row) {
        #expect(parse(row.body) == row.detail)
        #expect(parse(row.body, "text/html") == row.detail, "the content type is a hint only")
    }

    @Test("P11: 1 MB of text: nothing, or capped") func large() throws {
        let text = String(repeating: "é ", count: 350_000)
        #expect(parse(text) == nil)
        #expect(parse("<html>\(text)</html>") == nil)
        for body in [
            #"{"status":500,"message":"\#(text)","details":"\#(text)","code":"\#(text)"}"#,
            "<error><status>500</status><message>\(text)</message><details>\(text)</details><code>\(text)</code></error>",
        ] {
            let detail = try #require(parse(body))
            #expect(detail.status == 500)
            for (kept, limit) in [(detail.message, 200), (detail.details, 1000), (detail.code, 200)] {
                #expect(kept.map { $0.unicodeScalars.count <= limit && $0.hasPrefix("é é") } == true)
            }
            #expect((detail.details?.unicodeScalars.count ?? 0) > 990, "a person reads it: not cut as short")
        }
        #expect(
            parse(#"{"status":500,"list":[\#(Array(repeating: "1", count: 300_000).joined(separator: ","))]}"#)?.status
                == 500)
    }

    @Test("P11: one character of 100,000 marks is capped too") func marks() throws {
        let message = "a" + String(repeating: "\u{301}", count: 100_000)
        #expect(parse(#"{"message":"\#(message)"}"#)?.message?.unicodeScalars.count == 200)
    }

    @Test(
        arguments: [
            (#"a\nb\r\n\tc"#, "a b c"), (#"  a  "#, "a"), (#"a\u0000b\u001b[31mc"#, "a b [31mc"),
            (#"a\u2028b\u202Ec"#, "a b c"), (#"\u0007"#, nil), ("Télé スカ 👨‍👩‍👧", "Télé スカ 👨‍👩‍👧"),
        ] as [(String, String?)])
    func controlCharactersAreFolded(_ json: String, _ message: String?) {
        #expect(parse(#"{"status":1,"message":"\#(json)"}"#)?.message == message)
    }
}
