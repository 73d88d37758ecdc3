import AuthenticationServices

/// Whom Juice knows.
struct Person {
    var identifier: String
    var givenName: String?
    var familyName: String?
    var email: String?
}

/// The second screen: who has signed in. Name and address are there after the first sign-in only.
@MainActor
struct ResultScreen {
    let person: Person

    func show() {
        print("  Result")
        // An id is a secret: a console's scrollback is read by others.
        print("    User      \(person.identifier.isEmpty ? "nobody" : "\(person.identifier.prefix(3))…")")
        print("    Given     \(person.givenName?.shown ?? "-")")
        print("    Family    \(person.familyName?.shown ?? "-")")
        print("    Email     \(person.email?.shown ?? "-")")
    }

    /// The button.
    func signOut() {
        KeychainItem.deleteUserIdentifierFromKeychain()
        print("  Signed out: the stored user is removed.")
    }
}
