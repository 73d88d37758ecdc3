import AuthenticationServices

/// The one thing Juice remembers of its person: who it is.
extension KeychainItem {
    static let user = KeychainItem(service: "com.example.juice", account: "userIdentifier")

    static var currentUserIdentifier: String {
        (try? user.readItem()) ?? ""
    }

    static func deleteUserIdentifierFromKeychain() {
        do {
            try user.deleteItem()
        } catch {
            print("Unable to delete the user from the keychain: \(error)")
        }
    }
}
