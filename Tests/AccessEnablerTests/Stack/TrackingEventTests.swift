import AccessEnabler
import TestSupport
import Testing

/// C06: what a host that tracks is told, and one that does not.
@Suite(.timeLimit(.minutes(10))) struct TrackingEventTests {
    /// A host with nothing but what it must have.
    private final class PlainHost: AccessEnablerDelegate {
        let words = Recorder<String>()

        func setRequestorComplete(_ status: Int) { words.add("setRequestorComplete \(status)") }

        func setAuthenticationStatus(_ status: Int, errorCode: String) {
            words.add("setAuthenticationStatus \(status) \(errorCode)")
        }
    }

    @Test("C06, T1: one authentication event right after each verdict of checkAuthentication, none in step 2")
    func events() async throws {
        let world = try World.signedIn()
        let app = world.app()
        let none = "sendTrackingData authentication false|||false|tablet|ios|Linux"
        #expect(await app.run { $0.checkAuthentication() } == Outcome.generic("CFG400") + [none])
        #expect(await app.setRequestor() == Outcome.complete)
        // MD5 of "u-81", the user id at the service.
        #expect(
            await app.run { $0.checkAuthentication() } == Outcome.yes + [
                "sendTrackingData authentication true|NorthCable|cd4446ffc75162bb17d602917d686844|true|tablet|ios|Linux"
            ])
        world.platform.change { $0.account = nil }
        #expect(await app.run { $0.checkAuthentication() } == Outcome.no + [none])
    }

    @Test("C06: a host that takes no events is told the same otherwise")
    func plainHost() async throws {
        let world = try World.signedIn()
        let host = PlainHost()
        let core = world.core(host: host)
        core.setRequestor(World.requestor)
        core.checkAuthentication()
        core.getMetadata(.deviceID)
        core.setRequestor(World.requestor)
        await watched("its callbacks") { await host.words.wait(for: 3) }
        #expect(
            host.words.values == ["setRequestorComplete 1", "setAuthenticationStatus 1 ", "setRequestorComplete 1"])
        withExtendedLifetime(core) {}
    }
}
