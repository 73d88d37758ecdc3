import AccessEnabler
import PassSimulator
import PlatformAccount

/// A host application: calls verbs, prints callbacks and the requests behind them.
final class ConsoleHost: Sendable {
    private let core: AccessEnablerCore
    private let screen: Screen
    private let simulator: PassSimulator

    init(_ simulator: PassSimulator, _ device: ScriptedPlatformAccount, storeDirectory: String) {
        self.simulator = simulator
        screen = Screen()
        core = AccessEnablerCore(
            softwareStatement: simulator.softwareStatement, applicationID: "sample.silent-sign-in",
            service: .restV1At(simulator.baseURL), platformAccount: device,
            settings: Settings(storeDirectory: storeDirectory), delegate: screen)
    }

    func setRequestor(_ requestor: String = "NORTHSTAR") async {
        await perform("setRequestor(\"\(requestor)\")", until: .setRequestorComplete) {
            core.setRequestor(requestor)
        }
    }

    func checkAuthentication() async {
        // sendTrackingData is the last callback of checkAuthentication.
        await perform("checkAuthentication()", until: .sendTrackingData) { core.checkAuthentication() }
    }

    func tokenSource() async {
        await perform("getMetadata(tokenSource)", until: .setMetadataStatus) {
            core.getMetadata(.userMetadata("tokenSource"))
        }
    }

    private func perform(_ verb: String, until last: Screen.Kind, _ call: () -> Void) async {
        simulator.clearRequests()
        print("  > \(verb)")
        call()
        for await event in screen.events {
            print("    < \(event.text)")
            if event.kind == last { break }
        }
        for request in simulator.requests {
            print(
                "      service: \(request.method) \(request.path) -> \(request.status.map(String.init) ?? "no answer")")
        }
    }
}
