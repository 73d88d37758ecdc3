import Base
import Foundation
import FoundationXML
import PassSimulator
import Testing

/// Authorizations, media tokens and preauthorizations (rest-v1, sections 5, 9 and 10).
@Suite struct AuthorizationTests {
    private let simulator: PassSimulator
    private let clock = ManualClock()

    init() throws {
        simulator = try PassSimulator(clock: clock)
        simulator.dashboard { $0.enhancedErrors = true }
    }

    private func change(_ body: (inout Dashboard.MVPD) -> Void) {
        simulator.dashboard { dashboard in
            guard var mvpd = dashboard["NORTHSTAR", "NorthCable"] else { return }
            body(&mvpd)
            dashboard["NORTHSTAR", "NorthCable"] = mvpd
        }
    }

    private func signedIn() async throws -> Caller {
        let caller = try await Caller.signedUp(simulator)
        try await caller.signIn()
        return caller
    }

    @Test func whatIsNotDeniedIsPermitted() async throws {
        let caller = try await signedIn()
        #expect(try await caller.ask("tokens/authz", "News").status == 404)
        let answer = try object(await caller.ask("authorize", "News"))
        #expect(answer["expires"] as? String == String(1_796_050_800_000 + 86_400_000))
        #expect(answer["mvpd"] as? String == "NorthCable")
        #expect(answer["requestor"] as? String == "NORTHSTAR")
        #expect(answer["resource"] as? String == "News")
        #expect(answer["source"] as? String == "mvpd")
        #expect(try object(await caller.ask("tokens/authz", "News")) as NSDictionary == answer as NSDictionary)
        // Bytes, not letters: the composed one was authorized, the decomposed one was not.
        #expect(try await caller.ask("authorize", "Caf%C3%A9").status == 200)
        #expect(try await caller.ask("tokens/authz", "Cafe%CC%81").status == 404)
    }

    @Test func theDocumentsComeAsXMLToo() async throws {
        var caller = try await signedIn()
        caller.accept = "application/xml"
        let resource = "R+1 &<é> %"
        let encoded = try #require(resource.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let authorization = try root(await caller.ask("authorize", encoded))
        #expect(authorization.name == "authorization")
        #expect(authorization.names == ["expires", "mvpd", "requestor", "resource", "source"])
        #expect(try authorization.nodes(forXPath: "resource").first?.stringValue == resource)
        let play = try root(await caller.ask("tokens/media", encoded))
        #expect(play.name == "play")
        #expect(play.names == ["expires", "mvpdId", "requestor", "resource", "userId", "serializedToken"])
        let list = try root(await caller.ask("preauthorize", "A,B"))
        #expect(list.name == "resources")
        #expect(try list.nodes(forXPath: "resource/id").map(\.stringValue) == ["A", "B"])
        change { $0.denials = ["B": .byMVPD("No \u{201C}B\u{201D} & C")] }
        let denied = try root(await caller.ask("preauthorize", "A,B"))
        #expect(try denied.nodes(forXPath: "resource/authorized").map(\.stringValue) == ["true", "false"])
        #expect(try denied.nodes(forXPath: "resource/error/details").map(\.stringValue) == ["No \u{201C}B\u{201D} & C"])
        #expect(try root(await caller.ask("authorize", "B")).name == "error")
    }

    @Test func anAuthorizationEndsAndIsForgotten() async throws {
        simulator.dashboard { $0.authorizationLife = .seconds(60) }
        let caller = try await signedIn()
        #expect(try await caller.ask("authorize", "News").status == 200)
        clock.advance(by: .seconds(60))
        let over = try await caller.ask("tokens/authz", "News")
        #expect(over.status == 410)
        #expect(try object(over)["code"] as? String == "authorization_expired")
        #expect(try object(await caller.ask("tokens/media", "News"))["code"] as? String == "authorization_expired")
        #expect(try await caller.ask("authorize", "News").status == 200)
        #expect(try await caller.ask("tokens/media", "News").status == 200)
        simulator.forgetAuthorizations()
        #expect(try object(await caller.ask("tokens/media", "News"))["code"] as? String == "authorization_not_found")
        // A new sign-in at the same moment has none either.
        #expect(try await caller.ask("authorize", "News").status == 200)
        try await caller.signIn()
        #expect(try await caller.ask("tokens/media", "News").status == 403)
    }

    @Test func withoutSignInEveryCallSaysSoInItsWay() async throws {
        simulator.dashboard { $0.authenticationLife = .seconds(60) }
        let caller = try await Caller.signedUp(simulator)
        for (call, status, code) in [
            ("authorize", 403, "authentication_session_missing"),
            ("tokens/authz", 412, "authentication_session_missing"),
            ("tokens/media", 403, "authentication_session_missing"),
            ("mediatoken", 403, "authentication_session_missing"),
            ("preauthorize", 412, "preauthorization_authentication_session_missing"),
        ] {
            let answer = try await caller.ask(call, "News")
            #expect(answer.status == status, "\(call)")
            #expect(try object(answer)["code"] as? String == code)
            #expect(try object(answer)["action"] as? String == "authentication")
        }
        try await caller.signIn()
        clock.advance(by: .seconds(60))
        for call in ["authorize", "tokens/authz", "tokens/media", "preauthorize"] {
            let code = try object(await caller.ask(call, "News"))["code"] as? String
            #expect(code?.hasSuffix("authentication_session_expired") == true, "\(call)")
        }
        simulator.forgetAuthentications()
        #expect(
            try object(await caller.ask("authorize", "News"))["code"] as? String == "authentication_session_missing")
    }

    @Test func theSimpleFormHidesTheTwoCauses() async throws {
        simulator.dashboard { $0.enhancedErrors = false }
        let caller = try await Caller.signedUp(simulator)
        #expect(try object(await caller.ask("authorize", "News"))["message"] as? String == "User not Authenticated")
        try await caller.signIn()
        change { $0.denials = ["*": .byMVPD("Call us.")] }
        let answer = try await caller.ask("authorize", "News")
        #expect(answer.status == 403)
        #expect(
            try object(answer) as NSDictionary
                == ["status": 403, "message": "User not authorized", "details": "Call us."] as NSDictionary)
        let list = try object(await caller.ask("preauthorize", "News"))
        #expect(list as NSDictionary == ["resources": [["id": "News", "authorized": false]]] as NSDictionary)
    }

    @Test(arguments: Dashboard.Denial.codes) func everyCodeCanBeProvoked(_ code: String) async throws {
        let caller = try await signedIn()
        change { $0.denials = ["News": Dashboard.Denial(code: code, details: "why")] }
        let answer = try await caller.ask("authorize", "News")
        let body = try object(answer)
        #expect(body["code"] as? String == code)
        #expect(body["status"] as? Int == answer.status)
        #expect(body["details"] as? String == "why")
        #expect(
            ["none", "configuration", "authentication", "authorization", "retry"].contains(body["action"] as? String))
        #expect(try await caller.ask("authorize", "Sports").status == 200)
        let list = try object(await caller.ask("preauthorize", "Sports,News"))
        let items = try #require(list["resources"] as? [[String: Any]])
        #expect(items.map { $0["authorized"] as? Bool } == [true, false])
        let told = (items[1]["error"] as? [String: Any])?["code"] as? String
        #expect(told == (code == "authorization_denied_by_mvpd" ? "preauthorization_denied_by_mvpd" : code))
    }

    @Test func aListedResourceBeatsTheRest() async throws {
        let caller = try await signedIn()
        change {
            $0.denials = [
                "*": .unreachable, "News": .byParentalControls("PIN"), "Channel 7": Dashboard.Denial(code: "tomorrow"),
            ]
        }
        let codes = [
            ("News", "authorization_denied_by_parental_controls"), ("Sports", "network_received_error"),
            (Self.fragment, "tomorrow"),
        ]
        for (resource, code) in codes {
            let encoded = try #require(resource.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
            let answer = try await caller.ask("authorize", encoded)
            #expect(answer.status == 403)
            #expect(try object(answer)["code"] as? String == code)
        }
    }

    @Test func theThreeRulesOfDegradation() async throws {
        let caller = try await signedIn()
        change {
            $0.denials = ["News": .byMVPD()]
            $0.permitsEverything = true
        }
        #expect(try object(await caller.ask("authorize", "News"))["source"] as? String == "degradation")
        change {
            $0.permitsEverything = false
            $0.isDegraded = true
        }
        #expect(try object(await caller.ask("authorize", "News"))["source"] as? String == "degradation")
        change { $0.deniesEverything = true }
        let denied = try await caller.ask("authorize", "Sports")
        #expect(denied.status == 403)
        #expect(try object(denied)["code"] as? String == "authorization_denied_by_degradation_rule")
        let list = try object(await caller.ask("preauthorize", "News,Sports"))
        #expect((list["resources"] as? [[String: Any]])?.map { $0["authorized"] as? Bool } == [false, false])
    }

    private static let fragment = """
        <?xml version="1.0"?><!-- a > b --><rss version='2.0' xmlns:media="http://search.yahoo.com/mrss/">
        <channel><title>Channel 7</title><item><title>A &amp; B &#233;</title><guid>g<![CDATA[<&>]]></guid>
        <media:rating scheme="urn:v-chip"/></item ></channel></rss>
        """

    @Test(arguments: [
        ("", "missing_resource"), ("%20%09", "missing_resource"), ("%3C", "malformed_authz_request"),
        ("%3Crss%3E", "malformed_authz_request"), ("%3Crss%3E%3C%2Frs%3E", "malformed_authz_request"),
        ("%3Ca%3E%3C%2Fa%3E%3Cb%2F%3E", "malformed_authz_request"), ("%3Ca%3E%26%3C%2Fa%3E", "malformed_authz_request"),
        ("%3C!DOCTYPE%20a%3E%3Ca%2F%3E", "malformed_authz_request"), ("%3Ca%20b%3D1%2F%3E", "malformed_authz_request"),
        ("%3Ca%2F%3Etail", "malformed_authz_request"), ("%3Ca%20b%3D'%3C'%2F%3E", "malformed_authz_request"),
        ("%3Ca%3E%3C!--%3C%2Fa%3E", "malformed_authz_request"), ("%3C1%2F%3E", "malformed_authz_request"),
    ])
    func aResourceThatIsNoneIs400(_ resource: String, _ code: String) async throws {
        let caller = try await signedIn()
        for call in ["authorize", "tokens/authz", "tokens/media"] {
            let answer = try await caller.ask(call, resource)
            #expect(answer.status == 400, "\(call)")
            #expect(try object(answer)["code"] as? String == code)
        }
        #expect(try await caller.ask("authorize", "News&generic_data=%28a%29").status == 400)
        #expect(try await caller.ask("authorize", "News&generic_data=%7B%22a%22%3A%22b%22%7D").status == 200)
    }

    @Test func callsWithoutTheirParametersOrTokenAreRefused() async throws {
        let caller = try await signedIn()
        for (query, code) in [
            ("?deviceId=d&resource=R", "invalid_requestor"),
            ("?requestor=NOBODY&deviceId=d&resource=R", "invalid_requestor"),
            ("?requestor=NORTHSTAR&resource=R", "invalid_device_id"),
            ("?requestor=NORTHSTAR&deviceId=d", "missing_resource"),
        ] {
            for call in ["authorize", "tokens/authz", "tokens/media", "preauthorize"] {
                let answer = try await caller.send("GET", "/api/v1/\(call)\(query)")
                #expect(answer.status == 400, "\(call)\(query)")
                #expect(try object(answer)["code"] as? String == code)
            }
        }
        var stranger = caller
        stranger.bearer = nil
        #expect(try await stranger.ask("authorize", "R").status == 401)
        #expect(try await stranger.ask("preauthorize", "R").status == 401)
        change { $0.isIntegrated = false }
        #expect(try object(await caller.ask("authorize", "R"))["code"] as? String == "unknown_integration")
        #expect(try await caller.ask("preauthorize", "R").status == 412)
    }

    @Test func preauthorizationTakesSoManyAtOnce() async throws {
        let caller = try await signedIn()
        let five = try await caller.ask("preauthorize", "A,B,C,D,A")
        #expect(five.status == 200)
        #expect(five[header: "Adobe-Response-Confidence"] == "full")
        #expect(five[header: "Adobe-Request-Id"]?.isEmpty == false)
        let items = try #require(try object(five)["resources"] as? [[String: Any]])
        #expect(items.map { $0["id"] as? String } == ["A", "B", "C", "D", "A"])
        let six = try await caller.ask("preauthorize", "A,B,C,D,E,F")
        #expect(six.status == 403)
        #expect(try object(six)["code"] as? String == "too_many_resources")
        simulator.dashboard { $0.preauthorizationLimit = 6 }
        #expect(try await caller.ask("preauthorize", "A,B,C,D,E,F").status == 200)
        let posted = try await caller.form(
            "/api/v1/preauthorize", [("requestor", "NORTHSTAR"), ("deviceId", caller.device), ("resource", "A%2CB")])
        #expect((try object(posted)["resources"] as? [Any])?.count == 2)
    }

    @Test func aSecondScreenAsksByCode() async throws {
        let caller = try await Caller.signedUp(simulator)
        let record = try object(
            await caller.form("/reggie/v1/NORTHSTAR/regcode", [("deviceId", caller.device), ("mvpd", "NorthCable")]))
        let code = try #require(record["code"] as? String)
        let browser = Caller(simulator)
        func ask(_ call: String, _ code: String) async throws -> HTTPResponse {
            try await browser.send("GET", "/api/v1/\(call)/\(code)?requestor=NORTHSTAR&resource=A,B")
        }
        #expect(try await ask("checkauthn", code).status == 403)
        #expect(try object(await ask("checkauthn", code))["message"] as? String == "Forbidden")
        #expect(try await ask("authenticate", code).status == 404)
        #expect(try await ask("preauthorize", code).status == 412)
        #expect(await SimulatedPerson().activate(code, at: simulator.baseURL) == .page(200))
        change { $0.denials = ["B": .byMVPD()] }
        #expect(try await ask("checkauthn", code).status == 200)
        let token = try object(await ask("authenticate", code))
        #expect(token["userId"] as? String == "u-viewer")
        let items = try object(await ask("preauthorize", code))["resources"] as? [[String: Any]]
        #expect(items?.map { $0["authorized"] as? Bool } == [true, false])
        for call in ["checkauthn", "authenticate", "preauthorize"] {
            #expect(try await ask(call, "WRONG22").status == 404)
            #expect(try await browser.send("GET", "/api/v1/\(call)/\(code)?resource=A").status == 400)
        }
    }
}

extension Caller {
    /// `resource` goes as it is: encode it before.
    func ask(_ call: String, _ resource: String) async throws -> HTTPResponse {
        try await send("GET", "/api/v1/\(call)?requestor=NORTHSTAR&deviceId=\(device)&resource=\(resource)")
    }
}

private func root(_ response: HTTPResponse) throws -> XMLElement {
    try #require(XMLDocument(data: response.body).rootElement())
}

extension XMLElement {
    fileprivate var names: [String] { (children ?? []).compactMap(\.name) }
}
