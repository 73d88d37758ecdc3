public import Base

/// Where secrets of one app are kept. Calls may come from any thread, many at once, and block it.
public protocol KeychainStorage: Sendable {
    /// The secret kept under a service and account; nil = none.
    func secret(service: String, account: String) throws(KeychainError) -> Secret?
    /// Keeps a secret, in place of the one there: the old or the new one is read, never a part.
    func save(_ secret: Secret, service: String, account: String) throws(KeychainError)
    /// Keeps what `change` makes of the secret kept under a service and account, with nobody writing between; nil from it
    /// = leaves everything as it is. It must be quick, and not call the storage.
    func update(service: String, account: String, _ change: (Secret?) -> Secret?) throws(KeychainError)
    /// Forgets a secret, and tells whether there was one.
    @discardableResult
    func remove(service: String, account: String) throws(KeychainError) -> Bool
    /// The accounts of a service, the latest saved first.
    func accounts(service: String) throws(KeychainError) -> [String]
}

extension KeychainStorage {
    /// Reads, then saves: for storages that know no transactions. Nobody of this process comes between, another process
    /// may.
    public func update(service: String, account: String, _ change: (Secret?) -> Secret?) throws(KeychainError) {
        try turn.withLock { (_) throws(KeychainError) in
            guard let fresh = change(try secret(service: service, account: account)) else { return }
            try save(fresh, service: service, account: account)
        }
    }
}

private let turn = Lock(())

/// Why a keychain gave nothing. Nothing kept is no error here.
public struct KeychainError: Error, Sendable, Hashable {
    /// The kinds.
    public enum Code: Sendable, Hashable, CaseIterable {
        /// It cannot be opened or read now.
        case unreadable
        /// It can be read, but not changed: no room, read-only.
        case unwritable
        /// The content is damaged, or of a newer version.
        case unusable
        /// The person keeps it locked.
        case locked
    }

    /// Which kind.
    public var code: Code
    /// A sentence for the log, without anything kept.
    public var message: String

    /// Makes an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
