// The code of the articles "The device's TV provider" and "Running on a set-top box", compiled. DocumentedCodeTests
// compares them.
import AccessEnabler
import PlatformAccount

func signInSilently(_ statement: String, _ player: Player) -> AccessEnablerCore {
    let account = DevicePlatformAccount(applicationIdentifier: "com.example.tv", applicationName: "Example TV")
    let core = AccessEnablerCore(
        softwareStatement: statement, applicationID: "com.example.tv", platform: .tvOS,
        platformAccount: account, delegate: player)
    core.setRequestor("REF30")
    return core
}

func askOnScreen(
    _ ask: @escaping @Sendable (String, @escaping @Sendable (Bool?) -> Void) -> Void
) -> DevicePlatformAccount {
    let prompt = HostPermissionPrompt { question in
        await withCheckedContinuation { continuation in
            ask("Allow \(question.applicationName) to use your TV provider?") { continuation.resume(returning: $0) }
        }
    }
    return DevicePlatformAccount(applicationIdentifier: "com.example.tv", prompt: prompt)
}

func follow(_ account: DevicePlatformAccount, _ core: AccessEnablerCore) async {
    for await _ in account.database.changes() {
        core.setRequestor("REF30")
    }
}

func useTheBrowser(_ statement: String, _ player: Player) async throws {
    let listener = try LoopbackListener(title: "Back to Example TV")
    let core = AccessEnablerCore(
        softwareStatement: statement, applicationID: "com.example.tv", platform: .iOS,
        settings: Settings(loopbackRedirectURL: listener.redirectURL), delegate: player)
    core.setRequestor("REF30")
    for await redirect in listener.redirects {
        core.handleExternalURL(redirect.url)
    }
}
