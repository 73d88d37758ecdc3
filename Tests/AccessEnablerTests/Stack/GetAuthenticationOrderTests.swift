import AccessEnabler
import Base
import PassSimulator
import PlatformAccount
import TestSupport
import Testing

/// C01 with the verb it was reported for: setRequestor and getAuthentication in one line.
@Suite(.timeLimit(.minutes(10))) struct GetAuthenticationOrderTests {
    @Test("C01, S2.L: getAuthentication acts on setRequestor's outcome, which comes first, always")
    func inOneLine() async throws {
        let signedIn = try World.signedIn()
        let nobody = try World()
        nobody.platform.change { $0.pickerChoice = .cancel }
        let html = Fault(.html)
        for seed in 0..<50 {
            for (world, fault, expected) in [
                (signedIn, nil, Outcome.complete + Outcome.yes), (signedIn, html, Self.failed),
                (
                    nobody, nil,
                    Outcome.complete + [
                        "presentTVProviderDialog", "dismissTVProviderDialog", "status N005 info",
                        #"displayProviderDialog ["NorthCable", "SouthSat", "EastFiber"]"#,
                    ]
                ), (nobody, html, Self.failed),
            ] as [(World, Fault?, [String])] {
                world.simulator.setFault(
                    fault ?? (seed % 3 == 0 ? Fault(.delay(milliseconds: 2)) : nil), at: .configuration)
                let app = world.app(id: "app-\(seed % 10)")
                app.core.setRequestor(World.requestor)
                app.core.getAuthentication()
                await app.host.wait(for: expected.count)
                let words = await app.settle().filter { !$0.hasPrefix("sendTrackingData") }
                #expect(words == expected, "seed \(seed)")
            }
        }
    }

    private static let failed = Outcome.failed("CFG500") + Outcome.generic("CFG500")
}
