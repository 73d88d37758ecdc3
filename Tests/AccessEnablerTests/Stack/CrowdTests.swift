import AccessEnabler
import Base
import Foundation
import PassSimulator
import TestSupport
import Testing

/// Many objects, one after the other or together.
@Suite(.timeLimit(.minutes(10))) struct CrowdTests {
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
