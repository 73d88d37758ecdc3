import Base
import Foundation
import PassSimulator
import Testing

/// The providers' identity endpoint over HTTP, as a device's account asks it.
@Suite struct IdentityEndpointTests {
    private let simulator: PassSimulator
    private let clock = ManualClock()
    private let caller: Caller

    init() throws {
        simulator = try PassSimulator(clock: clock)
        caller = Caller(simulator)
    }

    private func password(_ password: String = "secret", of provider: String = "northcable_apple") async throws
        -> HTTPResponse
    {
        try await caller.form(
            "/idp/token",
            [("grant_type", "password"), ("provider", provider), ("username", "viewer"), ("password", password)])
    }

    private func session() async throws -> String {
        try #require(try object(await password())["session"] as? String)
    }

    private func attributes(_ session: String, _ body: String) async throws -> HTTPResponse {
        try await caller.send(
            "POST", "/idp/attributes",
            headers: [("Authorization", "Bearer \(session)"), ("Content-Type", "application/json")], body: body)
    }

    private func signInPage(_ redirect: String, _ more: String = "&provider=northcable_apple&state=s%26%201")
        async throws -> HTTPResponse
    {
        let encoded = try #require(redirect.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        return try await caller.send("GET", "/idp/signin?redirect=\(encoded)\(more)")
    }

    private func key(of page: HTTPResponse) throws -> String {
        let found = text(page).firstMatch(of: /name="session" value="([0-9a-f]+)"/)
        return String(try #require(found).output.1)
    }

    @Test func theProvidersOfThePlatformAreListed() async throws {
        let answer = try await caller.send("GET", "/idp/providers")
        let list = try #require(JSONSerialization.jsonObject(with: answer.body) as? [[String: Any]])
        #expect(list.map { $0["id"] as? String } == ["northcable_apple", "southsat_apple"])
        #expect(list.map { $0["single_sign_on"] as? Bool } == [true, false])
        #expect(list.first?["name"] as? String == "North Cable")
        #expect(list.first?["logo"] as? String == "https://logos.example/NorthCable.png")
        simulator.dashboard { $0["NORTHSTAR", "SouthSat"]?.displayInPlatformPicker = false }
        #expect(!text(try await caller.send("GET", "/idp/providers")).contains("southsat"))
    }

    @Test func aPasswordGivesASession() async throws {
        let answer = try await password()
        #expect(answer.status == 200)
        #expect(answer[header: "Cache-Control"] == "no-store")
        let token = try object(answer)
        #expect(token["provider"] as? String == "northcable_apple")
        #expect(token["display_name"] as? String == "North Cable")
        #expect(token["expires_in"] as? Int == 30 * 86_400)
        #expect((token["session"] as? String)?.count == 64)
    }

    private static let refusals: [(form: String, status: Int, error: String)] = [
        ("grant_type=password&provider=northcable_apple&username=viewer&password=x", 401, "access_denied"),
        ("grant_type=password&provider=northcable_apple&username=nobody&password=secret", 401, "access_denied"),
        ("grant_type=password&provider=northcable_apple&username=viewer", 401, "access_denied"),
        ("grant_type=password&provider=nobody&username=viewer&password=secret", 400, "unknown_provider"),
        ("grant_type=password&username=viewer&password=secret", 400, "invalid_request"),
        ("grant_type=authorization_code&code=unknown", 400, "invalid_grant"),
        ("grant_type=authorization_code", 400, "invalid_grant"),
        ("grant_type=client_credentials", 400, "unsupported_grant_type"), ("", 400, "invalid_request"),
        ("grant_type=password&grant_type=password", 400, "invalid_request"),
    ]

    @Test(arguments: refusals)
    func whatGivesNoSession(_ refusal: (form: String, status: Int, error: String)) async throws {
        let type = [("Content-Type", "application/x-www-form-urlencoded")]
        let answer = try await caller.send("POST", "/idp/token", headers: type, body: refusal.form)
        #expect(answer.status == refusal.status)
        #expect(try object(answer)["error"] as? String == refusal.error)
        // Not from the address either, where secrets must not stand.
        #expect(try await caller.send("POST", "/idp/token?\(refusal.form)").status == 400)
    }

    @Test func theSAMLResponseOfASessionSignsIn() async throws {
        let host = try await Caller.signedUp(simulator)
        let request = text(try await host.profileRequest("NorthCable"))
        let answer = try await attributes(
            session(), "{\"verification_token\": \"\(request)\", \"attributes\": [\"userID\", \"householdID\"]}")
        #expect(answer.status == 200)
        let saml = try #require(try object(answer)["saml_response"] as? String)
        let document = try #require(Data(base64Encoded: saml))
        #expect(try await host.exchange(onWire(String(decoding: document, as: UTF8.self))).status == 204)
        #expect(try await host.get("/api/v1/tokens/authn").status == 200)
    }

    @Test func withoutAVerificationTokenTheResponseAnswersNothing() async throws {
        let answer = try await attributes(session(), #"{"verification_token": null}"#)
        let text = try #require(try object(answer)["saml_response"] as? String)
        let saml = try #require(Data(base64Encoded: text))
        #expect(!String(decoding: saml, as: UTF8.self).contains("InResponseTo"))
    }

    @Test(arguments: [
        ("", "invalid_request"), ("[]", "invalid_request"), (#"{"attributes": "userID"}"#, "invalid_request"),
        (#"{"verification_token": 1}"#, "invalid_request"),
        (#"{"verification_token": "unknown"}"#, "invalid_verification_token"),
    ])
    func badQuestionsAreRefused(_ body: String, _ error: String) async throws {
        let answer = try await attributes(session(), body)
        #expect(answer.status == 400)
        #expect(try object(answer)["error"] as? String == error)
    }

    @Test func anotherProvidersRequestIsNotAnswered() async throws {
        let host = try await Caller.signedUp(simulator)
        let request = text(try await host.profileRequest("NorthCable"))
        let other = try #require(try object(await password(of: "southsat_apple"))["session"] as? String)
        let answer = try await attributes(other, "{\"verification_token\": \"\(request)\"}")
        #expect(answer.status == 400)
    }

    @Test func aSessionEnds() async throws {
        let session = try await session()
        clock.advance(by: .seconds(30 * 86_400 - 1))
        #expect(try await attributes(session, "{}").status == 200)
        clock.advance(by: .seconds(1))
        #expect(try await attributes(session, "{}").status == 401)
        #expect(try await attributes("unknown", "{}")[header: "WWW-Authenticate"] == "Bearer")
        #expect(try await caller.send("POST", "/idp/attributes", body: "{}").status == 401)

        let next = try await self.session()
        let bearer = [("Authorization", "Bearer \(next)")]
        #expect(try await caller.send("POST", "/idp/signout", headers: bearer).status == 204)
        #expect(try await caller.send("POST", "/idp/signout", headers: bearer).status == 401)

        let last = try await self.session()
        simulator.forgetAccounts()
        #expect(try await attributes(last, "{}").status == 401)
        let removed = try await self.session()
        simulator.dashboard { $0["NORTHSTAR", "NorthCable"] = nil }
        #expect(try await attributes(removed, "{}").status == 401)
    }

    @Test(arguments: [
        "http://127.0.0.1:4711/back", "http://localhost/back?a=b", "com.example.tv://account",
        "https://tv.example/back",
    ])
    func thePageEndsAtTheDeviceWithACodeThatCountsOnce(_ redirect: String) async throws {
        let page = try await signInPage(redirect)
        #expect(page.status == 200)
        let fields = [("session", try key(of: page)), ("username", "viewer")]
        let empty = try await caller.form("/idp/signin", fields)
        #expect(text(empty).contains("Enter your user name"))
        let wrong = try await caller.form("/idp/signin", fields + [("password", "x")])
        #expect(text(wrong).contains("is wrong"))
        let right = try await caller.form("/idp/signin", fields + [("password", "secret")])
        #expect(right.status == 302)
        let address = try #require(right[header: "Location"])
        let start = redirect + (redirect.contains("?") ? "&" : "?") + "code="
        #expect(address.hasPrefix(start) && address.hasSuffix("&state=s%26%201"))
        let code = address.dropFirst(start.count).prefix { $0 != "&" }
        let grant = [("grant_type", "authorization_code"), ("code", String(code))]
        let token = try object(await caller.form("/idp/token", grant))
        #expect(token["provider"] as? String == "northcable_apple")
        #expect(try await caller.form("/idp/token", grant).status == 400)
        // The page is over too.
        #expect(try await caller.form("/idp/signin", fields + [("password", "secret")]).status == 400)
    }

    @Test func aCodeIsTooOldAfterFiveMinutes() async throws {
        let fields = [
            ("session", try key(of: await signInPage("a://b"))), ("username", "viewer"), ("password", "secret"),
        ]
        let address = try #require(try await caller.form("/idp/signin", fields)[header: "Location"])
        let code = try #require(address.firstMatch(of: /code=([0-9a-f]+)/)).output.1
        clock.advance(by: .seconds(300))
        let answer = try await caller.form(
            "/idp/token", [("grant_type", "authorization_code"), ("code", String(code))])
        #expect(answer.status == 400)
    }

    @Test func cancelTellsTheDevice() async throws {
        let page = text(try await signInPage("http://127.0.0.1:1/back?x=1"))
        #expect(page.contains(#"href="http://127.0.0.1:1/back?x=1&amp;error=access_denied&amp;state=s%26%201""#))
    }

    @Test func withoutAProviderThePersonPicksOne() async throws {
        simulator.dashboard { $0["NORTHSTAR", "SouthSat"]?.displayName = "<script>" }
        let page = text(try await signInPage("a://b", "&state=s"))
        #expect(page.contains("<form method=\"get\" action=\"/idp/signin\">"))
        for (name, value) in [("redirect", "a://b"), ("state", "s"), ("provider", "northcable_apple")] {
            #expect(page.contains("name=\"\(name)\" value=\"\(value)\""))
        }
        #expect(page.contains("&lt;script&gt;") && !page.contains("<script>"))
    }

    @Test(arguments: [
        "", "back", "/back", "https://", "https://a@evil.example/", "ws://127.0.0.1/", "wss://evil.example/",
        "ftp://evil.example/", "sftp://evil.example/", "ldap://evil.example/", "vbscript://x", "view-source://x",
        "blob://x", "http://evil.example/", "http://127.0.0.1@evil.example/",
        "http://127.0.0.1:1@evil.example/", "http://127.0.0.1\\@evil.example/", "http://127.0.0.1.evil.example",
        "javascript://x/%0aalert(1)", "JavaScript://x", "data://x", "file:///etc/passwd", "a://b#c", "a://b\r\nX: y",
        "1://a",
    ])
    func aCodeGoesToNoOtherPlace(_ redirect: String) async throws {
        let page = try await signInPage(redirect)
        #expect(page.status == 400)
        #expect(!text(page).contains("evil.example"))
    }

    @Test func aForeignNameForThisMachineIsRefused() async throws {
        let evil = [("Host", "evil.example")]
        let page = try await caller.send(
            "GET", "/idp/signin?redirect=a%3A%2F%2Fb&provider=northcable_apple",
            headers: evil + [("Accept", "text/html")])
        #expect(page.status == 403 && text(page).contains("loopback"))
        let session = try await session()
        for (method, path) in [
            ("GET", "/idp/providers"), ("POST", "/idp/token"), ("POST", "/idp/attributes"), ("POST", "/idp/signout"),
        ] {
            let answer = try await caller.send(
                method, path, headers: evil + [("Authorization", "Bearer \(session)")],
                body: method == "POST" ? "{}" : nil)
            #expect(answer.status == 403, "\(path)")
            #expect(try object(answer)["error"] as? String == "forbidden_host")
        }
        #expect(try await attributes(session, "{}").status == 200)
    }

    @Test func requestsAreRecordedAndFaultsAct() async throws {
        simulator.setFault(
            Fault(.status(503, body: "", contentType: "text/plain", headers: [:])), at: .identityAttributes)
        let session = try await session()
        #expect(try await attributes(session, "{}").status == 503)
        #expect(simulator.requests.map(\.endpoint) == [.identityToken, .identityAttributes])
        #expect(!"\(simulator.requests)".contains(session))
        #expect(!"\(simulator.requests)".contains("secret\""))
    }

    @Test func theDashboardForgetsAndSetsLives() async throws {
        let json = [("Content-Type", "application/json")]
        _ = try await caller.send(
            "POST", "/dashboard/settings", headers: json, body: #"{"accountLifeSeconds": 60}"#)
        #expect(try object(await password())["expires_in"] as? Int == 60)
        #expect(try object(await caller.send("GET", "/dashboard"))["accounts"] as? Int == 1)
        #expect(try await caller.send("POST", "/dashboard/forget-accounts", headers: json).status == 204)
        #expect(try object(await caller.send("GET", "/dashboard"))["accounts"] as? Int == 0)
    }
}
