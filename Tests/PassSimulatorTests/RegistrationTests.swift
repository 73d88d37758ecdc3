import Base
import Foundation
import PassSimulator
import Testing

@Suite struct RegistrationTests {
    private let simulator: PassSimulator
    private let caller: Caller
    private let clock = ManualClock()

    init() throws {
        simulator = try PassSimulator(clock: clock)
        caller = Caller(simulator)
    }

    @Test func registrationGivesWhatIsDocumented() async throws {
        let answer = try await caller.register()
        #expect(answer.status == 201)
        #expect(answer[header: "Content-Type"]?.hasPrefix("application/json") == true)
        let client = try object(answer)
        #expect((client["client_id"] as? String)?.isEmpty == false)
        #expect((client["client_secret"] as? String)?.isEmpty == false)
        #expect(client["client_id_issued_at"] as? Int == 1_796_050_800)
        #expect(client["redirect_uris"] as? [String] == ["adobepass://ios.app"])
        #expect(client["grant_types"] as? [String] == ["client_credentials"])
        #expect(client["scopes"] as? [String] == ["api:client:v2"])
    }

    @Test func eachRegistrationIsAnotherClient() async throws {
        let first = try object(await caller.register())
        let second = try object(await caller.register())
        #expect(first["client_id"] as? String != second["client_id"] as? String)
        let mixed = ["client_id": first["client_id"] ?? "", "client_secret": second["client_secret"] ?? ""]
        #expect(try await error(caller.token(mixed)) == "invalid_client")
    }

    @Test func aRedirectAddressIsTaken() async throws {
        let client = try object(await caller.register(extra: #","redirect_uri":"my.app-1://back""#))
        #expect(client["redirect_uris"] as? [String] == ["my.app-1://back"])
    }

    @Test(arguments: ["\"\"", "\"no scheme\"", "\"://x\"", "\"a:b#f\"", "7", "\"1a:b\"", "\"a:\"", "\"http://é\""])
    func aBadRedirectAddressIsRefused(_ json: String) async throws {
        #expect(try await error(caller.register(extra: ",\"redirect_uri\":\(json)")) == "invalid_redirect_uri")
    }

    @Test("R09: A revoked statement is refused everywhere") func aRevokedStatementIsRefusedEverywhere() async throws {
        let caller = try await Caller.signedUp(simulator)
        let client = try object(await caller.register())
        #expect(try await caller.get("/api/v1/checkauthn").status == 403)
        simulator.dashboard { $0.isStatementRevoked = true }
        #expect(try await error(caller.register()) == "invalid_software_statement")
        #expect(try await error(caller.token(client)) == "unauthorized_client")
        #expect(try await caller.get("/api/v1/checkauthn").status == 401)
        simulator.dashboard { $0.isStatementRevoked = false }
        #expect(try await caller.get("/api/v1/checkauthn").status == 403)
    }

    @Test func aStatementIsVerified() async throws {
        let parts = simulator.softwareStatement.split(separator: ".").map(String.init)
        let none = Data(#"{"alg":"none"}"#.utf8).base64EncodedString().replacing("=", with: "")
        let flipped = (parts[2].first == "A" ? "B" : "A") + parts[2].dropFirst()
        let otherClaims = Data(#"{"iss":"x"}"#.utf8).base64EncodedString().replacing("=", with: "")
        let forged = [
            "\(parts[0]).\(parts[1]).\(flipped)", "\(parts[0]).\(otherClaims).\(parts[2])", "\(none).\(parts[1]).",
            "\(none).\(parts[1]).\(parts[2])", "\(parts[0]).\(parts[1])", "a.b.c", "x",
            "\(simulator.softwareStatement).\(parts[2])", simulator.softwareStatement + "=",
        ]
        for statement in forged {
            #expect(try await error(caller.register(statement: statement)) == "invalid_software_statement")
        }
        #expect(try await error(caller.register(statement: "")) == "invalid_request")
    }

    @Test func anotherSimulatorsStatementIsNotApproved() async throws {
        let other = try PassSimulator()
        defer { other.stop() }
        let answer = try await caller.register(statement: other.softwareStatement)
        #expect(try error(answer) == "unapproved_software_statement")
    }

    @Test func aSiblingsStatementIsAcceptedButNotItsClients() async throws {
        let sibling = try PassSimulator(sibling: simulator)
        defer { sibling.stop() }
        let client = try object(await caller.register(statement: sibling.softwareStatement))
        #expect(try await Caller(sibling).register(statement: simulator.softwareStatement).status == 201)
        #expect(try await error(Caller(sibling).token(client)) == "invalid_client")
    }

    @Test(arguments: ["", "{", "[]", "7", "{}", #"{"software_statement":7}"#, "\u{FFFD}", "a=b"])
    func aBodyThatIsNoRequestIsRefused(_ body: String) async throws {
        let answer = try await caller.send(
            "POST", "/o/client/register", headers: [("Content-Type", "application/json")], body: body)
        #expect(try error(answer) == "invalid_request")
    }

    @Test func registrationWantsJSONAndReadableDeviceInformation() async throws {
        let body = "{\"software_statement\":\"\(simulator.softwareStatement)\"}"
        let asText = try await caller.send(
            "POST", "/o/client/register", headers: [("Content-Type", "text/plain")], body: body)
        #expect(try error(asText) == "invalid_request")
        let json = ("Content-Type", "application/json")
        let broken = try await caller.send(
            "POST", "/o/client/register", headers: [json, ("X-Device-Info", "???")], body: body)
        #expect(try error(broken) == "invalid_request")
        let sound = try await caller.send(
            "POST", "/o/client/register", headers: [json, ("X-Device-Info", deviceInfo("tvOS"))], body: body)
        #expect(sound.status == 201)
    }

    @Test("E01: An access token says milliseconds and seconds") func anAccessTokenSaysMillisecondsAndSeconds()
        async throws
    {
        let client = try object(await caller.register())
        clock.advance(by: .milliseconds(123))
        let answer = try await caller.token(client)
        #expect(answer.status == 201)
        let token = try object(answer)
        #expect(token["created_at"] as? Int == 1_796_050_800_123)
        #expect(token["expires_in"] as? Int == 21_600)
        #expect(token["token_type"] as? String == "bearer")
        #expect((token["id"] as? String)?.isEmpty == false)
        #expect((token["access_token"] as? String)?.isEmpty == false)
    }

    @Test func tokenRefusesWhatIsDocumented() async throws {
        let client = try object(await caller.register())
        let id = try #require(client["client_id"] as? String)
        let secret = try #require(client["client_secret"] as? String)
        let rows: [([(String, String)], String)] = [
            ([], "invalid_request"),
            ([("client_id", id), ("client_secret", secret)], "invalid_request"),
            ([("grant_type", "client_credentials"), ("client_secret", secret)], "invalid_request"),
            ([("grant_type", "client_credentials"), ("client_id", id)], "invalid_request"),
            (
                [
                    ("grant_type", "client_credentials"), ("client_id", id), ("client_id", id),
                    ("client_secret", secret),
                ], "invalid_request"
            ),
            ([("grant_type", "password"), ("client_id", id), ("client_secret", secret)], "unsupported_grant_type"),
            ([("grant_type", "client_credentials"), ("client_id", id), ("client_secret", "x")], "invalid_client"),
            (
                [("grant_type", "client_credentials"), ("client_id", "x"), ("client_secret", secret)],
                "invalid_client"
            ),
        ]
        for (fields, code) in rows {
            #expect(try await error(caller.form("/o/client/token", fields)) == code)
        }
        let asQuery = "?grant_type=client_credentials&client_id=\(id)&client_secret=\(secret)"
        #expect(try await error(caller.send("POST", "/o/client/token" + asQuery)) == "invalid_request")
    }

    @Test("R01: A forgotten client is invalid") func aForgottenClientIsInvalid() async throws {
        let caller = try await Caller.signedUp(simulator)
        let client = try object(await caller.register())
        #expect(try await caller.token(client).status == 201)
        simulator.forgetClients()
        #expect(try await error(caller.token(client)) == "invalid_client")
        #expect(try await caller.get("/api/v1/checkauthn").status == 401)
        #expect(try await caller.register().status == 201)
    }

    @Test("R03: Access tokens end by the clock or on demand") func accessTokensEndByTheClockOrOnDemand() async throws {
        let caller = try await Caller.signedUp(simulator)
        clock.advance(by: .seconds(21_599))
        #expect(try await caller.get("/api/v1/checkauthn").status == 403)
        clock.advance(by: .seconds(1))
        #expect(try await caller.get("/api/v1/checkauthn").status == 401)
        let fresh = try await Caller.signedUp(simulator)
        #expect(try await fresh.get("/api/v1/checkauthn").status == 403)
        simulator.expireAccessTokens()
        #expect(try await fresh.get("/api/v1/checkauthn").status == 401)
    }

    @Test func theLifeOfAccessTokensIsSet() async throws {
        simulator.dashboard { $0.accessTokenLife = .seconds(60) }
        let client = try object(await caller.register())
        #expect(try object(await caller.token(client))["expires_in"] as? Int == 60)
    }

    /// rest-v1 #4: the service's choice.
    @Test(arguments: [
        ("GET", "/api/v1/NORTHSTAR/profile-requests/NorthCable?deviceType=iOS"), ("POST", "/api/v1/tokens/authn"),
        ("GET", "/api/v1/tokens/authn?requestor=NORTHSTAR&deviceId=d"),
        ("GET", "/api/v1/checkauthn?requestor=NORTHSTAR&deviceId=d"), ("GET", "/api/v1/tokens/usermetadata?deviceId=d"),
        ("DELETE", "/api/v1/logout?deviceId=d"),
    ])
    func everyCallButConfigurationNeedsAnAccessToken(_ method: String, _ path: String) async throws {
        for field in [nil, "Bearer", "Bearer nonsense", "Basic eDp5", "nonsense"] {
            let answer = try await caller.send(method, path, headers: field.map { [("Authorization", $0)] } ?? [])
            #expect(answer.status == 401)
            #expect(answer[header: "WWW-Authenticate"] == "Bearer")
            #expect(try error(answer, status: 401) == "access_denied")
        }
        let open = try await caller.send("GET", "/api/v1/config/NORTHSTAR", headers: [("Authorization", "Bearer x")])
        #expect(open.status == 200)
    }

    private func error(_ response: HTTPResponse, status: Int = 400) throws -> String? {
        #expect(response.status == status)
        let body = try object(response)
        #expect(body.count == 1)
        return body["error"] as? String
    }
}
