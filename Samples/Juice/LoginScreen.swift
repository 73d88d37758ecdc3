import AuthenticationServices
import Foundation

/// The first screen: an account form, and Sign in with Apple.
@MainActor
class LoginScreen: NSObject {
    let window = ASPresentationAnchor()
    /// Told when the screen is done: with a person to show, or nil when there is still nobody.
    var onResult: ((Person?) -> Void)?

    /// Looks for an account the person has already, before asking for anything.
    func performExistingAccountSetupFlows() {
        let requests: [ASAuthorizationRequest] = [
            ASAuthorizationAppleIDProvider().createRequest(),
            ASAuthorizationPasswordProvider().createRequest(),
        ]
        perform(requests)
    }

    /// The button.
    func handleAuthorizationAppleIDButtonPress() {
        let request = ASAuthorizationAppleIDProvider().createRequest()
        request.requestedScopes = [.fullName, .email]
        perform([request])
    }

    /// The form: an account of Juice's own, with a name and a password.
    func submitForm(name: String, password: String) {
        do {
            try SavedPasswords.save(ASPasswordCredential(user: name, password: password))
            print("  The account \(name) is made, and its password saved.")
        } catch {
            print("  The password cannot be saved: \(error)")
        }
    }

    private func perform(_ requests: [ASAuthorizationRequest]) {
        let authorizationController = ASAuthorizationController(authorizationRequests: requests)
        authorizationController.delegate = self
        authorizationController.presentationContextProvider = self
        authorizationController.performRequests()
    }

    private func saveUserInKeychain(_ userIdentifier: String) {
        do {
            try KeychainItem.user.saveItem(userIdentifier)
        } catch {
            print("  Unable to save the user to the keychain: \(error)")
        }
    }

    private func finish(_ person: Person?) {
        let tell = onResult
        onResult = nil
        tell?(person)
    }
}

extension LoginScreen: ASAuthorizationControllerDelegate {
    func authorizationController(
        controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
    ) {
        switch authorization.credential {
        case let appleIDCredential as ASAuthorizationAppleIDCredential:
            saveUserInKeychain(appleIDCredential.user)
            finish(
                Person(
                    identifier: appleIDCredential.user, givenName: appleIDCredential.fullName?.givenName,
                    familyName: appleIDCredential.fullName?.familyName, email: appleIDCredential.email))
        case let passwordCredential as ASPasswordCredential:
            print("  Found the saved password of \(passwordCredential.user): the form is filled in.")
            finish(nil)
        default:
            finish(nil)
        }
    }

    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: Error) {
        switch (error as? ASAuthorizationError)?.code {
        case .canceled: print("  Nothing came of it: canceled.")
        case .notInteractive, .notHandled: print("  The page cannot be shown here.")
        default: print("  It failed: \((error as NSError?)?.localizedDescription ?? "no reason")")
        }
        finish(nil)
    }
}

extension LoginScreen: ASAuthorizationControllerPresentationContextProviding {
    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor {
        window
    }
}
