import AccessEnabler
import Base
import PassSimulator
import TestSupport
import Testing

/// S2.L, C01: verbs run in the order called, and what they lead to arrives in that order.
@Suite(.timeLimit(.minutes(10))) struct OrderTests {
    @Test("C01, S2.L: setRequestor and another verb in one line, the configuration good, failing, slow or held")
    func configurationFirst() async throws {
        let world = try World.signedIn()
        var random = SplitMix(seed: 1)
        for seed in 0..<200 {
            let app = world.app(id: "app-\(seed % 20)")
            let outcome = try #require(Fault.Effect.manners.randomElement(using: &random))
            world.simulator.setFault(outcome.effect.map { Fault($0) }, at: .configuration)
            world.simulator.clearRequests()
            app.core.setRequestor(World.requestor)
            app.core.checkAuthentication()
            app.core.getMetadata(.userMetadata("tokenSource"))
            if outcome.effect == .hold {
                await watched("the held request") { await world.simulator.waitForRequests(at: .configuration) }
                #expect(app.host.words.isEmpty)
                world.simulator.releaseHeld()
            }
            let words = await app.settle().filter { !$0.hasPrefix("sendTrackingData") }
            let expected =
                outcome.code.map {
                    Outcome.failed($0) + Outcome.generic($0) + ["setMetadataStatus tokenSource nil"]
                } ?? Outcome.complete + Outcome.yes + [#"setMetadataStatus tokenSource "Apple""#]
            #expect(words == expected, "seed \(seed), \(outcome)")
        }
    }

    @Test("C01: two verbs in a row keep their order, 10,000 times")
    func tenThousandPairs() async throws {
        let world = try World()
        let app = world.app()
        let pairs = 10_000
        for number in 0..<pairs {
            app.core.getMetadata(.authenticationExpiry, arguments: ["number": String(number)])
            app.core.checkAuthentication()
        }
        let words = await app.settle()
        #expect(words.count == 4 * pairs)
        let tracking = "sendTrackingData authentication false|||false|tablet|ios|Linux"
        let swapped = (0..<min(pairs, words.count / 4)).first { number in
            Array(words[4 * number..<4 * number + 4])
                != [#"setMetadataStatus authenticationExpiry nil ["\#(number)"]"#]
                + Outcome.generic("CFG400") + [tracking]
        }
        #expect(swapped == nil)
    }

    @Test("C01: verbs of several threads keep the order of each thread")
    func severalThreads() async throws {
        let world = try World()
        let app = world.app()
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<4 {
                group.addTask {
                    for number in 0..<1000 {
                        app.core.getMetadata(
                            .authenticationExpiry, arguments: ["thread": String(thread), "number": String(number)])
                    }
                }
            }
        }
        _ = await app.settle()
        var next = [0, 0, 0, 0]
        for callback in app.host.callbacks {
            guard case .setMetadataStatus(_, _, _, let arguments) = callback,
                let thread = arguments["thread"].flatMap({ Int($0) }),
                let number = arguments["number"].flatMap({ Int($0) })
            else {
                Issue.record("\(callback.words)")
                continue
            }
            #expect(number == next[thread])
            next[thread] = number + 1
        }
        #expect(next == [1000, 1000, 1000, 1000])
    }

    @Test("S2.L: a second setRequestor is queued, each has its own complete, the last one wins")
    func twoRequestors() async throws {
        let world = try World()
        world.simulator.dashboard { dashboard in
            dashboard.requestors["SOUTHSTAR"] = Dashboard.Requestor(
                id: "SOUTHSTAR", name: "South", domains: [], mvpds: [.init(id: "Other", displayName: "Other")])
        }
        let app = world.app()
        world.simulator.setFault(Fault(.hold, times: 1), at: .configuration)
        app.core.setRequestor(World.requestor)
        app.core.setRequestor("UNKNOWN")
        app.core.checkAuthentication()
        app.core.setRequestor("SOUTHSTAR")
        app.core.checkAuthentication()
        await watched("the held request") { await world.simulator.waitForRequests(at: .configuration) }
        #expect(app.host.words.isEmpty)
        world.simulator.releaseHeld()
        let words = await app.settle().filter { !$0.hasPrefix("sendTrackingData") }
        #expect(
            words == Outcome.complete + Outcome.failed("CFG400") + Outcome.generic("CFG400") + Outcome.complete
                + Outcome.no)
    }

    @Test("I3: options count for the verbs called after them")
    func options() async throws {
        let world = try World()
        let app = world.app()
        app.core.checkAuthentication()
        app.core.setOptions(Options(deviceInfo: ["primaryHardwareType": "GamesConsole"]))
        app.core.checkAuthentication()
        let devices = await app.settle().compactMap { word in
            word.hasPrefix("sendTrackingData") ? word.split(separator: "|").dropLast(2).last.map(String.init) : nil
        }
        #expect(devices == ["tablet", "gameconsole"])
    }
}

extension Fault.Effect {
    /// How a configuration may come, and the code it leads to; nil = it comes.
    fileprivate static let manners: [(effect: Fault.Effect?, code: String?)] = [
        (nil, nil), (.delay(milliseconds: 3), nil), (.hold, nil), (.html, "CFG500"), (.reset, "CFG404"),
        (
            .status(403, body: #"{"status":403,"message":"no"}"#, contentType: "application/json", headers: [:]),
            "SEC403"
        ),
    ]
}
