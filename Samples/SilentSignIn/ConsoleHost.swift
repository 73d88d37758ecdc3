import AccessEnabler
import PassSimulator
import PlatformAccount

/// A host application: calls verbs, prints callbacks and the requests behind them.
actor ConsoleHost {
    private let core: AccessEnablerCore
    private let screen: Screen
    private let simulator: PassSimulator
    /// Verbs called, and those whose callbacks were not the documented ones.
    private(set) var tally = (verbs: 0, surprises: 0)

    init(_ simulator: PassSimulator, _ device: ScriptedPlatformAccount, storeDirectory: String) {
        self.simulator = simulator
        screen = Screen()
        core = AccessEnablerCore(
            softwareStatement: simulator.softwareStatement, applicationID: "sample.silent-sign-in",
            service: .restV1At(simulator.baseURL), platformAccount: device,
            settings: Settings(storeDirectory: storeDirectory, log: QuietLog()), delegate: screen)
    }

    func setRequestor(_ requestor: String = "NORTHSTAR", expecting callbacks: String...) async {
        await perform("setRequestor(\"\(requestor)\")", callbacks, until: .setRequestorComplete) {
            core.setRequestor(requestor)
        }
    }

    func checkAuthentication(expecting callbacks: String...) async {
        // sendTrackingData is the last callback of checkAuthentication.
        await perform("checkAuthentication()", callbacks + ["sendTrackingData"], until: .sendTrackingData) {
            core.checkAuthentication()
        }
    }

    func tokenSource(expecting callback: String) async {
        await perform("getMetadata(tokenSource)", [callback], until: .setMetadataStatus) {
            core.getMetadata(.userMetadata("tokenSource"))
        }
    }

    private func perform(
        _ verb: String, _ expected: [String], until last: Screen.Kind, _ call: () -> Void
    ) async {
        simulator.clearRequests()
        print("  > \(verb)")
        call()
        var seen: [String] = []
        for await event in screen.events {
            print("    < \(event.text)")
            seen.append(event.name)
            if event.kind == last { break }
        }
        for request in simulator.requests {
            print("      service: \(request.method) \(request.path) \(request.status.map(String.init) ?? "no answer")")
        }
        tally.verbs += 1
        if seen != expected {
            tally.surprises += 1
            print("    ! documented: \(expected.joined(separator: ", "))")
        }
    }
}

/// The transcript shows every code; the log would tell them twice.
private struct QuietLog: LogSink {
    func log(_ level: LogLevel, category: String, _ message: @autoclosure () -> String) {}
}
