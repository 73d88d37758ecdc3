import Base
import Foundation
import Testing

@testable import AdobePass

@Suite struct DecisionsBodyTests {
    private func read(_ text: String) throws(UnreadableAnswer) -> DecisionsBody {
        try DecisionsBody.parse(Data(text.utf8), contentType: "application/json")
    }

    private func decision(_ fields: String) throws -> DecisionsBody.Decision? {
        try read(#"{"decisions":[{"resource":"R1",\#(fields)}]}"#).decision(on: "R1")
    }

    @Test("A permit as documented, with both pairs of stamps and the media token as it is")
    func permit() throws {
        let decision = try #require(
            try decision(
                #"""
                "serviceProvider":"REF30","mvpd":"C","source":"mvpd","authorized":true,
                "token":{"issuedAt":1,"notBefore":1697094207324,"notAfter":1697094802367,
                "serializedToken":"PHNpZ25hdHVyZUluZm8+/="},"notBefore":1697094207324,"notAfter":1697098802367
                """#))
        #expect(decision.isAuthorized)
        #expect(decision.source == .mvpd)
        #expect(decision.serviceProvider == "REF30")
        #expect(decision.mvpd == "C")
        #expect(decision.notAfter?.milliseconds == 1_697_098_802_367)
        #expect(decision.tokenNotAfter?.milliseconds == 1_697_094_802_367)
        #expect(decision.mediaToken == Secret("PHNpZ25hdHVyZUluZm8+/="))
        #expect(decision.error == nil)
        #expect(!"\(decision)".contains("PHNpZ25"))
    }

    @Test("A no as documented, the MVPD's words and the trace kept")
    func denial() throws {
        let decision = try #require(
            try decision(
                #"""
                "authorized":false,"source":"mvpd","error":{"action":"none","status":403,
                "code":"authorization_denied_by_mvpd","message":"no","details":"Not in your package",
                "helpUrl":"https://help.example","trace":"12f6"}
                """#))
        #expect(!decision.isAuthorized)
        #expect(
            decision.error
                == ServiceErrorDetail(
                    action: "none", status: 403, code: "authorization_denied_by_mvpd", message: "no",
                    details: "Not in your package", trace: "12f6", helpURL: "https://help.example"))
    }

    @Test(
        "Who decided",
        arguments: [
            ("mvpd", Authorization.Source.mvpd as Authorization.Source?), ("dummy", .mvpd),
            ("degradation", .degraded), ("temppass", .temporaryPass), ("tomorrow", nil), ("", nil),
        ])
    func source(_ text: String, _ source: Authorization.Source?) throws {
        #expect(try decision(#""source":"\#(text)""#)?.source == source)
    }

    @Test(
        "An odd truth value is not a yes",
        arguments: [
            ("true", true), (#""true""#, true), (#""TRUE""#, true), ("false", false), ("1", false), (#""yes""#, false),
            ("null", false), ("[true]", false),
        ])
    func truth(_ json: String, _ isAuthorized: Bool) throws {
        #expect(try decision(#""authorized":\#(json)"#)?.isAuthorized == isAuthorized)
    }

    @Test("Entries without a resource say nothing; of two words on one resource the first counts")
    func entries() throws {
        let body = try read(
            #"""
            {"decisions":[7,{},{"resource":""},{"resource":"A","authorized":true},{"resource":"A","authorized":false},
            {"resource":"B","error":"x"}]}
            """#)
        #expect(body.decisions.map(\.resource) == ["A", "A", "B"])
        #expect(body.decision(on: "A")?.isAuthorized == true)
        #expect(body.decision(on: "B")?.error == nil)
        #expect(body.decision(on: "C") == nil)
    }

    @Test("P08: a resource is found by its bytes")
    func bytes() throws {
        let body = try read("{\"decisions\":[{\"resource\":\"C\u{E9}\",\"authorized\":true}]}")
        #expect(body.decision(on: "Ce\u{301}") == nil)
    }

    @Test(
        "What holds no decisions is unreadable",
        arguments: ["", "{}", "[]", #"{"decisions":{}}"#, #"{"decisions":null}"#, "<html></html>", #"{"decisions":[{"#])
    func unreadable(_ text: String) {
        expectUnreadable(try read(text))
    }
}

@Suite struct LogoutsBodyTests {
    private func page(_ entry: String) throws -> String? {
        try LogoutsBody.parse(Data(#"{"logouts":{"M":\#(entry)}}"#.utf8), contentType: nil).page(of: "M")
    }

    @Test(
        "Only the MVPD's own logout is a page to open",
        arguments: [
            (#"{"actionName":"logout","actionType":"interactive","mvpd":"M","url":"/x"}"#, "/x" as String?),
            (#"{"actionName":"logout","url":"/x"}"#, "/x"),
            (#"{"actionName":"logout","actionType":"interactive"}"#, nil),
            (#"{"actionName":"logout","actionType":"none","url":"/x"}"#, nil),
            (#"{"actionName":"partner_logout","actionType":"partner_interactive","url":"/x"}"#, nil),
            (#"{"actionName":"complete","actionType":"none"}"#, nil),
            (#"{"actionName":"invalid","actionType":"none"}"#, nil),
        ])
    func pages(_ entry: String, _ due: String?) throws {
        #expect(try page(entry) == due)
    }

    @Test("Another MVPD's page is not opened")
    func others() throws {
        let body = try LogoutsBody.parse(
            Data(#"{"logouts":{"N":{"actionName":"logout","url":"/x"}}}"#.utf8), contentType: nil)
        #expect(body.page(of: "M") == nil)
    }

    @Test(
        "Unknown words and other documents are unreadable",
        arguments: [
            #"{"actionName":"dance"}"#, #"{"actionName":"logout","actionType":"dance"}"#, "{}", "7",
        ])
    func unreadable(_ entry: String) {
        expectUnreadable(try page(entry))
    }

    @Test("So is what holds no logouts", arguments: ["", "{}", "[]", #"{"logouts":[]}"#, "<html/>"])
    func noLogouts(_ text: String) {
        expectUnreadable(try LogoutsBody.parse(Data(text.utf8), contentType: nil))
    }
}
