import AccessEnabler
import Base
import Foundation
import PassSimulator
import PlatformAccount
import TestSupport
import Testing

/// C05: what a host may do inside a callback, and what becomes of an object that is let go.
@Suite(.timeLimit(.minutes(2))) struct LifecycleTests {
    @Test("C05, Always: every verb from inside every kind of callback; none overlaps another, each gets its end")
    func verbsInsideCallbacks() async throws {
        let world = try World.signedIn()
        world.platform.change { $0.pickerChoice = .otherProvider }
        let host = RecordingHost()
        let core = world.core(host: host)
        let seen = Lock<Set<String>>([])
        let depth = Lock(0)
        let overlaps = Lock(0)
        let calls = Lock(0)
        host.react { [weak core] callback in
            depth.withLock { $0 += 1 }
            defer { depth.withLock { $0 -= 1 } }
            if depth.withLock({ $0 }) != 1 { overlaps.withLock { $0 += 1 } }
            guard let core, seen.withLock({ $0.insert(callback.kind).inserted }) else { return }
            calls.withLock { $0 += 1 }
            core.setOptions(Options(visitorID: "visitor"))
            core.setRequestor(World.requestor)
            core.checkAuthentication()
            core.getMetadata(.userMetadata("zip"))
            core.getAuthentication()
            core.setSelectedProvider(nil)
            core.handleExternalURL("https://elsewhere.example")
            core.logout()
            // What a logout's page waits for.
            core.handleExternalURL("adobepass://ios.app")
        }
        core.setRequestor(World.requestor)
        core.checkAuthentication()
        let app = App(core: core, host: host)
        _ = await app.settle()
        // Verbs called inside callbacks call for more.
        while true {
            let before = host.callbacks.count
            _ = await app.settle()
            if host.callbacks.count == before { break }
        }
        #expect(overlaps.withLock { $0 } == 0)
        let rounds = calls.withLock { $0 }
        #expect(rounds >= 5)
        #expect(host.callbacks.count { $0.kind == "setRequestorComplete" } == rounds + 1)
        #expect(host.callbacks.count { $0.kind == "setMetadataStatus" } == rounds)
        #expect(
            seen.withLock { $0 }.isSuperset(of: [
                "setRequestorComplete", "setAuthenticationStatus", "status", "setMetadataStatus", "sendTrackingData",
            ]))
    }

    @Test(
        "C05: the last reference dropped inside a callback; nothing comes after it, everything is released",
        arguments: [
            "setRequestorComplete", "status", "setAuthenticationStatus", "sendTrackingData", "setMetadataStatus",
        ])
    func releasedInsideCallback(_ kind: String) async throws {
        let world = try World()
        let holder = Holder(world)
        holder.host.react { callback in if callback.kind == kind { holder.release() } }
        holder.use { core in
            core.setRequestor(World.requestor)
            core.checkAuthentication()
            core.getMetadata(.userMetadata("zip"))
            core.setRequestor(World.requestor)
            core.checkAuthentication()
        }
        await holder.waitUntilGone()
        #expect(holder.host.callbacks.last?.kind == kind)
        #expect(holder.host.callbacks.count { $0.kind == kind } == 1)
        #expect(holder.isReleased)
    }

    @Test("C05: a callback that blocks holds up only the next callback, not the flows, not other objects")
    func blockingCallback() async throws {
        let world = try World()
        let app = world.app()
        let inside = Gate()
        let mayGo = DispatchSemaphore(value: 0)
        let isFirst = Lock(true)
        app.host.react { _ in
            guard
                isFirst.withLock({ first in
                    defer { first = false }
                    return first
                })
            else { return }
            inside.open()
            mayGo.wait()
        }
        app.core.setRequestor(World.requestor)
        await watched("the first callback") { await inside.wait() }
        app.core.checkAuthentication()
        app.core.setRequestor(World.requestor)
        // The second call's question reaches the service while the host still blocks.
        await watched("the second request") { await world.simulator.waitForRequests(at: .configuration, count: 2) }
        let other = world.app()
        #expect(await other.setRequestor() == Outcome.complete)
        #expect(app.host.words == Outcome.complete)
        mayGo.signal()
        let words = await app.settle().filter { !$0.hasPrefix("sendTrackingData") }
        #expect(words == Outcome.complete + Outcome.no + Outcome.complete)
    }

    @Test("C05: the delegate thrown away inside a callback; the next one gets what comes after")
    func delegateThrownAway() async throws {
        let world = try World()
        let executor = HandOperated()
        let first = Lock<RecordingHost?>(RecordingHost())
        let heard = Recorder<String>()
        let core = world.core(host: first.withLock { $0 }) { $0.callbackExecutor = { executor.take($0) } }
        first.withLock { $0 }?.react { callback in
            heard.add(callback.words)
            first.withLock { $0 = nil }
        }
        core.setRequestor(World.requestor)
        core.checkAuthentication()
        for count in 1...4 {
            await watched("callback \(count)") { await executor.wait(for: count) }
            executor.runOne()
        }
        #expect(core.delegate == nil)
        #expect(heard.values == Outcome.complete)
        let next = RecordingHost()
        core.delegate = next
        core.checkAuthentication()
        for count in 5...7 {
            await watched("callback \(count)") { await executor.wait(for: count) }
            executor.runOne()
        }
        #expect(next.words.dropLast() == Outcome.no[...])
        #expect(heard.count == 1)
    }

    @Test("C05: what waits is told to the delegate of the moment it is delivered; without one to nobody")
    func lateDelegate() async throws {
        let world = try World()
        let executor = HandOperated()
        let core = world.core(host: nil) { $0.callbackExecutor = { executor.take($0) } }
        let mark = RecordingHost()
        core.getMetadata(.authenticationExpiry)
        await watched("the first callback") { await executor.wait(for: 1) }
        executor.runOne()  // No delegate.
        core.getMetadata(.authorizationExpiry(resource: "R1"))
        await watched("the second callback") { await executor.wait(for: 2) }
        core.delegate = mark
        executor.runOne()
        #expect(mark.words == ["setMetadataStatus authorizationExpiry(R1) nil"])
    }

    @Test("Always: callbacks run on the executor the host chose, handed over one at a time")
    func chosenExecutor() async throws {
        let world = try World()
        let executor = HandOperated()
        let host = RecordingHost()
        let core = world.core(host: host) { $0.callbackExecutor = { executor.take($0) } }
        core.setRequestor(World.requestor)
        core.checkAuthentication()
        for count in 1...4 {
            await watched("callback \(count)") { await executor.wait(for: count) }
            #expect(host.callbacks.count == count - 1)
            executor.runOne()
            #expect(host.callbacks.count == count)
        }
        #expect(
            host.callbacks.map(\.kind) == [
                "setRequestorComplete", "status", "setAuthenticationStatus", "sendTrackingData",
            ])
    }

    @Test("Always: an executor that runs at once is as good")
    func immediateExecutor() async throws {
        let world = try World()
        let app = world.app { $0.callbackExecutor = { $0() } }
        app.host.react { [weak core = app.core] callback in
            if callback.kind == "setRequestorComplete" { core?.checkAuthentication() }
        }
        _ = await app.run { core in
            core.setRequestor(World.requestor)
            for number in 0..<2000 { core.getMetadata(.authenticationExpiry, arguments: ["number": String(number)]) }
        }
        _ = await app.settle()
        let answers = (0..<2000).map { #"setMetadataStatus authenticationExpiry nil ["\#($0)"]"# }
        #expect(app.host.words.filter { $0.hasPrefix("setMetadataStatus") } == answers)
        let others = app.host.callbacks.filter { $0.kind != "setMetadataStatus" && !$0.isTracking }.map(\.words)
        #expect(others == Outcome.complete + Outcome.no)
    }

    @Test(
        "C05: released while the service is waited for, at any request; no callback, everything let go",
        arguments: [Endpoint.register, .token, .configuration, .profileRequest, .exchange, .authentication])
    func releasedInFlight(_ endpoint: Endpoint) async throws {
        let world = try World.signedIn()
        world.simulator.setFault(Fault(.hold), at: endpoint)
        let holder = Holder(world)
        holder.use { core in
            core.setRequestor(World.requestor)
            core.checkAuthentication()
        }
        await watched("the held request") { await world.simulator.waitForRequests(at: endpoint) }
        holder.release()
        await holder.waitUntilGone()
        world.simulator.releaseHeld()
        #expect(holder.host.words.isEmpty)
        #expect(holder.isReleased)
    }

    @Test("C05: released while the platform is waited for, or a retry; no callback, everything let go")
    func releasedWhileWaiting() async throws {
        for pace in [ScriptedPlatformAccount.Pace.held, .never] {
            let world = try World.signedIn()
            world.platform.change { $0.accountPace = pace }
            let holder = Holder(world)
            holder.use { $0.setRequestor(World.requestor) }
            await watched("the platform's question") {
                await world.clock.waitForSleepers(.deadline, lasting: .seconds(5))
            }
            holder.release()
            await holder.waitUntilGone()
            #expect(holder.host.words.isEmpty)
        }
        let world = try World(skips: [])
        world.simulator.setFault(Fault(.throttled), at: .configuration)
        let holder = Holder(world)
        holder.use { $0.setRequestor(World.requestor) }
        await watched("the pause") { await world.clock.waitForSleepers(.backOff) }
        holder.release()
        await holder.waitUntilGone()
        #expect(holder.host.words.isEmpty)
    }

    @Test("C05: released while a person is waited for: the picker is let go without a callback")
    func releasedWithPicker() async throws {
        let world = try World()
        let holder = Holder(world)
        holder.use { core in
            core.setRequestor(World.requestor)
            core.getAuthentication()
        }
        await holder.host.wait(for: 2)
        #expect(holder.host.callbacks.map(\.kind) == ["setRequestorComplete", "presentTVProviderDialog"])
        holder.release()
        await holder.waitUntilGone()
        #expect(holder.host.callbacks.count == 2)
    }

    @Test("T09: 300 rounds with four service URLs, two refusing, one slow, one good, half of them released in flight")
    func manyRounds() async throws {
        let world = try World()
        let refusing = try [UnusedPort(), UnusedPort()]
        let configuration = RawService.xml(RawService.mvpd("Slow"))
        let slow = try RawService {
            [
                .text(
                    LoopbackServer.head(
                        200,
                        [
                            ("Content-Type", "application/xml"), ("Content-Length", String(configuration.utf8.count)),
                        ])), .drip(Data(configuration.utf8.prefix(2))), .send(Data(configuration.utf8.dropFirst(2))),
            ]
        }
        let urls = refusing.map { "http://127.0.0.1:\($0.number)" } + [slow.baseURL, world.simulator.baseURL]
        var random = SplitMix(seed: 9)
        for round in 0..<300 {
            // Every second object shares the process's transport, the others bring their own and take it along.
            let isShared = round % 2 == 0
            if round % 4 < 2 {
                let host = RecordingHost()
                let core = world.core(host: host) { if isShared { $0.clock = SystemClock() } }
                let app = App(core: core, host: host)
                let words = await app.setRequestor(World.requestor, urls.shuffled(using: &random))
                #expect(words.last == "setRequestorComplete 1")
                #expect(words.count { $0.hasPrefix("setRequestorComplete") } == 1)
            } else {
                let holder = Holder(world) { if isShared { $0.clock = SystemClock() } }
                holder.use { $0.setRequestor(World.requestor, serviceProviders: urls) }
                let asked = slow.requests.count
                if Bool.random(using: &random) { await watched("a request") { await slow.waitForRequests(asked + 1) } }
                holder.release()
                await holder.waitUntilGone()
                #expect(holder.host.callbacks.count { $0.kind == "setRequestorComplete" } <= 1)
            }
        }
    }

    @Test("R03: 50 objects on one store meet an expired access token together; each renews it once at most")
    func expiredForFifty() async throws {
        let world = try World()
        _ = await world.app().setRequestor()
        world.clock.advance(by: .seconds(7 * 3600))
        world.simulator.clearRequests()
        let apps = (0..<50).map { _ in world.app() }
        for _ in 0..<2 {
            let outcomes = await withTaskGroup(of: [String].self) { group in
                for app in apps { group.addTask { await app.setRequestor() } }
                return await group.reduce(into: [[String]]()) { $0.append($1) }
            }
            #expect(outcomes == Array(repeating: Outcome.complete, count: 50))
        }
        let requests = world.takeRequests()
        #expect(requests.count { $0 == .configuration } == 100)
        #expect(requests.count { $0 == .register } == 0)
        #expect((1...50).contains(requests.count { $0 == .token }))
    }
}

/// Holds an object so that it can be let go, and tells when everything it was made of is gone.
///
/// The engine alone holds the platform account it was given: once that is gone, nothing runs any more.
private final class Holder: Sendable {
    let host = RecordingHost()
    private let core: Lock<AccessEnablerCore?>
    private let seen: Lock<Weak>
    private let gone = Gate()
    private let queue = DispatchQueue(label: "Holder.callbacks")

    private struct Weak {
        weak var core: AccessEnablerCore?
    }

    init(_ world: World, change: (inout Settings) -> Void = { _ in }) {
        let queue = queue
        let made = world.core(account: Witness(world.platform, gone: gone), host: host) { settings in
            settings.callbackExecutor = { queue.async(execute: $0) }
            change(&settings)
        }
        core = Lock(made)
        seen = Lock(Weak(core: made))
    }

    func use(_ body: (AccessEnablerCore) -> Void) {
        if let core = core.withLock({ $0 }) { body(core) }
    }

    func release() {
        let last = core.withLock { core in
            defer { core = nil }
            return core
        }
        withExtendedLifetime(last) {}
    }

    /// Also waits until the callbacks' queue has done what it was given.
    func waitUntilGone(sourceLocation: SourceLocation = #_sourceLocation) async {
        await watched("the object's end", sourceLocation) { [gone] in await gone.wait() }
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }

    var isReleased: Bool { seen.withLock { $0.core == nil } }
}

/// Passes everything on, and opens a gate when it is released.
private final class Witness: PlatformAccountBackend {
    private let backend: ScriptedPlatformAccount
    private let gone: Gate

    init(_ backend: ScriptedPlatformAccount, gone: Gate) {
        self.backend = backend
        self.gone = gone
    }

    deinit { gone.open() }

    func permission(prompting: Bool) async throws(PlatformAccountError) -> AccessPermission {
        try await backend.permission(prompting: prompting)
    }

    func account(
        _ request: AccountRequest, presenter: (any TVProviderPresenter)?
    ) async throws(PlatformAccountError) -> AccountMetadata {
        try await backend.account(request, presenter: presenter)
    }
}

/// An executor operated by hand: takes work, and does it when told.
private final class HandOperated: Sendable {
    private let waiting = Lock<[@Sendable () -> Void]>([])
    private let taken = Recorder<Void>()

    func take(_ work: @escaping @Sendable () -> Void) {
        waiting.withLock { $0.append(work) }
        taken.add(())
    }

    /// Returns once so much work has been taken.
    func wait(for count: Int) async { await taken.wait(for: count) }

    func runOne() {
        let work = waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        work?()
    }
}
