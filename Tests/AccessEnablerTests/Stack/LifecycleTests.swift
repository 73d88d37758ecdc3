import AccessEnabler
import Base
import Foundation
import PassSimulator
import PlatformAccount
import TestSupport
import Testing

/// C05: what a host may do inside a callback, and what becomes of an object that is let go.
@Suite(.timeLimit(.minutes(10))) struct LifecycleTests {
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

    @Test("Always: even on an executor that runs work side by side, callbacks neither overlap nor change places")
    func concurrentExecutor() async throws {
        let world = try World()
        let app = world.app { $0.callbackExecutor = { DispatchQueue.global().async(execute: $0) } }
        let depth = Lock(0)
        let overlaps = Lock(0)
        app.host.react { _ in
            if depth.withLock({ depth in
                depth += 1
                return depth
            }) > 1 {
                overlaps.withLock { $0 += 1 }
            }
            depth.withLock { $0 -= 1 }
        }
        _ = await app.run { core in
            for number in 0..<1000 {
                core.getMetadata(.authenticationExpiry, arguments: ["number": String(number)])
                core.checkAuthentication()
            }
        }
        #expect(overlaps.withLock { $0 } == 0)
        let answers = app.host.words.filter { $0.hasPrefix("setMetadataStatus") }
        #expect(answers == (0..<1000).map { #"setMetadataStatus authenticationExpiry nil ["\#($0)"]"# })
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
}
