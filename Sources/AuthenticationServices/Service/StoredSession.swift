import Base
import Foundation

/// What this device keeps of a person's sign-in.
struct StoredSession: Codable, Sendable {
    var user: String
    /// Nil once the sign-in is known to be over, or before the code has been exchanged.
    var refreshToken: String?
    /// What is known of it: a raw value of `CredentialState`.
    var verdict: Int
    /// When the provider last said so, ms since 1970.
    var checkedAt: Int64
    /// When it was last asked without an answer, ms since 1970.
    var attemptedAt: Int64?
    /// The name, until a credential has handed it to the app: it comes only once.
    var undelivered: FirstDetails?
    /// Whether the app has not heard of this first consent yet, name or not.
    var isFirst: Bool

    var state: ASAuthorizationAppleIDProvider.CredentialState {
        ASAuthorizationAppleIDProvider.CredentialState(rawValue: verdict) ?? .revoked
    }
}

/// The sign-ins of one client, in a keychain.
///
/// An account is named by the digest of the person's id: a keychain shows the names of its items more freely than their
/// content.
struct SessionShelf: Sendable {
    private let storage: any KeychainStorage
    private let service: String

    init(_ storage: any KeychainStorage, clientID: String) {
        self.storage = storage
        service = "sign-in-with-apple/\(clientID)"
    }

    /// The sign-in of a person; nil = none. One that cannot be read is none.
    func session(of user: String) throws(KeychainError) -> StoredSession? {
        try read(Self.account(user)).flatMap { $0.user.isSameID(as: user) ? $0 : nil }
    }

    /// All sign-ins, the latest saved first.
    func sessions() throws(KeychainError) -> [StoredSession] {
        var sessions: [StoredSession] = []
        for account in try storage.accounts(service: service) {
            if let session = try read(account) { sessions.append(session) }
        }
        return sessions
    }

    /// Keeps a sign-in.
    func save(_ session: StoredSession) throws(KeychainError) {
        guard let data = try? JSONEncoder().encode(session), let text = String(data: data, encoding: .utf8) else {
            throw KeychainError(.unwritable, "a sign-in cannot be written")
        }
        try storage.save(Secret(text), service: service, account: Self.account(session.user))
    }

    /// Forgets a sign-in.
    func remove(user: String) throws(KeychainError) {
        try storage.remove(service: service, account: Self.account(user))
    }

    private func read(_ account: String) throws(KeychainError) -> StoredSession? {
        guard let text = try storage.secret(service: service, account: account) else { return nil }
        return try? JSONDecoder().decode(StoredSession.self, from: Data(text.exposed.utf8))
    }

    private static func account(_ user: String) -> String { Base64URL.text(sha256(Array(user.utf8))) }
}
