import AccessEnabler
import Base
import CMalloc
import PassSimulator
import TestSupport
import Testing

/// S2.L: a host that calls and calls while the service keeps it waiting.
@Suite(.timeLimit(.minutes(10))) struct BacklogTests {
    // A process of its own: what others have on the heap must not count.
    @Test("C01, S2.L: 10,000 verbs behind an answer held back: each answered once, in order; the memory is given back")
    func answered() async {
        await #expect(processExitsWith: .success) {
            let world = try World()
            let before = malloc_bytes_in_use()
            do {
                let app = world.app()
                Backlog.call(app.core, in: world)
                await Backlog.isHeld(in: world)
                // Some 400 bytes each.
                #expect(malloc_bytes_in_use() < before + Backlog.count * 1000)
                #expect(app.host.callbacks.isEmpty)
                world.simulator.releaseHeld()
                let words = await app.settle().filter { !$0.hasPrefix("sendTrackingData") }
                #expect(words.elementsEqual(Outcome.failed("CFG400") + (0..<Backlog.count).flatMap(Backlog.words)))
            }
            #expect(malloc_bytes_in_use() < before + 1_000_000)
        }
    }

    @Test(
        "C05, S2.L: released with 10,000 verbs waiting, none or half of them answered; nothing comes after it",
        arguments: [0, 5_000])
    func released(afterCallbacks count: Int) async throws {
        let world = try World()
        let holder = Holder(world)
        let told = Counter()
        holder.host.react { _ in if told.add() == count { holder.release() } }
        holder.use { Backlog.call($0, in: world) }
        await Backlog.isHeld(in: world)
        if count == 0 { holder.release() } else { world.simulator.releaseHeld() }
        await holder.waitUntilGone()
        world.simulator.releaseHeld()
        #expect(holder.host.callbacks.count == count)
        #expect(holder.isReleased)
    }
}

/// Verbs that one setRequestor holds up; it fails, so that they take no time of their own.
private enum Backlog {
    static let count = 10_000

    /// Calls them all, with the configuration held back.
    static func call(_ core: AccessEnablerCore, in world: World) {
        world.simulator.setFault(Fault(.hold, times: 1), at: .configuration)
        core.setRequestor("UNKNOWN")
        for number in 0..<count { call(number, core) }
    }

    static func isHeld(in world: World) async {
        await watched("the held request") { await world.simulator.waitForRequests(at: .configuration) }
    }

    private static func call(_ number: Int, _ core: AccessEnablerCore) {
        switch number % 5 {
        case 0: core.getMetadata(.authenticationExpiry, arguments: ["number": String(number)])
        case 1: core.checkAuthentication()
        case 2: core.getSelectedProvider()
        case 3: core.checkAuthorization("R\(number)")
        default: core.checkPreauthorizedResources(["R\(number)"])
        }
    }

    /// What such a verb leads to without a configuration.
    static func words(_ number: Int) -> [String] {
        switch number % 5 {
        case 0: [#"setMetadataStatus authenticationExpiry nil ["\#(number)"]"#]
        case 1: Outcome.generic("CFG400")
        case 2: ["selectedProvider nil"]
        case 3: ["status CFG400 error", "tokenRequestFailed R\(number) GENERIC_AUTHENTICATION_ERROR"]
        default: ["status CFG400 error", "preauthorizedResources []"]
        }
    }
}
