import AccessEnabler
import Base
import PassSimulator
import TestSupport
import Testing

/// Registration, access tokens and the service's limit, through the core.
@Suite(.timeLimit(.minutes(10))) struct RegistrationTests {
    private static func refusal(_ error: String) -> Fault.Effect {
        .status(400, body: #"{"error":"\#(error)"}"#, contentType: "application/json", headers: [:])
    }

    @Test("R01: a client the service has forgotten is registered once more, once, and the call succeeds")
    func forgottenClient() async throws {
        let world = try World.signedIn()
        let app = world.app()
        _ = await app.setRequestor()
        world.simulator.forgetClients()
        world.clock.advance(by: .seconds(21_600))
        world.simulator.clearRequests()
        #expect(await app.setRequestor() == Outcome.complete)
        #expect(
            world.takeRequests() == [
                .token, .register, .token, .configuration, .profileRequest, .exchange, .authentication,
            ])
    }

    @Test("R01: a service that refuses every client causes no loop and loses no sign-in")
    func everyClientRefused() async throws {
        let world = try World.signedIn()
        let app = world.app()
        _ = await app.setRequestor()
        world.simulator.setFault(Fault(Self.refusal("invalid_client")), at: .token)
        world.simulator.expireAccessTokens()
        let cold = world.app(id: "cold")
        world.simulator.clearRequests()
        #expect(await cold.setRequestor() == Outcome.failed("R401"))
        #expect(world.takeRequests().count { $0 == .register } <= 2)

        let unauthorized = Fault(.status(401, body: "", contentType: "text/plain", headers: [:]))
        world.simulator.setFault(unauthorized, at: .configuration)
        #expect(await app.setRequestor() == Outcome.failed("R401"))
        #expect(world.takeRequests().count { $0 == .register } <= 2)
        #expect(await app.check() == Outcome.yes)
        world.simulator.clearFaults()
        #expect(await world.app().setRequestor() == Outcome.complete)
        #expect(!world.takeRequests().contains(.exchange))
    }

    @Test("R08: an access token refused in any of the service's shapes is renewed once, the call tried once more")
    func refusedToken() async throws {
        let shapes: [(Int, String, String)] = [
            (401, #"{"error":"access_denied"}"#, "application/json"),
            (401, #"{"error":"invalid_token"}"#, "application/json"),
            (401, "<error><status>401</status><message>Unauthorized</message></error>", "application/xml"),
            (403, "<html><body>Forbidden</body></html>", "text/html"), (401, "", "text/plain"),
        ]
        let world = try World()
        let app = world.app()
        _ = await app.setRequestor()
        for (status, body, type) in shapes {
            world.simulator.setFault(
                Fault(.status(status, body: body, contentType: type, headers: [:]), times: 1), at: .configuration)
            world.simulator.clearRequests()
            #expect(await app.setRequestor() == Outcome.complete, "\(body)")
            #expect(world.takeRequests() == [.configuration, .token, .configuration], "\(body)")
        }
    }

    @Test(
        "R09: a revoked statement is R400, asked once; tokens stay",
        arguments: [
            "invalid_software_statement", "unapproved_software_statement", "something_new",
        ])
    func revokedStatement(_ error: String) async throws {
        let world = try World.signedIn()
        let app = world.app()
        _ = await app.setRequestor()
        world.simulator.setFault(Fault(Self.refusal(error)), at: .register)
        world.simulator.clearRequests()
        let other = world.app(id: "cold")
        #expect(await other.setRequestor() == Outcome.failed("R400"))
        #expect(world.takeRequests() == [.register])
        #expect(await other.check() == Outcome.generic("R400"))
        #expect(await app.check() == Outcome.yes)
        #expect(await app.setRequestor() == Outcome.complete)
    }

    @Test("R09: a statement revoked while its clients live stops every flow, and loses no sign-in")
    func revokedLater() async throws {
        let world = try World.signedIn()
        world.simulator.dashboard { $0.accessTokenLife = .seconds(600) }
        let app = world.app()
        _ = await app.setRequestor()
        world.simulator.dashboard { $0.isStatementRevoked = true }
        world.clock.advance(by: .seconds(600))
        #expect(await app.setRequestor() == Outcome.failed("R401"))
        #expect(await app.check() == Outcome.yes)
        world.simulator.dashboard { $0.isStatementRevoked = false }
        world.simulator.clearRequests()
        #expect(await world.app().setRequestor() == Outcome.complete)
        #expect(!world.takeRequests().contains(.exchange))
    }

    @Test(
        "R05, S2.B: one 429 costs a pause of a second at least; endless 429 is CFG429 within the verb's limit",
        arguments: [
            Endpoint.register, .token, .configuration,
        ])
    func throttled(_ endpoint: Endpoint) async throws {
        let world = try World()
        world.simulator.setFault(Fault(.throttled, times: 1), at: endpoint)
        #expect(await world.app().setRequestor() == Outcome.complete)
        let pauses = world.waits(.backOff)
        #expect(pauses.count == 1)
        #expect(pauses.allSatisfy { $0 >= .seconds(1) })

        let start = world.clock.uptime
        world.simulator.setFault(Fault(.throttled), at: endpoint)
        world.simulator.clearRequests()
        let app = world.app(id: "cold")
        #expect(await app.setRequestor() == Outcome.failed("CFG429"))
        #expect(await app.check() == Outcome.generic("CFG429"))
        #expect(world.clock.uptime - start <= .seconds(60))
        let all = world.waits(.backOff).dropFirst()
        #expect(all.allSatisfy { $0 >= .seconds(1) })
        #expect(all.count > 2)
        // No hammering: a pause before every repetition.
        #expect(world.takeRequests().count { $0 == endpoint } == all.count + 1)
        world.simulator.clearFaults()
        #expect(await app.setRequestor() == Outcome.complete)
    }

    @Test("R05: throttled or failing, user metadata is nil and the sign-in stays")
    func throttledMetadata() async throws {
        let world = try World.signedIn()
        let app = world.app()
        _ = await app.setRequestor()
        world.simulator.setFault(Fault(.throttled), at: .userMetadata)
        #expect(await app.metadata(.userMetadata("zip")) == ["setMetadataStatus zip nil"])
        #expect(await app.check() == Outcome.yes)
        world.simulator.clearFaults()
        #expect(await app.metadata(.userMetadata("zip")) == [#"setMetadataStatus zip ["94040"]"#])
    }

    @Test("R05, S2.B: paced like a real host, 30 starts never meet the service's limit")
    func paced() async throws {
        let world = try World()
        world.simulator.dashboard { $0.throttles = true }
        let app = world.app { $0.pacesLoopback = true }
        for _ in 0..<30 { #expect(await app.setRequestor() == Outcome.complete) }
        #expect(world.waits(.backOff).isEmpty)
        #expect(world.waits(.pace).count == 22)
        #expect(!world.simulator.requests.contains { $0.status == 429 })
    }

    @Test("S2.C1: each status of the configuration has its code, tokens stay, the next call goes on")
    func statuses() async throws {
        let world = try World.signedIn()
        let app = world.app()
        _ = await app.setRequestor()
        let codes = [
            400: "CFG400", 401: "R401", 403: "SEC403", 404: "CFG400", 410: "CFG500", 418: "CFG500", 451: "CFG500",
            499: "CFG500", 500: "CFG500", 502: "CFG502", 503: "CFG503", 504: "CFG504", 599: "CFG599",
        ]
        for (status, code) in codes {
            let body = #"{"status":\#(status),"message":"no"}"#
            world.simulator.setFault(
                Fault(.status(status, body: body, contentType: "application/json", headers: [:])), at: .configuration)
            world.simulator.clearRequests()
            #expect(await app.setRequestor() == Outcome.failed(code), "\(status)")
            let tries = world.takeRequests().count { $0 == .configuration }
            #expect(tries == (status >= 500 ? 3 : status == 401 ? 2 : 1), "\(status)")
            #expect(await app.check() == Outcome.yes, "\(status)")
        }
        world.simulator.clearFaults()
        #expect(await app.setRequestor("UNKNOWN") == Outcome.failed("CFG400"))
        #expect(await app.check() == Outcome.generic("CFG400"))
        #expect(await app.setRequestor() == Outcome.complete)
        #expect(await app.check() == Outcome.yes)
    }

    @Test("S2.M: all URLs failing gives the first one's code, one of them working is enough")
    func severalURLs() async throws {
        let world = try World.signedIn()
        let port = try UnusedPort()
        let refusing = "http://127.0.0.1:\(port.number)"
        let broken = try RawService { LoopbackServer.answer(503) }
        let app = world.app()
        #expect(await app.setRequestor(World.requestor, [refusing, broken.baseURL]) == Outcome.failed("CFG404"))
        #expect(await app.setRequestor(World.requestor, [broken.baseURL, refusing]) == Outcome.failed("CFG503"))
        #expect(
            await app.setRequestor(World.requestor, [broken.baseURL, refusing, world.simulator.baseURL])
                == Outcome.complete)
        #expect(await app.check() == Outcome.yes)
    }
}
