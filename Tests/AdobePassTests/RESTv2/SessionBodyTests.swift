import Base
import Foundation
import Testing

@testable import AdobePass

@Suite struct SessionBodyTests {
    private func read(_ text: String) throws(UnreadableAnswer) -> SessionBody {
        try SessionBody.parse(Data(text.utf8), contentType: "application/json")
    }

    @Test("A session as documented: stamps are texts of ms, the address stays as it is")
    func documented() throws {
        let session = try read(
            #"""
            {"actionName":"authenticate","actionType":"interactive","reasonType":"none",
             "url":"/api/v2/authenticate/REF30/8ER640M","code":"8ER640M","sessionId":"1b61","mvpd":"Cablevision",
             "serviceProvider":"REF30","notBefore":"1733735289035","notAfter":"1733737089035","device":{"x":[1]}}
            """#)
        #expect(
            session
                == SessionBody(
                    action: .authenticate, actionType: .interactive, reason: SessionBody.Reason.none,
                    serviceProvider: "REF30", mvpd: "Cablevision", url: "/api/v2/authenticate/REF30/8ER640M",
                    code: "8ER640M", missingParameters: [], notBefore: Timestamp(milliseconds: 1_733_735_289_035),
                    notAfter: Timestamp(milliseconds: 1_733_737_089_035), partnerRequest: nil))
    }

    @Test("A partner session's request and attributes are taken as they are")
    func partner() throws {
        let session = try read(
            #"""
            {"actionName":"partner_profile","actionType":"direct","reasonType":"none","mvpd":"C","serviceProvider":"R",
             "url":"/api/v2/R/profiles/sso/Apple",
             "authenticationRequest":{"type":"saml","request":"PD94+/=","attributesNames":["uid","NameID"]}}
            """#)
        #expect(session.action == .partnerProfile)
        #expect(session.partnerRequest == .init(request: "PD94+/=", attributeNames: ["uid", "NameID"]))
    }

    @Test("Every word of the three lists is understood")
    func words() throws {
        for action in SessionBody.Action.allCases {
            #expect(try read(#"{"actionName":"\#(action.rawValue)"}"#).action == action)
        }
        for type in SessionBody.ActionType.allCases {
            #expect(
                try read(#"{"actionName":"resume","actionType":"\#(type.rawValue)"}"#).actionType == type)
        }
        for reason in SessionBody.Reason.allCases {
            for name in ["reason", "reasonType"] {
                #expect(try read(#"{"actionName":"resume","\#(name)":"\#(reason.rawValue)"}"#).reason == reason)
            }
        }
        #expect(
            SessionBody.Action.allCases.map(\.rawValue)
                == ["authenticate", "resume", "retry", "authorize", "partner_profile"])
        #expect(SessionBody.ActionType.allCases.map(\.rawValue) == ["interactive", "direct"])
        #expect(
            SessionBody.Reason.allCases.map(\.rawValue) == [
                "none", "authenticated", "authenticatedSSO", "temporary", "degraded", "pfs_fallback",
                "configuration_fallback", "missing_parameters_fallback",
            ])
    }

    @Test(
        "A word unknown to us fails, and is named without being quoted",
        arguments: [
            (#"{"actionName":"dance-77","actionType":"direct"}"#, "actionName"),
            (#"{"actionName":"resume","actionType":"dance-77"}"#, "actionType"),
            (#"{"actionName":"resume","reasonType":"dance-77"}"#, "reasonType"),
            (#"{"actionName":"resume","reason":"dance-77"}"#, "reason"),
        ])
    func unknown(_ text: String, _ name: String) {
        let reason = refusal(try read(text))
        #expect(reason == "a value of \(name) unknown to this version")
    }

    @Test(
        "Stamps are read as texts, as numbers, as dates; nonsense is none",
        arguments: [
            (#""1733737089035""#, 1_733_737_089_035 as Int64?), ("1733737089035", 1_733_737_089_035),
            ("1733737089035.0", 1_733_737_089_035), (#""1.733737089035e12""#, 1_733_737_089_035),
            (#""2024-12-09T09:38:09.035Z""#, 1_733_737_089_035), (#""soon""#, nil), ("null", nil), ("true", nil),
            ("[]", nil), (#""""#, nil),
        ])
    func stamps(_ json: String, _ milliseconds: Int64?) throws {
        let session = try read(#"{"actionName":"resume","notAfter":\#(json)}"#)
        #expect(session.notAfter?.milliseconds == milliseconds)
    }

    @Test(
        "What is no session is unreadable",
        arguments: [
            "", "[]", "{}", #"{"actionName":null}"#, #"{"actionName":""}"#, #"{"actionName":["authorize"]}"#,
            "<html><body>Sign in</body></html>", #"{"actionName":"authorize""#, "null",
            #"{"error":{"code":"invalid_integration"}}"#, "{\"actionName\":\"\u{1F600}\"}",
        ])
    func noSession(_ text: String) {
        expectUnreadable(try read(text))
    }

    @Test("Odd values of other fields cost those fields alone")
    func oddFields() throws {
        let session = try read(
            #"""
            {"actionName":"authenticate","url":7,"code":null,"missingParameters":"mvpd","mvpd":{},
             "authenticationRequest":"x"}
            """#)
        #expect(session.url == "7")
        #expect(session.code == nil)
        #expect(session.missingParameters == ["mvpd"])
        #expect(session.mvpd == nil)
        #expect(session.partnerRequest == nil)
    }
}

@Suite struct SessionLookupBodyTests {
    private func read(_ text: String) throws(UnreadableAnswer) -> AuthenticationSession {
        try SessionLookupBody.parse(Data(text.utf8), contentType: nil, code: "C0DE")
    }

    @Test("Both spellings give the same session")
    func spellings() throws {
        let due = AuthenticationSession(
            requestor: "R", code: "C0DE", mvpd: "M", domain: "d.example", redirectURL: "adobepass://ios.app",
            missingParameters: ["mvpd"], expires: Timestamp(milliseconds: 5))
        for (existing, domain) in [("existingParameters", "domainName"), ("existing", "domain")] {
            let body = #"""
                {"\#(existing)":{"serviceProvider":"R","mvpd":"M","\#(domain)":"d.example",
                 "redirectUrl":"adobepass://ios.app"},"missingParameters":["mvpd"],"device":{},"notAfter":"5"}
                """#
            #expect(try read(body) == due)
        }
    }

    @Test("Without its requestor it is unreadable", arguments: ["{}", #"{"existing":{}}"#, "[]", "<html/>", ""])
    func unreadable(_ text: String) {
        expectUnreadable(try read(text))
    }
}
