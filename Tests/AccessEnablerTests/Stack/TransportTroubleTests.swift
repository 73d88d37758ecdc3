import AccessEnabler
import Base
import Foundation
import PassSimulator
import TestSupport
import Testing

/// What goes wrong on the way to the service, seen by the host.
@Suite(.timeLimit(.minutes(10))) struct TransportTroubleTests {
    /// What `setRequestor` leads to when an endpoint of a first sign-in is of no use, whatever way.
    private static let unusable: [(endpoint: Endpoint, words: [String])] = [
        (.register, Outcome.failed("R400")), (.token, Outcome.failed("R401")),
        (.configuration, Outcome.failed("CFG500")), (.profileRequest, Outcome.complete),
        (.exchange, Outcome.complete), (.authentication, Outcome.complete),
    ]

    @Test(
        "T01: a 401 with any challenge at any endpoint ends in one outcome, and the next call goes on",
        arguments: [
            #"Basic realm="x""#, #"Bearer error="invalid_token""#, #"Digest realm="x", nonce="n", qop="auth""#,
            "Negotiate", nil,
        ])
    func challenge(_ challenge: String?) async throws {
        let world = try World.signedIn()
        let headers = challenge.map { ["WWW-Authenticate": $0] } ?? [:]
        let fault = Fault(.status(401, body: "nope", contentType: "text/plain", headers: headers))
        for (endpoint, expected) in Self.unusable {
            let words = endpoint == .configuration ? Outcome.failed("R401") : expected
            let app = world.app(id: "app-\(endpoint)")
            world.simulator.setFault(fault, at: endpoint)
            world.simulator.clearRequests()
            #expect(await app.setRequestor() == words, "\(endpoint)")
            // One more token, one more try, no more.
            #expect(world.takeRequests().count { $0 == endpoint } <= 2, "\(endpoint)")
            world.simulator.clearFaults()
            #expect(await app.setRequestor() == Outcome.complete, "\(endpoint)")
            #expect(await app.check() == Outcome.yes, "\(endpoint)")
        }
        let app = world.app()
        _ = await app.setRequestor()
        world.simulator.setFault(fault, at: .userMetadata)
        #expect(await app.metadata(.userMetadata("zip")) == ["setMetadataStatus zip nil"])
        #expect(await app.check() == Outcome.yes)
    }

    @Test("T03: no redirect is followed, at any endpoint; nothing reaches the other host", arguments: [302, 307, 308])
    func redirect(_ status: Int) async throws {
        let world = try World.signedIn()
        let other = try LoopbackServer { _ in LoopbackServer.answer(200, text: "{}") }
        let fault = Fault(.redirect(status, to: other.url("/x?code=SECRET-77")))
        for (endpoint, words) in Self.unusable {
            let app = world.app(id: "app-\(endpoint)")
            world.simulator.setFault(fault, at: endpoint)
            #expect(await app.setRequestor() == words, "\(endpoint)")
            world.simulator.clearFaults()
        }
        let app = world.app()
        _ = await app.setRequestor()
        for endpoint in [Endpoint.userMetadata, .logout] { world.simulator.setFault(fault, at: endpoint) }
        #expect(await app.metadata(.userMetadata("zip")) == ["setMetadataStatus zip nil"])
        app.core.logout()
        app.core.handleExternalURL("adobepass://ios.app")
        #expect(await app.settle().last == "setAuthenticationStatus 0 USER_NOT_AUTHENTICATED_ERROR")
        #expect(other.connectionCount == 0)
        #expect(!world.log.messages.isEmpty)
        #expect(!world.log.text.contains("SECRET-77"))
    }

    @Test(
        "T05: TLS to a port without TLS, or with nonsense on it, is SEC420; so are plain HTTP to elsewhere, no CA bundle"
    )
    func tls() async throws {
        let world = try World()
        let plain = world.simulator.baseURL.replacingOccurrences(of: "http://", with: "https://")
        let nonsense = try LoopbackServer.raw([.text("\u{15}nonsense in place of a handshake\r\n\r\n"), .close])
        // The last is refused before anything is sent.
        for url in [plain, "https://127.0.0.1:\(nonsense.port)", "http://192.0.2.1"] {
            let app = world.app()
            #expect(await app.setRequestor(World.requestor, [url]) == Outcome.failed("SEC420"), "\(url)")
            #expect(await app.check() == Outcome.generic("SEC420"))
        }
        let app = world.app(id: "no CA") { $0.http.certificateAuthorityFile = "/nonexistent/ca.pem" }
        #expect(await app.setRequestor(World.requestor, [plain]) == Outcome.failed("SEC420"))
    }

    @Test("T05: nobody there, no such name, no URL and a reset are CFG404")
    func unreachable() async throws {
        let world = try World()
        let port = try UnusedPort()
        let label = String(repeating: "a", count: 64)
        for url in ["http://127.0.0.1:\(port.number)", "https://\(label).example", ""] {
            let app = world.app()
            #expect(await app.setRequestor(World.requestor, [url]) == Outcome.failed("CFG404"), "\(url)")
            #expect(await app.check() == Outcome.generic("CFG404"))
        }
        for endpoint in [Endpoint.register, .token, .configuration] {
            let app = world.app(id: "app-\(endpoint)")
            world.simulator.setFault(Fault(.reset), at: endpoint)
            #expect(await app.setRequestor() == Outcome.failed("CFG404"), "\(endpoint)")
            world.simulator.clearFaults()
        }
    }

    @Test(
        "S2.C1: a service that never answers is CFG404 at the request's limit",
        arguments: [
            Endpoint.register, .token, .configuration,
        ])
    func silent(_ endpoint: Endpoint) async throws {
        let world = try World()
        let app = world.app()
        world.simulator.setFault(Fault(.hold), at: endpoint)
        app.core.setRequestor(World.requestor)
        await watched("the request") { await world.simulator.waitForRequests(at: endpoint) }
        await world.passTime(.seconds(30)) { app.host.callbacks.count == 2 }
        #expect(await app.settle() == Outcome.failed("CFG404"))
        world.simulator.releaseHeld()
        world.simulator.clearFaults()
        #expect(await app.setRequestor() == Outcome.complete)
    }

    @Test("T12: a sign-in page in place of any answer; its text shows nowhere, tokens are kept")
    func signInPage() async throws {
        let world = try World.signedIn()
        for (endpoint, words) in Self.unusable where endpoint != .exchange {
            let app = world.app(id: "app-\(endpoint)")
            world.simulator.setFault(Fault(.html), at: endpoint)
            #expect(await app.setRequestor() == words, "\(endpoint)")
            world.simulator.clearFaults()
            #expect(!String(reflecting: app.host.callbacks).contains("SECRET-77"))
        }
        // Any answer to the exchange but 204 is a refusal.
        let refused = world.app(id: "refused")
        world.simulator.setFault(Fault(.html), at: .exchange)
        #expect(await refused.setRequestor() == Outcome.complete)
        #expect(await refused.check() == Outcome.no)
        world.simulator.clearFaults()

        let app = world.app()
        _ = await app.setRequestor()
        for endpoint in Endpoint.allCases { world.simulator.setFault(Fault(.html), at: endpoint) }
        #expect(await app.setRequestor() == Outcome.failed("CFG500"))
        #expect(await app.check() == Outcome.yes)
        #expect(await app.metadata(.userMetadata("zip")) == ["setMetadataStatus zip nil"])
        let next = world.app()
        #expect(await next.setRequestor() == Outcome.failed("CFG500"))
        #expect(await next.check() == Outcome.generic("CFG500"))
        world.simulator.clearFaults()
        world.simulator.clearRequests()
        #expect(await next.setRequestor() == Outcome.complete)
        #expect(world.takeRequests() == [.configuration])
        #expect(await next.check() == Outcome.yes)
        #expect(!world.log.messages.isEmpty)
        #expect(!world.log.text.contains("SECRET-77"))
        #expect(!world.log.text.contains("csrf"))
    }

    @Test("Always: a whole sign-in, well or refused, leaves nothing secret in the log")
    func secrets() async throws {
        let world = try World.signedIn()
        let saml = Recorder<Secret>()
        let identity = world.simulator.identityProvider
        world.platform.change {
            $0.saml = .endpoint { provider, token, attributes in
                let text = await identity.samlResponse(
                    provider: provider, verificationToken: token, attributes: attributes)
                if let text { saml.add(text) }
                if let token { saml.add(Secret(token)) }
                return text
            }
        }
        let faults: [Fault?] = [
            nil,
            Fault(
                .status(
                    400, body: #"{"status":400,"message":"Bad Request"}"#, contentType: "application/json", headers: [:]
                )),
            Fault(.status(500, body: "<html>", contentType: "text/html", headers: [:])), Fault(.reset),
            Fault(.truncated),
        ]
        for (index, fault) in faults.enumerated() {
            for endpoint in [Endpoint.exchange, .authentication, .userMetadata, .token] {
                world.simulator.setFault(fault, at: endpoint)
                let app = world.app(id: "app-\(index)-\(endpoint)")
                _ = await app.setRequestor()
                _ = await app.metadata(.userMetadata("zip"))
                world.simulator.clearFaults()
            }
        }
        var secrets = [world.simulator.softwareStatement, "u-81"]
        secrets += saml.values.map(\.exposed)
        for index in faults.indices {
            let store = world.store(id: "app-\(index)-exchange")
            secrets.append(try store.deviceID().exposed)
            let digests = try clients(in: world, id: "app-\(index)-exchange")
            secrets += digests
        }
        #expect(saml.count > 0)
        #expect(secrets.count > 10)
        let text = world.log.text
        #expect(!text.isEmpty)
        for secret in secrets { #expect(!text.contains(secret)) }
    }

    /// The client ids, secrets and access tokens in a store.
    private func clients(in world: World, id: String) throws -> [String] {
        try StoreFile(world, id: id).texts("SELECT client_secret FROM credentials")
            + StoreFile(world, id: id).texts("SELECT access_token FROM credentials WHERE access_token IS NOT NULL")
    }
}
