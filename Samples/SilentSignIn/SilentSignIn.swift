import AccessEnabler
import FoundationEssentials
import PassSimulator
import PlatformAccount

/// A console host: signs in silently against the simulated service in this process, and prints what it sees.
@main
struct SilentSignIn {
    static func main() async throws {
        let stage = try Stage()
        defer { stage.close() }

        await stage.act("Cold start; the person denied this app the TV provider account") {
            $0.change { $0.permission = .denied }
            await $1.setRequestor()
        }
        await stage.act("The person has not chosen yet: nobody is prompted in step 2") {
            $0.change { $0.permission = .notDetermined }
            await $1.setRequestor()
        }
        await stage.act("The platform cannot be asked") {
            $0.change {
                $0.permission = .granted
                $0.accountError = PlatformAccountError(.serviceTemporarilyUnavailable, message: "no answer")
            }
            await $1.setRequestor()
        }
        await stage.act("Nobody is signed in, neither on the device nor here") {
            $0.change { $0.accountError = nil }
            await $1.checkAuthentication()
            await $1.tokenSource()
        }
        await stage.act("Signed in at device system level: the account is exchanged without a question") {
            $0.change { $0.account = .init(providerIdentifier: "northcable_apple") }
            await $1.setRequestor()
            await $1.checkAuthentication()
            await $1.tokenSource()
        }
        await stage.act("Permission withdrawn in Settings, and given back") {
            $0.change { $0.permission = .denied }
            await $1.checkAuthentication()
            $0.change { $0.permission = .granted }
            await $1.checkAuthentication()
        }
        await stage.act("Signed out in Settings: the token goes at the next foreground setRequestor") {
            $0.change { $0.account = nil }
            await $1.setRequestor()
            await $1.checkAuthentication()
        }
        await stage.act("A requestor the service does not know") { _, host in
            await host.setRequestor("NOBODY")
        }
        print("Done: every verb gave its documented callbacks, in order.")
    }
}

/// The simulated service, the scripted device and the host under one roof.
final class Stage: Sendable {
    private let simulator: PassSimulator
    private let device = ScriptedPlatformAccount()
    private let host: ConsoleHost
    private let storeDirectory: URL

    init() throws {
        let simulator = try PassSimulator()
        let identityProvider = simulator.identityProvider
        device.change { script in
            script.saml = .endpoint { provider, verificationToken, attributes in
                await identityProvider.samlResponse(
                    provider: provider, verificationToken: verificationToken, attributes: attributes)
            }
        }
        storeDirectory = FileManager.default.temporaryDirectory.appending(path: "SilentSignIn-\(UUID().uuidString)")
        self.simulator = simulator
        host = ConsoleHost(simulator, device, storeDirectory: storeDirectory.path)
    }

    /// Plays one scene: what the device does, and what the host calls.
    func act(_ title: String, _ scene: @Sendable (ScriptedPlatformAccount, ConsoleHost) async -> Void) async {
        print("\n\(title)")
        await scene(device, host)
    }

    func close() {
        simulator.stop()
        try? FileManager.default.removeItem(at: storeDirectory)
    }
}
