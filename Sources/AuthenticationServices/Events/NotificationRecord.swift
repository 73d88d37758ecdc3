import Base
import Foundation

/// The ids of notifications seen, so that one that comes twice counts once, also after a restart.
struct NotificationRecord: Sendable {
    /// How many are remembered: Apple sends them in near real time, so a repetition comes soon. Choice.
    private static let most = 500

    private let storage: any KeychainStorage
    private let service: String

    init(_ storage: any KeychainStorage, _ configuration: SignInWithAppleConfiguration) {
        self.storage = storage
        service = configuration.keychainName("sign-in-with-apple-notifications")
    }

    /// Whether an id was seen before.
    func contains(_ id: String) throws(KeychainError) -> Bool {
        Self.ids(try storage.secret(service: service, account: "seen")).contains(Self.name(id))
    }

    /// Remembers an id; false when it was there already. Several threads and processes may ask at once.
    func insert(_ id: String) throws(KeychainError) -> Bool {
        var isNew = false
        try storage.update(service: service, account: "seen") { text in
            let ids = Self.ids(text)
            guard !ids.contains(Self.name(id)) else { return nil }
            isNew = true
            return Secret((ids + [Self.name(id)]).suffix(Self.most).joined(separator: " "))
        }
        return isNew
    }

    private static func ids(_ text: Secret?) -> [String] {
        text?.exposed.split(separator: " ").map(String.init) ?? []
    }

    /// Short, whatever Apple sends.
    private static func name(_ id: String) -> String { Base64URL.text(sha256(Array(id.utf8)).prefix(16)) }
}
