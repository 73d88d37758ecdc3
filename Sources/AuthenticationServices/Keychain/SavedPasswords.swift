import Base

/// The passwords people saved for this app, in `KeychainItem.storage`: what `ASAuthorizationPasswordProvider` offers.
public enum SavedPasswords {
    private static let service = "saved-passwords"

    /// Saves a password in place of the one of that name.
    public static func save(_ credential: ASPasswordCredential) throws(KeychainError) {
        try KeychainItem.storage.save(Secret(credential.password), service: service, account: credential.user)
    }

    /// The names with a password, the latest saved first.
    public static func users() throws(KeychainError) -> [String] {
        try KeychainItem.storage.accounts(service: service)
    }

    /// Forgets the password of a name, if there is one.
    public static func remove(user: String) throws(KeychainError) {
        try KeychainItem.storage.remove(service: service, account: user)
    }

    static func credential(of user: String) throws(KeychainError) -> ASPasswordCredential? {
        try KeychainItem.storage.secret(service: service, account: user).map {
            ASPasswordCredential(user: user, password: $0.exposed)
        }
    }
}
