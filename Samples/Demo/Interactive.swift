import AccessEnabler
import FoundationEssentials
import PassSimulator
import PlatformAccount
import SampleSupport

/// The demo with a person at the keyboard: picker and lists in the terminal, pages in a browser or by a typed name.
final class Interactive: AccessEnablerDelegate {
    private static let help = "Verbs: check, login, force, select ID (or none), source, logout, quit"
    private let simulator: PassSimulator
    private let storeDirectory: URL
    private let held = Held()
    private let outcome = Outcome(service: "the simulated service")

    init() throws {
        simulator = try PassSimulator()
        storeDirectory = makeTemporaryPlace("Demo")
    }

    func run() {
        let interrupts = onInterrupt {
            self.close()
            say("")
            give(up: "interrupted", code: 130)
        }
        say("Second screen with a code (tvOS behaviour) instead of a page (iOS behaviour)? [y/N]")
        let isScreen = readLine()?.lowercased() == "y"
        held.core = AccessEnablerCore(
            softwareStatement: simulator.softwareStatement, applicationID: "sample.demo",
            platform: isScreen ? .tvOS : .iOS, service: .restV2At(simulator.baseURL),
            platformAccount: ScriptedPlatformAccount(Stage.script(simulator)),
            settings: Settings(storeDirectory: storeDirectory.path, log: QuietLog()), delegate: self)
        held.core?.setRequestor("NORTHSTAR")
        say(Self.help)
        while let line = readLine() {
            if let answer = held.takeQuestion() {
                answer(line)
            } else if line == "quit" {
                break
            } else {
                call(line.split(separator: " ").map(String.init))
            }
        }
        interrupts.cancel()
        close()
        if let failure = outcome.failure { give(up: failure, code: 1) }
    }

    private func close() {
        held.core = nil
        simulator.stop()
    }

    private func call(_ words: [String]) {
        switch words.first {
        case "check": held.core?.checkAuthentication()
        case "login": held.core?.getAuthentication()
        case "force": held.core?.getAuthentication(forceAuthn: true)
        case "select": held.core?.setSelectedProvider(words.dropFirst().first)
        case "source": held.core?.getMetadata(.userMetadata("tokenSource"))
        case "logout": held.core?.logout()
        case nil: break
        default: say(Self.help)
        }
    }

    func setRequestorComplete(_ status: Int) {
        say("< setRequestorComplete(\(status))")
        outcome.noteRequestor(status)
    }

    func setAuthenticationStatus(_ status: Int, errorCode: String) {
        say("< setAuthenticationStatus(\(status), \"\(errorCode)\")")
        outcome.noteAuthentication(status, errorCode: errorCode)
    }

    func status(_ status: AdvancedStatus) {
        say("< status \(status.errorID) \(status.message ?? "")")
        outcome.note(status)
        if status.errorID == "REGCODE" {
            say("  Open \(simulator.baseURL)/activate in a browser and enter the code; sign in as viewer / secret.")
        }
    }

    func setMetadataStatus(
        _ metadata: JSONValue?, encrypted: Bool, forKey key: MetadataKey, arguments: [String: String]
    ) {
        say("< setMetadataStatus(\(metadata?.text ?? "nil"))")
    }

    func presentTVProviderDialog(_ dialog: TVProviderDialog) {
        say("< presentTVProviderDialog")
        for (number, provider) in dialog.providers.enumerated() { say("  \(number + 1) \(provider.displayName)") }
        held.ask("  A number, a name to search for, o for another provider, Enter cancels:") { text in
            if text == "o" {
                dialog.chooseOtherProvider()
            } else if let number = Int(text), dialog.providers.indices.contains(number - 1) {
                dialog.choose(dialog.providers[number - 1])
            } else if !text.isEmpty, let found = dialog.search(text).first {
                dialog.choose(found)
            } else {
                dialog.cancel()
            }
        }
    }

    func dismissTVProviderDialog(_ dialog: TVProviderDialog) { say("< dismissTVProviderDialog") }

    func displayProviderDialog(_ mvpds: [ConfiguredMVPD]) {
        say("< displayProviderDialog: \(mvpds.map(\.id).joined(separator: ", ")); answer with: select ID, or select")
    }

    func navigateToUrl(_ url: String) {
        say("< navigateToUrl\n  \(url)")
        let held = held
        held.ask("  Open it in a browser and press Enter when done, or type a user name (viewer):") { name in
            Task {
                if !name.isEmpty { _ = await SimulatedPerson().signIn(at: url, username: name) }
                held.core?.handleExternalURL(AccessEnablerCore.redirectURL)
            }
        }
    }
}
