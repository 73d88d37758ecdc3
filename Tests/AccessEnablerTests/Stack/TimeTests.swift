import AccessEnabler
import Base
import PassSimulator
import TestSupport
import Testing

/// Clocks that differ, and things that end.
@Suite(.timeLimit(.minutes(10))) struct TimeTests {
    @Test(
        "E02, S2.K: the device's clock far off; CFG100 once an object, and sign-in and verdict all the same",
        arguments: [
            -86_400, -3600, -301, 301, 3600, 86_400,
        ])
    func skew(_ seconds: Int) async throws {
        let world = try World.signedIn()
        world.simulator.dashboard { $0.clockSkew = .seconds(seconds) }
        let app = world.app()
        let warned = ["status CFG100 warning"] + Outcome.complete
        #expect(await app.setRequestor() == warned)
        #expect(await app.check() == Outcome.yes)
        #expect(await app.setRequestor() == Outcome.complete)
        let next = world.app()
        #expect(await next.setRequestor() == warned)
        #expect(await next.check() == Outcome.yes)
        // Judged by the service's time: 6 h of life, whatever the device's clock shows.
        world.clock.advance(by: .seconds(6 * 3600) - .milliseconds(1))
        #expect(await app.check() == Outcome.yes)
        world.clock.advance(by: .milliseconds(1))
        #expect(await app.check() == Outcome.no)
        #expect(await app.setRequestor() == Outcome.complete)
        #expect(await app.check() == Outcome.yes)
    }

    @Test(
        "S2.K: five minutes either way are no difference, and expiry goes by the device's clock",
        arguments: [-300, 0, 300])
    func noSkew(_ seconds: Int) async throws {
        let world = try World.signedIn()
        world.simulator.dashboard { $0.clockSkew = .seconds(seconds) }
        let app = world.app()
        #expect(await app.setRequestor() == Outcome.complete)
        world.clock.advance(by: .seconds(6 * 3600 + seconds) - .milliseconds(1))
        #expect(await app.check() == Outcome.yes)
        world.clock.advance(by: .milliseconds(1))
        #expect(await app.check() == Outcome.no)
    }

    @Test("S2.K: CFG100 also when the configuration fails, before its code; a corrected clock counts at once")
    func skewOfFailure() async throws {
        let world = try World.signedIn()
        world.simulator.dashboard { $0.clockSkew = .seconds(3600) }
        let app = world.app()
        #expect(
            await app.setRequestor("UNKNOWN") == ["status CFG100 warning"] + Outcome.failed("CFG400"))
        #expect(await app.setRequestor() == Outcome.complete)
        #expect(await app.check() == Outcome.yes)
        // Somebody sets the device's clock; the service's time stays what it was.
        world.clock.setWall(world.clock.now + .seconds(3600))
        world.simulator.dashboard { $0.clockSkew = .zero }
        #expect(await app.setRequestor() == Outcome.complete)
        world.clock.advance(by: .seconds(6 * 3600))
        #expect(await app.check() == Outcome.no)
    }

    @Test(
        "E01: an access token lasts its seconds from receipt; created_at and the form of the number do not matter",
        arguments: [
            #""created_at":1796050800123,"expires_in":86400"#, #""created_at":"1796050800123","expires_in":"86400""#,
            #""created_at":0,"expires_in":86400,"extra":{"a":[1]}"#,
        ])
    func accessTokenLife(_ members: String) async throws {
        let world = try World()
        let service = try RawService(token: RawService.token(members)) {
            LoopbackServer.answer(
                200, [("Content-Type", "application/xml")], text: RawService.xml(RawService.mvpd("A")))
        }
        let app = world.app(service: service.baseURL)
        func tokens() async -> Int {
            #expect(await app.setRequestor() == Outcome.complete)
            return service.count(of: "/o/client/token")
        }
        #expect(await tokens() == 1)
        world.clock.advance(by: .seconds(23 * 3600 + 59 * 60))
        #expect(await tokens() == 1)
        world.clock.advance(by: .seconds(60))
        #expect(await tokens() == 2)
        #expect(await tokens() == 2)
        #expect(service.count(of: "/o/client/register") == 1)
    }

    @Test("E01: a lifetime of nothing, less or nonsense is R401, one beyond reason is a day; none is for ever")
    func absurdLives() async throws {
        for life in ["0", "-5", #""soon""#, "null", "true"] {
            let world = try World()
            let service = try RawService(token: RawService.token(#""expires_in":\#(life)"#)) {
                LoopbackServer.answer(200, text: RawService.xml(""))
            }
            let app = world.app(service: service.baseURL)
            #expect(await app.setRequestor() == Outcome.failed("R401"), "\(life)")
            #expect(service.count(of: "/o/client/token") == 1, "\(life)")
        }
        for life in ["1000000000000000000", "9223372036854775807", "1e18"] {
            let world = try World()
            let service = try RawService(token: RawService.token(#""expires_in":\#(life)"#)) {
                LoopbackServer.answer(
                    200, [("Content-Type", "application/xml")], text: RawService.xml(RawService.mvpd("A")))
            }
            let app = world.app(service: service.baseURL)
            let first = await app.setRequestor()
            guard first == Outcome.complete else {
                #expect(first == Outcome.failed("R401"), "\(life)")
                continue
            }
            world.clock.advance(by: .seconds(86_400))
            #expect(await app.setRequestor() == Outcome.complete)
            #expect(service.count(of: "/o/client/token") == 2, "\(life)")
        }
    }

    @Test("E06: one object over two months renews token and sign-in by itself")
    func longRun() async throws {
        let world = try World.signedIn()
        let app = world.app()
        _ = await app.setRequestor()
        for pause in [Duration.seconds(25 * 3600), .seconds(60 * 86_400)] {
            world.clock.advance(by: pause)
            world.simulator.clearRequests()
            #expect(await app.check() == Outcome.no)
            #expect(await app.setRequestor() == Outcome.complete)
            #expect(await app.check() == Outcome.yes)
            #expect(
                world.takeRequests() == [.token, .configuration, .profileRequest, .exchange, .authentication])
            #expect(await app.metadata(.userMetadata("zip")) == [#"setMetadataStatus zip ["94040"]"#])
        }
    }

    @Test("E06: user metadata over an ended access token renews it")
    func metadataRenews() async throws {
        let world = try World.signedIn()
        world.simulator.dashboard { $0.accessTokenLife = .seconds(600) }
        let app = world.app()
        _ = await app.setRequestor()
        world.clock.advance(by: .seconds(700))
        world.simulator.clearRequests()
        #expect(await app.metadata(.userMetadata("zip")) == [#"setMetadataStatus zip ["94040"]"#])
        #expect(world.takeRequests() == [.token, .userMetadata])
    }

    @Test(
        "E08: the service has forgotten the sign-in; metadata is nil, the local token stays, a new login needs no wipe",
        arguments: [
            404, 403, 410, 412,
        ])
    func forgottenByService(_ status: Int) async throws {
        let world = try World.signedIn()
        let app = world.app()
        _ = await app.setRequestor()
        let body = #"{"status":\#(status),"message":"not authenticated"}"#
        let fault = Fault(.status(status, body: body, contentType: "application/json", headers: [:]))
        world.simulator.setFault(fault, at: .userMetadata)
        #expect(await app.metadata(.userMetadata("zip")) == ["setMetadataStatus zip nil"])
        #expect(await app.check() == Outcome.yes)
        world.simulator.clearFaults()
        world.simulator.clearRequests()
        let words = await app.run(until: "setAuthenticationStatus") { $0.getAuthentication(forceAuthn: true) }
        #expect(words.filter { !$0.hasPrefix("sendTrackingData") } == Outcome.yes)
        #expect(world.takeRequests() == [.profileRequest, .exchange, .authentication])
        #expect(await app.metadata(.userMetadata("zip")) == [#"setMetadataStatus zip ["94040"]"#])
    }
}
