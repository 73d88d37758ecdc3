import AccessEnabler
import FoundationEssentials
import PassSimulator
import PlatformAccount

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
        print("\(title)")
        await scene(device, host)
        print("")
    }

    func close() {
        simulator.stop()
        try? FileManager.default.removeItem(at: storeDirectory)
    }

    /// Tells the outcome; true when every verb gave its documented callbacks.
    func isAsDocumented() async -> Bool {
        let (verbs, surprises) = await host.tally
        if surprises == 0 {
            print("\(verbs) verbs, each with its documented callbacks in order.")
        } else {
            print("\(surprises) of \(verbs) verbs did not give their documented callbacks; see the lines with \"!\".")
        }
        return surprises == 0
    }
}
