import AccessEnabler
import Base
import PassSimulator
import TestSupport
import Testing

/// Somebody sets the device's clock back; the service's goes on.
@Suite(.timeLimit(.minutes(10))) struct ClockSetBackTests {
    private func setBack(_ world: World, by duration: Duration) {
        world.clock.setWall(world.clock.now - duration)
        world.simulator.dashboard { $0.clockSkew += duration }
    }

    @Test(
        "S2.K: a sign-in does not live longer for it, in this object or the next",
        arguments: [600, 86_400, 30 * 86_400])
    func signIn(_ seconds: Int) async throws {
        let world = try World.signedIn()
        let app = world.app()
        #expect(await app.setRequestor() == Outcome.complete)
        setBack(world, by: .seconds(seconds))
        #expect(await app.check() == Outcome.yes)
        #expect(await app.setRequestor() == ["status CFG100 warning"] + Outcome.complete)
        // 6 h of life by the service's time.
        world.clock.advance(by: .seconds(6 * 3600) - .milliseconds(1))
        #expect(await app.check() == Outcome.yes)
        world.clock.advance(by: .milliseconds(1))
        #expect(await app.check() == Outcome.no)

        world.platform.change { $0.account = nil }
        let next = world.app()
        #expect(await next.setRequestor() == ["status CFG100 warning"] + Outcome.complete)
        #expect(await next.check() == Outcome.no)
    }

    @Test(
        "E06: the access token is used or renewed, whatever the clock says of it; never is the client registered anew",
        arguments: [600, 7 * 3600, 86_400, 365 * 86_400])
    func accessToken(_ seconds: Int) async throws {
        let world = try World.signedIn()
        let app = world.app()
        _ = await app.setRequestor()
        setBack(world, by: .seconds(seconds))
        // By the service's time the token is over; by the device's it may be good for long.
        world.clock.advance(by: .seconds(6 * 3600))
        world.simulator.clearRequests()
        #expect(await app.setRequestor() == ["status CFG100 warning"] + Outcome.complete)
        #expect(await app.check() == Outcome.yes)
        #expect(await app.metadata(.userMetadata("zip")) == [#"setMetadataStatus zip ["94040"]"#])
        let requests = world.takeRequests()
        #expect(requests.count { $0 == .token } == 1)
        #expect(!requests.contains(.register))
        #expect(requests.contains(.exchange))
    }

    @Test("V10: the configuration kept is asked about as ever, and used again while it holds")
    func configuration() async throws {
        let world = try World()
        let app = world.app()
        _ = await app.setRequestor()
        setBack(world, by: .seconds(365 * 86_400))
        world.simulator.clearRequests()
        #expect(await app.setRequestor() == ["status CFG100 warning"] + Outcome.complete)
        #expect(await world.app().setRequestor() == ["status CFG100 warning"] + Outcome.complete)
        let answers = world.simulator.requests(at: .configuration).map(\.status)
        #expect(answers == [304, 304])
    }

    @Test("S2.B: the pace is kept on the clock nobody sets")
    func pace() async throws {
        let world = try World()
        let app = world.app { $0.pacesLoopback = true }
        // Uses up what may be asked at once.
        for _ in 0..<10 { _ = await app.setRequestor() }
        setBack(world, by: .seconds(365 * 86_400))
        #expect(await app.setRequestor() == ["status CFG100 warning"] + Outcome.complete)
        for _ in 0..<5 { #expect(await app.setRequestor() == Outcome.complete) }
        #expect(!world.waits(.pace).isEmpty)
        #expect(world.waits(.pace).allSatisfy { $0 <= .seconds(1) })
    }

    @Test("S4.R3: a code ends after its own life, not a year later")
    func code() async throws {
        let world = try World()
        let app = world.app(.tvOS)
        _ = await app.setRequestor()
        app.core.setSelectedProvider("EastFiber")
        app.core.getAuthentication()
        await app.host.wait(for: "status", count: 1)
        setBack(world, by: .seconds(365 * 86_400))
        let start = world.clock.uptime
        await world.passTime(.seconds(15)) { app.host.count(of: "setAuthenticationStatus") > 0 }
        #expect(
            await app.settle().suffix(3).filter { !$0.hasPrefix("sendTrackingData") }
                == ["status N500 error", "setAuthenticationStatus 0 GENERIC_AUTHENTICATION_ERROR"])
        // Steps of 15 s may come before anybody waits.
        #expect(world.clock.uptime - start >= .seconds(1800))
    }
}
