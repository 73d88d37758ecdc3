import AuthenticationServices
import Foundation

/// The app: decides at its start which screen comes first.
@MainActor
final class JuiceApp {
    private(set) var result: ResultScreen?
    let login = LoginScreen()

    /// As the app's delegate does when it has launched. Gives what is known of the sign-in.
    @discardableResult
    func launch() async -> ASAuthorizationAppleIDProvider.CredentialState {
        let user = KeychainItem.currentUserIdentifier
        let state = await withCheckedContinuation { continuation in
            ASAuthorizationAppleIDProvider().getCredentialState(forUserID: user) { state, _ in
                continuation.resume(returning: state)
            }
        }
        switch state {
        case .authorized:
            print("  The sign-in still counts.")
            show(Person(identifier: user))
        case .revoked, .notFound:
            print("  The sign-in is \(state == .revoked ? "revoked" : "not found"): the login screen comes.")
            KeychainItem.deleteUserIdentifierFromKeychain()
            result = nil
        default:
            break
        }
        return state
    }

    /// What a person does on the login screen, until something comes of it.
    @discardableResult
    func onLogin(_ act: (LoginScreen) -> Void) async -> LoginScreen.Ending {
        let ending = await withCheckedContinuation { continuation in
            login.onResult = { continuation.resume(returning: $0) }
            act(login)
        }
        if case .person(let person) = ending { show(person) }
        return ending
    }

    func signOut() {
        result?.signOut()
        result = nil
    }

    private func show(_ person: Person) {
        let screen = ResultScreen(person: person)
        screen.show()
        result = screen
    }
}
