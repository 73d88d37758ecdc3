import Base

/// One secret under a name: what the sample "Juice" calls its keychain item.
///
/// Where it is kept: `KeychainItem.storage`, for the whole process.
///
/// Source: "Implementing User Authentication with Sign in with Apple", KeychainItem; the storage: choice.
public struct KeychainItem: Sendable {
    /// What goes wrong, as the sample tells it apart.
    public enum KeychainError: Error, Sendable, Hashable {
        /// Nothing is kept under this name.
        case noPassword
        /// What is kept is no text.
        case unexpectedPasswordData
        /// The keychain's content cannot be used.
        case unexpectedItemData
        /// Anything else: the cause, without anything kept.
        case unhandledError(String)
    }

    /// Whose secret, usually the app's id.
    public let service: String
    /// Which of its secrets.
    public let account: String
    /// Apps with one group share their items where the storage is one for several apps; nil = this app alone.
    public let accessGroup: String?

    private static let stored = Lock<(any KeychainStorage)?>(nil)

    /// Where items are kept; without setting it, the Secret Service of the person's session where there is one, else a
    /// protected file (see `Keychains.standard`).
    public static var storage: any KeychainStorage {
        get { stored.withLock { $0 } ?? Keychains.standard }
        set { stored.withLock { $0 = newValue } }
    }

    /// Names an item; nothing is read.
    public init(service: String, account: String, accessGroup: String? = nil) {
        self.service = service
        self.account = account
        self.accessGroup = accessGroup
    }

    /// The secret.
    ///
    /// - Throws: `noPassword` when there is none.
    public func readItem() throws(KeychainError) -> String {
        guard
            let secret = try call({ (storage) throws(AuthenticationServices.KeychainError) in
                try storage.secret(service: name, account: account)
            })
        else { throw .noPassword }
        return secret.exposed
    }

    /// Keeps a secret in place of the one there.
    public func saveItem(_ password: String) throws(KeychainError) {
        try call { (storage) throws(AuthenticationServices.KeychainError) in
            try storage.save(Secret(password), service: name, account: account)
        }
    }

    /// Forgets the secret; that there is none is no error, as in the sample.
    public func deleteItem() throws(KeychainError) {
        _ = try call { (storage) throws(AuthenticationServices.KeychainError) in
            try storage.remove(service: name, account: account)
        }
    }

    private var name: String { accessGroup.map { "\($0)/\(service)" } ?? service }

    private func call<Value>(
        _ body: (any KeychainStorage) throws(AuthenticationServices.KeychainError) -> Value
    ) throws(KeychainError) -> Value {
        do throws(AuthenticationServices.KeychainError) {
            return try body(Self.storage)
        } catch {
            throw error.code == .unusable ? .unexpectedItemData : .unhandledError(error.message)
        }
    }
}
