import AppleIDSimulator
import AuthenticationServices
import Foundation

/// What stands in for Apple and for the person's browser.
@MainActor
final class House {
    let simulator: AppleIDSimulator
    private let directory: URL

    init(isInteractive: Bool) throws {
        let simulator = try AppleIDSimulator()
        self.simulator = simulator
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("Juice-\(UUID().uuidString)")
        Interruption.watch(removing: directory)
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let key = directory.appendingPathComponent("AuthKey.p8")
        guard
            FileManager.default.createFile(
                atPath: key.path, contents: Data(simulator.developerKeyPEM.exposed.utf8),
                attributes: [.posixPermissions: 0o600])
        else { throw CocoaError(.fileWriteUnknown) }
        KeychainItem.storage = SQLiteKeychain(path: directory.appendingPathComponent("keychain.sqlite3").path)
        let client = simulator.client
        ASAuthorizationAppleIDProvider.service = SignInWithAppleService(
            SignInWithAppleConfiguration(
                clientID: client.id,
                clientSecret: .key(DeveloperKey(teamID: client.teamID, keyID: client.keyID, file: key.path)),
                redirectURI: nil, listener: RedirectListenerSettings(), baseURL: simulator.baseURL),
            present: isInteractive ? Self.print : Self.browse)
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    /// The person at the browser, simulated: agrees, and hides the address.
    private static let browse: AuthorizationPagePresenter = { address, _ in
        var mood = ApplePerson.Mood(AppleAccount.samples[0])
        mood.hidesAddress = true
        let person = ApplePerson()
        let outcome = await person.signIn(at: address.absoluteString, mood)
        return await person.deliver(outcome) == 200
    }

    /// A real person at a real browser.
    private static let print: AuthorizationPagePresenter = { address, _ in
        Swift.print("  Open this address in a browser (jane@example.com, password secret, code 123456):\n  \(address)")
        return true
    }

    /// The person ends the app's consent in Settings, and Apple tells the app's server.
    func endConsent() async throws {
        let user = KeychainItem.currentUserIdentifier
        simulator.endConsent(of: AppleAccount.samples[0].address)
        guard let body = simulator.notification("consent-revoked", about: user) else { return }
        _ = try await ASAuthorizationAppleIDProvider.service?.handleNotification(body: Data(body.utf8))
    }
}
