public import AccessEnabler
import Foundation
import PassSimulator
public import PlatformAccount

/// What a sample runs on: the service, the device's TV provider account, and where things are kept.
///
/// Without a service of its own it makes one in this process, with a device nobody has signed in on; both are gone at the
/// end, so that nothing of the person's own is touched.
public final class Stage: Sendable {
    /// The service.
    public let service: ServiceSelection
    /// The software statement for it.
    public let softwareStatement: String
    /// The programmer's id.
    public let requestor: String
    /// Where codes are entered.
    public let activationPage: String
    /// Whether a simulated person answers.
    public let isAutomatic: Bool
    /// What the callbacks tell of how it went.
    public let outcome: Outcome

    private let simulator: PassSimulator?
    private let directory: URL?

    /// Sets up what the options ask for; ends the process with one line when that cannot be.
    public init(_ options: SampleOptions) {
        requestor = options.requestor
        outcome = Outcome(service: options.service ?? "the simulated service")
        isAutomatic = options.isAutomatic
        if let url = options.service, let file = options.statementFile {
            service = .restV2At(url)
            softwareStatement = statement(in: file)
            activationPage = options.activation ?? url + "/activate"
            (simulator, directory) = (nil, nil)
            return
        }
        do {
            let simulator = try PassSimulator()
            let directory = makeTemporaryPlace("Sample")
            service = .restV2At(simulator.baseURL)
            softwareStatement = simulator.softwareStatement
            activationPage = options.activation ?? simulator.baseURL + "/activate"
            (self.simulator, self.directory) = (simulator, directory)
        } catch {
            give(up: "the simulated service cannot start: \(error)", code: 1)
        }
    }

    /// Ends the process: with 0, or with one line that says what failed and 1.
    public func leave() -> Never {
        if let failure = outcome.failure { give(up: failure, code: 1) }
        SampleSupport.leave(0)
    }

    /// Ends the process after Ctrl-C: with one line and 130.
    public func leaveInterrupted() -> Never { give(up: "interrupted", code: 130) }

    /// The device's TV provider account, as the application of this id sees it.
    public func platformAccount(
        applicationIdentifier: String, name: String, prompt: any PermissionPrompt
    ) -> DevicePlatformAccount {
        guard let simulator, let directory else {
            return DevicePlatformAccount(
                applicationIdentifier: applicationIdentifier, applicationName: name, prompt: prompt,
                openBrowser: openBrowser)
        }
        return DevicePlatformAccount(
            applicationIdentifier: applicationIdentifier, applicationName: name,
            database: DeviceAccountDatabase(directory: directory.path), identityURL: simulator.baseURL, prompt: prompt,
            openBrowser: openBrowser)
    }

    /// The SDK's settings: errors reach the person as callbacks, so the log is silent.
    public func settings(redirect: LoopbackListener? = nil) -> Settings {
        Settings(
            storeDirectory: directory?.path, log: SilentLog(), loopbackRedirectURL: redirect?.redirectURL)
    }

    /// Opens a page where the person sees it; a simulated person signs in there, and ends where the browser ends.
    @Sendable public func openBrowser(_ url: String) async -> Bool {
        guard isAutomatic else {
            if await SystemBrowser.open(url) { return true }
            say("No browser can be opened here. Open this page yourself:\n  \(url)")
            return true
        }
        say("  (a person does what the page asks, as viewer / secret)")
        let person = SimulatedPerson()
        guard case .redirected(let end) = await person.signIn(at: url) else { return false }
        return await person.open(end) == .page(200)
    }

    /// The simulated person enters a code at the activation page.
    public func activate(_ code: String) async {
        guard let simulator else { return }
        say("  (a person enters the code on a phone, and signs in as viewer / secret)")
        _ = await SimulatedPerson().activate(code, at: simulator.baseURL)
    }
}

private struct SilentLog: LogSink {
    func log(_ level: LogLevel, category: String, _ message: @autoclosure () -> String) {}
}
