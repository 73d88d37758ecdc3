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
    /// When Apple signed the person in, ms since 1970, whole seconds; nil = not known.
    var signedInAt: Int64?
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

    init(_ storage: any KeychainStorage, _ configuration: SignInWithAppleConfiguration) {
        self.storage = storage
        service = configuration.keychainName("sign-in-with-apple")
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

    /// Keeps what `body` makes of a person's sign-in, with nobody between; nil = leaves it as it is.
    func change(_ user: String, _ body: (StoredSession?) -> StoredSession?) throws(KeychainError) {
        try storage.update(service: service, account: Self.account(user)) { text in
            let known = Self.session(text).flatMap { $0.user.isSameID(as: user) ? $0 : nil }
            guard let session = body(known), let data = try? JSONEncoder().encode(session) else { return nil }
            return Secret(String(decoding: data, as: UTF8.self))
        }
    }

    /// Keeps a sign-in with a change; false when it was removed or replaced meanwhile.
    @discardableResult
    func update(_ session: StoredSession, _ body: (inout StoredSession) -> Void) throws(KeychainError) -> Bool {
        var isSame = false
        try change(session.user) { current in
            guard var current, current.refreshToken == session.refreshToken else { return nil }
            isSame = true
            body(&current)
            return current
        }
        return isSame
    }

    /// Forgets a sign-in.
    func remove(user: String) throws(KeychainError) {
        try storage.remove(service: service, account: Self.account(user))
    }

    private func read(_ account: String) throws(KeychainError) -> StoredSession? {
        Self.session(try storage.secret(service: service, account: account))
    }

    private static func session(_ text: Secret?) -> StoredSession? {
        text.flatMap { try? JSONDecoder().decode(StoredSession.self, from: Data($0.exposed.utf8)) }
    }

    private static func account(_ user: String) -> String { Base64URL.text(sha256(Array(user.utf8))) }
}
