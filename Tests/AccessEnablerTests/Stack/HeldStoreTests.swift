import AccessEnabler
import Base
import Foundation
import PassSimulator
import TestSupport
import Testing

/// Stores held by another process: who waits for one holds up nobody else.
@Suite(.timeLimit(.minutes(10))) struct HeldStoreTests {
    /// What objects are about to do when their store is taken.
    enum Moment: CaseIterable {
        /// Open it, for the verdict of step 3.
        case checking
        /// Keep new client credentials.
        case registering
        /// Keep the configuration.
        case configuring

        var endpoint: Endpoint? {
            switch self {
            case .checking: nil
            case .registering: .register
            case .configuring: .configuration
            }
        }
    }

    // More than the concurrency pool has threads: blocking there, they would leave none to the others.
    private static let count = ProcessInfo.processInfo.activeProcessorCount * 2 + 2

    @Test(
        "Always: many objects wait for a store that another process holds, and one at another store goes on meanwhile",
        arguments: Moment.allCases)
    func othersGoOn(_ moment: Moment) async throws {
        let held = try World.signedIn()
        let free = try World.signedIn()
        // No measure: far beyond what the free object takes.
        let waiting = (0..<Self.count).map { _ in held.app { $0.storeLimit = .seconds(60) } }
        for app in waiting {
            let words = moment == .checking ? await app.setRequestor() : await app.metadata(.deviceID)
            #expect(words.count == 1)
        }

        if let endpoint = moment.endpoint {
            held.simulator.setFault(Fault(.hold), at: endpoint)
            for app in waiting { app.core.setRequestor(World.requestor) }
            await watched("requests") { [held] in
                await held.simulator.waitForRequests(at: endpoint, count: Self.count)
            }
        }
        let holder = try Neighbour("hold", directory: held.directory.path, application: "any")
        try holder.go()
        #expect(holder.line() == "held")
        if moment.endpoint == nil {
            for app in waiting { app.core.checkAuthentication() }
        } else {
            held.simulator.releaseHeld()
        }
        try await waitUntilSomebodyWaits(for: held)

        let app = free.app()
        #expect(await app.setRequestor() == Outcome.complete)
        #expect(await app.check() == Outcome.yes)
        #expect(waiting.allSatisfy { $0.host.callbacks.count == 1 }, "none of them has answered")

        holder.kill()
        held.simulator.clearFaults()
        for app in waiting {
            let words = await app.settle().filter { !$0.hasPrefix("sendTrackingData") }
            #expect(words == (moment == .checking ? Outcome.yes : Outcome.complete))
        }
    }

    /// Returns once somebody is inside the store: since another process holds the file, to wait.
    private func waitUntilSomebodyWaits(for world: World) async throws {
        let users = open(try StoreFile(world).path + ".lock", O_RDONLY | O_CLOEXEC)
        #expect(users >= 0)
        defer { close(users) }
        await watched("somebody inside") {
            while flock(users, LOCK_EX | LOCK_NB) == 0 {
                flock(users, LOCK_UN)
                await Task.yield()
                if Task.isCancelled { return }
            }
        }
    }
}
