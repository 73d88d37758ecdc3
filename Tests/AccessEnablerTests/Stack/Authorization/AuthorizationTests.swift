import AccessEnabler
import Base
import Foundation
import PassSimulator
import TestSupport
import Testing

/// A1, A3, A4, M2, T3 and the Z codes, on the real stack.
@Suite(.timeLimit(.minutes(10))) struct AuthorizationTests {
    @Test("A3, T3, M2: permitted, kept until its end, then asked anew; only the media token is asked each time")
    func permitted() async throws {
        let (world, app) = try await World.viewer()
        #expect(await app.run { $0.getAuthorization("News") } == Told.token("News"))
        #expect(world.takeRequests() == [.authorize, .mediaToken])
        #expect(await app.run { $0.checkAuthorization("News") } == Told.token("News", isCached: true))
        #expect(world.takeRequests() == [.mediaToken])
        let end = world.clock.now + .seconds(24 * 3600)
        #expect(
            await app.metadata(.authorizationExpiry(resource: "News"))
                == ["setMetadataStatus authorizationExpiry(News) \"\(end.milliseconds)\""])
        #expect(
            await app.metadata(.authorizationExpiry(resource: "Sport"))
                == ["setMetadataStatus authorizationExpiry(Sport) nil"])
        // Another object, another process: the same store.
        let other = world.app()
        _ = await other.setRequestor()
        _ = world.takeRequests()
        #expect(await other.run { $0.checkAuthorization("News") } == Told.token("News", isCached: true))
        #expect(world.takeRequests() == [.mediaToken])
    }

    @Test("A3: an authorization that is over is asked anew")
    func over() async throws {
        let (world, app) = try await World.viewer()
        world.simulator.dashboard { $0.authorizationLife = .seconds(60) }
        _ = await app.run { $0.getAuthorization("News") }
        world.clock.advance(by: .seconds(60))
        _ = world.takeRequests()
        #expect(
            await app.metadata(.authorizationExpiry(resource: "News"))
                == ["setMetadataStatus authorizationExpiry(News) nil"])
        #expect(await app.run { $0.checkAuthorization("News") } == Told.token("News"))
        #expect(world.takeRequests() == [.authorize, .mediaToken])
    }

    @Test("A3: the service has forgotten what is kept here: asked anew, the host sees no difference")
    func forgotten() async throws {
        let (world, app) = try await World.viewer()
        _ = await app.run { $0.getAuthorization("News") }
        world.simulator.forgetAuthorizations()
        _ = world.takeRequests()
        #expect(await app.run { $0.getAuthorization("News") } == Told.token("News"))
        #expect(world.takeRequests() == [.mediaToken, .authorize, .mediaToken])
    }

    @Test("A3: a media token is good at the service, used once, and left nowhere")
    func mediaToken() async throws {
        let (world, app) = try await World.viewer()
        _ = await app.run { $0.getAuthorization("News") }
        guard case .setToken(let token, _)? = app.host.callbacks.first(where: { $0.kind == "setToken" }) else {
            Issue.record("no token")
            return
        }
        #expect(
            world.simulator.redeem(Secret(token), resource: "News", requestor: World.requestor)
                == .valid)
        let content = try StoreFile(world).content
        #expect(content.range(of: Data(token.utf8)) == nil)
        #expect(!world.log.messages.contains { "\($0)".contains(token) })
    }

    @Test("A4: refused by the MVPD: Z100 with its text, which the host also gets; nothing is kept")
    func refused() async throws {
        let (world, app) = try await World.viewer()
        _ = await app.run { $0.getAuthorization("News") }
        world.provider { $0.denials = ["*": .byMVPD("Ihr Paket enthält das nicht.")] }
        _ = world.takeRequests()
        let text = "Ihr Paket enthält das nicht."
        #expect(
            await app.run { $0.getAuthorization("Sport") }
                == ["status Z100 error"] + Told.failed("Sport", Told.notAuthorized, text))
        guard case .status(let status)? = app.host.callbacks.last(where: { $0.kind == "status" }),
            case .tokenRequestFailed(_, _, let told)? = app.host.callbacks.last(where: {
                $0.kind == "tokenRequestFailed"
            })
        else {
            Issue.record("not told")
            return
        }
        #expect(status.message == text && told == text)
        #expect(world.takeRequests().filter { $0 == .authorize || $0 == .mediaToken } == [.authorize])
        // What was permitted before stays so until its end.
        #expect(await app.run { $0.checkAuthorization("News") } == Told.token("News", isCached: true))
    }

    @Test(
        "A4: each reason of the service has its code",
        arguments: [
            ("authorization_denied_by_parental_controls", "Z100"), ("network_connection_timeout", "Z120"),
            ("network_received_error", "Z120"), ("malformed_authz_request", "Z130"), ("tomorrows_reason", "Z500"),
        ])
    func reasons(_ code: String, _ errorID: String) async throws {
        let (world, app) = try await World.viewer()
        world.simulator.dashboard { $0.enhancedErrors = true }
        world.provider { $0.denials = ["News": Dashboard.Denial(code: code)] }
        #expect(
            await app.run { $0.getAuthorization("News") }
                == ["status \(errorID) error"] + Told.failed("News", Told.notAuthorized))
    }

    @Test("A1: nobody signed in: N000 and refused, no login, no request", arguments: [true, false])
    func notAuthenticated(_ wasSignedIn: Bool) async throws {
        let (world, app) = wasSignedIn ? try await World.viewer() : try await World.stranger()
        if wasSignedIn { world.clock.advance(by: .seconds(7 * 3600)) }
        #expect(
            await app.run { $0.checkAuthorization("News") }
                == ["status N000 info"] + Told.refused("News", Told.notAuthenticated))
        #expect(world.takeRequests().isEmpty)
    }

    @Test("A1: a platform sign-in that cannot be confirmed explains itself")
    func permissionWithdrawn() async throws {
        let (world, app) = try await World.viewer()
        world.platform.change { $0.permission = .denied }
        #expect(
            await app.run { $0.checkAuthorization("News") }
                == ["status VSA403 info"] + Told.refused("News", Told.notAuthenticated))
        #expect(world.takeRequests().isEmpty)
    }

    @Test("S2.L: without a configuration: its code, GENERIC, and nothing else")
    func notConfigured() async throws {
        let world = try World()
        let app = world.app()
        let generic = "GENERIC_AUTHENTICATION_ERROR"
        for verb in [
            { $0.checkAuthorization("News") }, { $0.getAuthorization("News") },
        ] as [(AccessEnablerCore) -> Void] {
            #expect(await app.run(verb) == ["status CFG400 error"] + Told.refused("News", generic))
        }
        world.simulator.setFault(Fault(.html), at: .configuration)
        _ = await app.setRequestor()
        #expect(
            await app.run { $0.getAuthorization("News") } == ["status CFG500 error"] + Told.refused("News", generic))
        #expect(await app.run { $0.getSelectedProvider() } == ["selectedProvider nil"])
    }

    @Test("Z130: what cannot be asked about is refused at once, and no login starts for it")
    func malformed() async throws {
        let (world, app) = try await World.stranger()
        for resource in ["", "<rss><channel/></rss>"] {
            #expect(
                await app.run { $0.getAuthorization(resource) }
                    == ["status Z130 error"] + Told.refused(resource, Told.notAuthorized))
        }
        #expect(world.takeRequests().isEmpty)
    }

    @Test("Z130, A3: an MRSS fragment and odd ids go there and come back byte for byte")
    func resources() async throws {
        let (world, app) = try await World.viewer()
        let mrss = """
            <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>T&amp;T + é</title>\
            <media:rating scheme="urn:mpaa">pg</media:rating></channel></rss>
            """
        for resource in [mrss, "a&b=c+d%20/?#é", "Cafe\u{301}", "Caf\u{E9}", "スカパー"] {
            _ = await app.run { $0.getAuthorization(resource) }
            guard case .setToken(let token, let told)? = app.host.callbacks.last(where: { $0.kind == "setToken" })
            else {
                Issue.record("no token for \(resource)")
                continue
            }
            #expect(Array(told.utf8) == Array(resource.utf8))
            #expect(
                world.simulator.redeem(Secret(token), resource: resource, requestor: World.requestor) == .valid)
        }
        #expect(app.host.count(of: "setToken") == 5)
    }

    @Test("Z100, P100: throttled for as long as a verb may take; metadata is empty then")
    func throttled() async throws {
        let (world, app) = try await World.viewer()
        for endpoint in [Endpoint.authorize, .mediaToken, .preauthorize, .userMetadata] {
            world.simulator.setFault(Fault(.throttled), at: endpoint)
        }
        let z100 = ["status Z100 error"]
        #expect(
            await app.run { $0.getAuthorization("News") } == z100 + Told.failed("News", Told.notAuthorized))
        #expect(
            await app.run { $0.checkPreauthorizedResources(["News"]) }
                == ["status P100 error", "preauthorizedResources []"])
        #expect(await app.metadata(.userMetadata("zip")) == ["setMetadataStatus zip nil"])
        world.simulator.setFault(nil, at: .authorize)
        #expect(
            await app.run { $0.getAuthorization("News") } == z100 + Told.failed("News", Told.notAuthorized))
        // It was permitted and is kept; the media token is throttled still.
        #expect(
            await app.run { $0.getAuthorization("News") }
                == z100 + Told.failed("News", Told.notAuthorized, isCached: true))
        world.simulator.clearFaults()
        #expect(await app.run { $0.getAuthorization("News") } == Told.token("News", isCached: true))
    }

    @Test(
        "Z500 and its exact neighbours: a service that does not answer",
        arguments: [
            (Endpoint.authorize, Fault(.html), "Z500"), (.authorize, Fault(.truncated), "Z500"),
            (.authorize, Fault(.body("{}", contentType: "application/json")), "Z500"),
            (.authorize, Fault(.status(503, body: "", contentType: "text/plain", headers: [:])), "Z500"),
            (.authorize, Fault(.redirect(302, to: "http://127.0.0.1:9/")), "Z500"),
            (.mediaToken, Fault(.html), "Z500"), (.mediaToken, Fault(.reset), "Z500"),
            (.authorize, Fault(.status(401, body: "", contentType: "text/plain", headers: [:])), "R401"),
        ])
    func unanswered(_ endpoint: Endpoint, _ fault: Fault, _ errorID: String) async throws {
        let (world, app) = try await World.viewer()
        world.simulator.setFault(fault, at: endpoint)
        #expect(
            await app.run { $0.getAuthorization("News") }
                == ["status \(errorID) error"] + Told.failed("News", Told.notAuthorized))
        world.simulator.clearFaults()
        let told = await app.run { $0.getAuthorization("News") }
        #expect(told == Told.token("News", isCached: endpoint == .mediaToken))
    }

    @Test("R400, R401: no registration, no access token")
    func notRegistered() async throws {
        let (world, app) = try await World.viewer()
        world.simulator.expireAccessTokens()
        world.simulator.setFault(
            Fault(.status(500, body: "", contentType: "text/plain", headers: [:])), at: .token)
        let r401 = await app.run { $0.getAuthorization("News") }
        #expect(r401 == ["status R401 error"] + Told.failed("News", Told.notAuthorized))
    }

    @Test("N130, E08: the service knows nobody: the host is told to sign in again, the local sign-in stays")
    func forgottenByTheService() async throws {
        let (world, app) = try await World.viewer()
        world.simulator.forgetAuthentications()
        for enhanced in [true, false] {
            world.simulator.dashboard { $0.enhancedErrors = enhanced }
            #expect(
                await app.run { $0.getAuthorization("News") }
                    == ["status N130 error"] + Told.failed("News", Told.notAuthenticated))
        }
        #expect(await app.check() == Outcome.yes)
    }

    @Test("L3, S2.F: an authorization goes with its sign-in")
    func goesWithTheSignIn() async throws {
        let (world, app) = try await World.viewer(.tvOS)
        _ = await app.run { $0.getAuthorization("News") }
        _ = await app.run(until: "setAuthenticationStatus") { $0.logout() }
        _ = await app.setRequestor()
        #expect(await app.check() == Outcome.yes, "signed in again by the platform")
        #expect(
            await app.metadata(.authorizationExpiry(resource: "News"))
                == ["setMetadataStatus authorizationExpiry(News) nil"])
        _ = world.takeRequests()
        #expect(await app.run { $0.getAuthorization("News") } == Told.token("News"))
        #expect(world.takeRequests() == [.authorize, .mediaToken])
    }

    @Test("I3: the options of the moment go with every request of an authorization, and generic data")
    func options() async throws {
        let (world, app) = try await World.viewer()
        let options = Options(
            applicationProfile: "profile-7", visitorID: "visitor-7", deviceInfo: ["model": "odd é"])
        _ = await app.run { core in
            core.setOptions(options)
            core.getAuthorization("News", data: ["key": "a&b é"])
            core.checkPreauthorizedResources(["News"])
            core.getMetadata(.userMetadata("zip"))
        }
        let records = world.simulator.requests
        #expect(records.map(\.endpoint) == [.authorize, .mediaToken, .preauthorize, .userMetadata])
        for record in records {
            #expect(record.headers["ap-application-profile"] == "profile-7", "\(record.endpoint)")
            #expect(record.headers["ap-visitor-identifier"] == "visitor-7", "\(record.endpoint)")
            let info = Data(base64Encoded: record.headers["x-device-info"] ?? "").map {
                String(decoding: $0, as: UTF8.self)
            }
            #expect(info?.contains("odd é") == true, "\(record.endpoint)")
        }
        #expect(records[0].parameterNames.contains("generic_data"))
        _ = await app.run { core in
            core.setOptions(Options())
            core.checkAuthorization("News")
        }
        #expect(world.simulator.requests.last?.headers["ap-visitor-identifier"] == nil)
    }
}
