import AccessEnabler
import PassSimulator
import PlatformAccount
import SampleSupport

/// A host application: calls verbs, prints callbacks and the requests behind them.
actor ConsoleHost {
    private let core: AccessEnablerCore
    private let screen = Screen()
    private let simulator: PassSimulator
    private let tally: Tally
    /// What the host was told last: the page to open, and the code to show.
    private var page = ""
    private var code = ""

    init(
        _ simulator: PassSimulator, _ device: ScriptedPlatformAccount, _ platform: PlatformBehaviour,
        storeDirectory: String, _ tally: Tally
    ) {
        self.simulator = simulator
        self.tally = tally
        core = AccessEnablerCore(
            softwareStatement: simulator.softwareStatement, applicationID: "sample.demo", platform: platform,
            service: .restV2At(simulator.baseURL), platformAccount: device,
            settings: Settings(storeDirectory: storeDirectory, log: QuietLog()), delegate: screen)
    }

    func setRequestor(_ requestor: String = "NORTHSTAR", expecting callbacks: String...) async {
        await perform("setRequestor(\"\(requestor)\")", callbacks, until: .setRequestorComplete) {
            core.setRequestor(requestor)
        }
    }

    func checkAuthentication(expecting callbacks: String...) async {
        await perform("checkAuthentication()", callbacks + ["sendTrackingData"], until: .verdict) {
            core.checkAuthentication()
        }
    }

    func metadata(_ key: String, expecting callback: String) async {
        await perform("getMetadata(\(key))", [callback], until: .metadata) { core.getMetadata(.userMetadata(key)) }
    }

    func getAuthentication(until last: Screen.Kind, expecting callbacks: String...) async {
        await perform("getAuthentication()", callbacks, until: last) { core.getAuthentication() }
    }

    func setSelectedProvider(_ mvpd: String?, until last: Screen.Kind, expecting callbacks: String...) async {
        await perform("setSelectedProvider(\(mvpd ?? "nil"))", callbacks, until: last) {
            core.setSelectedProvider(mvpd)
        }
    }

    func handleRedirect(until last: Screen.Kind, expecting callbacks: String...) async {
        await perform("handleExternalURL(\"\(AccessEnablerCore.redirectURL)\")", callbacks, until: last) {
            core.handleExternalURL(AccessEnablerCore.redirectURL)
        }
    }

    func logout(until last: Screen.Kind, expecting callbacks: String...) async {
        await perform("logout()", callbacks, until: last) { core.logout() }
    }

    func getAuthorization(_ resource: String, expecting callbacks: String...) async {
        await perform("getAuthorization(\(resource))", callbacks + ["sendTrackingData"], until: .playVerdict) {
            core.getAuthorization(resource)
        }
    }

    func checkPreauthorizedResources(_ resources: String..., expecting callback: String) async {
        await perform(
            "checkPreauthorizedResources(\(resources.joined(separator: ", ")))", [callback], until: .preauthorized
        ) { core.checkPreauthorizedResources(resources) }
    }

    func getSelectedProvider(expecting callback: String) async {
        await perform("getSelectedProvider()", [callback], until: .selected) { core.getSelectedProvider() }
    }

    /// The provider's subscription does not include a resource.
    func deny(_ resource: String, at mvpd: String, _ text: String) {
        simulator.dashboard { $0["NORTHSTAR", mvpd]?.denials[resource] = .byMVPD(text) }
    }

    /// The person signs in at the page that was opened.
    func personSignsIn() async {
        say("  (the person signs in at the page)")
        _ = await SimulatedPerson().signIn(at: page)
    }

    /// The person uses the code on a second screen; the host only waits.
    func personActivates(until last: Screen.Kind, expecting callbacks: String...) async {
        _ = await SimulatedPerson().activate(code, at: simulator.baseURL)
        await perform("(the person enters the code on another device)", callbacks, until: last) {}
    }

    private func perform(
        _ verb: String, _ expected: [String], until last: Screen.Kind, _ call: () -> Void
    ) async {
        simulator.clearRequests()
        say("  > \(verb)")
        call()
        var seen: [String] = []
        for await event in screen.events {
            say("    < \(event.text)")
            seen.append(event.name)
            if event.kind == .page { page = event.detail }
            if event.kind == .code { code = event.detail }
            if event.kind == last || (last == .logoutVerdict && event.kind == .status0) { break }
        }
        for request in simulator.requests {
            say("      service: \(request.method) \(request.path) \(request.status.map(String.init) ?? "no answer")")
        }
        let isSurprise = seen != expected
        if isSurprise { say("    ! documented: \(expected.joined(separator: ", "))") }
        await tally.add(isSurprise: isSurprise)
    }
}

/// The transcript shows every code; the log would tell them twice.
struct QuietLog: LogSink {
    func log(_ level: LogLevel, category: String, _ message: @autoclosure () -> String) {}
}
