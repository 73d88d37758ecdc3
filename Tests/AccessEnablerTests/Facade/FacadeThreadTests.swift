import AccessEnabler
import Base
import Dispatch
import PassSimulator
import TestSupport
import Testing

/// Queues, threads and lifetimes of the original SDK's class.
@Suite("Facade: threads and lifetimes", .timeLimit(.minutes(10))) struct FacadeThreadTests {
    private static let key = DispatchSpecificKey<String>()

    @Test("Callbacks arrive on the queue chosen, the main one by default")
    func chosenQueue() async throws {
        let world = try World()
        let queue = DispatchQueue(label: "chosen")
        queue.setSpecific(key: Self.key, value: "chosen")
        let places = Recorder<String?>()
        let host = OldHost { _ in places.add(DispatchQueue.getSpecific(key: Self.key)) }
        let accessEnabler = AccessEnabler(environment: world.environment(queue: queue))
        accessEnabler.delegate = host
        accessEnabler.statusDelegate = host
        accessEnabler.setRequestor(World.requestor)
        accessEnabler.checkAuthentication()
        await host.wait(for: "sendTrackingData")
        #expect(places.values == Array(repeating: "chosen", count: 4))
        #expect(AccessEnabler.Environment().callbackQueue.label == DispatchQueue.main.label)
    }

    @Test("An executor in the settings counts instead of the queue")
    func executor() async throws {
        let world = try World()
        let works = Counter()
        var environment = world.environment()
        environment.settings.callbackExecutor = { work in
            works.add()
            DispatchQueue.global().async(execute: work)
        }
        let host = OldHost()
        let accessEnabler = AccessEnabler(environment: environment)
        accessEnabler.delegate = host
        accessEnabler.setRequestor(World.requestor)
        await host.wait(for: "setRequestorComplete")
        await works.wait(for: 1)
    }

    @Test("Verbs from many threads: every question is answered once, each thread's in its order, none overlapping")
    func manyThreads() async throws {
        let world = try World()
        let (threads, questions) = (8, 50)
        let depth = Lock(0)
        let overlaps = Lock(0)
        let host = OldHost { _ in
            if depth.withLock({ depth in
                defer { depth += 1 }
                return depth
            }) != 0 {
                overlaps.withLock { $0 += 1 }
            }
            depth.withLock { $0 -= 1 }
        }
        let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
        let accessEnabler = AccessEnabler(environment: world.environment(queue: queue))
        accessEnabler.delegate = host
        accessEnabler.setRequestor(World.requestor)
        DispatchQueue.concurrentPerform(iterations: threads) { thread in
            for question in 0..<questions {
                accessEnabler.getMetadata([METADATA_OPCODE_KEY: 100 + thread, "call": question])
            }
        }
        await host.wait(for: "setMetadataStatus", count: threads * questions)
        for thread in 0..<threads {
            let start = "setMetadataStatus nil false \(100 + thread) "
            let answers = host.lines.values.filter { $0.hasPrefix(start) }.map { $0.dropFirst(start.count) }
            #expect(answers == (0..<questions).map { Substring(String($0)) })
        }
        #expect(host.lines.count == threads * questions + 1)
        #expect(overlaps.withLock { $0 } == 0)
    }

    @Test("A released host hears nothing more, the object goes on")
    func releasedHost() async throws {
        let world = try World()
        let statuses = OldHost()
        let accessEnabler = AccessEnabler(environment: world.environment())
        accessEnabler.statusDelegate = statuses
        weak var released: OldHost?
        do {
            let host = OldHost()
            released = host
            accessEnabler.delegate = host
            accessEnabler.setRequestor(World.requestor)
            await host.wait(for: "setRequestorComplete")
        }
        #expect(accessEnabler.delegate == nil)
        #expect(released == nil)
        accessEnabler.checkAuthentication()
        await statuses.wait(for: "status N000")
        #expect(statuses.lines.values == ["status N000 info"])
    }

    @Test("A released object calls nobody any more, even when it goes inside a callback")
    func releasedObject() async throws {
        let world = try World()
        let queue = DispatchQueue(label: "releasing")
        let held = Lock<AccessEnabler?>(nil)
        let host = OldHost { _ in
            let last = held.withLock { held in
                defer { held = nil }
                return held
            }
            withExtendedLifetime(last) {}
        }
        let accessEnabler = Lock<AccessEnabler?>(AccessEnabler(environment: world.environment(queue: queue)))
        held.withLock { $0 = accessEnabler.withLock { $0 } }
        accessEnabler.withLock { $0 = nil }
        held.withLock { held in
            held?.delegate = host
            held?.checkAuthentication()
            held?.checkAuthentication()
            held?.setRequestor(World.requestor)
        }
        await host.wait(for: "setAuthenticationStatus")
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
        #expect(host.lines.count == 1)
        #expect(held.withLock { $0 == nil })
    }

    @Test("The environment set last is that of objects made from then on")
    func environment() async throws {
        let world = try World()
        let before = AccessEnabler.environment
        #expect(before.platform == .iOS && !before.applicationID.isEmpty && before.softwareStatement == nil)
        AccessEnabler.environment = world.environment()
        defer { AccessEnabler.environment = before }
        let made = [
            AccessEnabler(), AccessEnabler(nil), AccessEnabler(world.simulator.softwareStatement),
            AccessEnabler(storageCheck: .INTEGRITY_CHECK_ALL, softwareStatement: world.simulator.softwareStatement),
        ]
        AccessEnabler.environment = before
        for accessEnabler in made {
            let host = OldHost()
            accessEnabler.delegate = host
            accessEnabler.setRequestor(World.requestor)
            await host.wait(for: "setRequestorComplete")
            #expect(host.lines.values == ["setRequestorComplete 1"])
        }
    }
}
