import AuthenticationServices
import Foundation

/// The first screen: an account form, and Sign in with Apple.
@MainActor
class LoginScreen: NSObject {
    let window = ASPresentationAnchor()
    /// Told when the screen is done.
    var onResult: ((Ending) -> Void)?

    /// What came of it.
    enum Ending {
        /// Somebody to show.
        case person(Person)
        /// The form is filled in with a saved password.
        case filledIn
        /// Still nobody.
        case canceled
        /// It went wrong, and the person was told.
        case failed
    }

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
    ///
    /// Whether the password could be saved.
    @discardableResult
    func submitForm(name: String, password: String) -> Bool {
        do {
            try SavedPasswords.save(ASPasswordCredential(user: name, password: password))
            print("  The account \(name.shown) is made, and its password saved.")
            return true
        } catch {
            print("  The password cannot be saved: \(error)")
            return false
        }
    }

    private func perform(_ requests: [ASAuthorizationRequest]) {
        let authorizationController = ASAuthorizationController(authorizationRequests: requests)
        authorizationController.delegate = self
        authorizationController.presentationContextProvider = self
        authorizationController.performRequests()
    }

    private func saveUserInKeychain(_ userIdentifier: String) -> Bool {
        do {
            try KeychainItem.user.saveItem(userIdentifier)
            return true
        } catch {
            print("  Unable to save the user to the keychain: \(error)")
            return false
        }
    }

    private func finish(_ ending: Ending) {
        let tell = onResult
        onResult = nil
        tell?(ending)
    }
}

extension LoginScreen: ASAuthorizationControllerDelegate {
    func authorizationController(
        controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
    ) {
        switch authorization.credential {
        case let appleIDCredential as ASAuthorizationAppleIDCredential:
            guard saveUserInKeychain(appleIDCredential.user) else { return finish(.failed) }
            finish(
                .person(
                    Person(
                        identifier: appleIDCredential.user, givenName: appleIDCredential.fullName?.givenName,
                        familyName: appleIDCredential.fullName?.familyName, email: appleIDCredential.email)))
        case let passwordCredential as ASPasswordCredential:
            print("  Found the saved password of \(passwordCredential.user.shown): the form is filled in.")
            finish(.filledIn)
        default:
            finish(.failed)
        }
    }

    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: Error) {
        switch (error as? ASAuthorizationError)?.code {
        case .canceled:
            print("  Nothing came of it: canceled.")
            return finish(.canceled)
        case .notInteractive, .notHandled: print("  The page cannot be shown here.")
        default: print("  It failed: \((error as NSError?)?.localizedDescription ?? "no reason")")
        }
        finish(.failed)
    }
}

extension LoginScreen: ASAuthorizationControllerPresentationContextProviding {
    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor {
        window
    }
}
