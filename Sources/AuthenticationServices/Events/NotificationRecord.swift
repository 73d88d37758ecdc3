import Base
import Foundation

/// The ids of notifications seen, so that one that comes twice counts once, also after a restart.
struct NotificationRecord: Sendable {
    /// How many are remembered: Apple sends them in near real time, so a repetition comes soon. Choice.
    private static let most = 500

    private let storage: any KeychainStorage
    private let service: String
    private let turn = Lock(())

    init(_ storage: any KeychainStorage, clientID: String) {
        self.storage = storage
        service = "sign-in-with-apple-notifications/\(clientID)"
    }

    /// Whether an id was seen before.
    func contains(_ id: String) throws(KeychainError) -> Bool { try ids().contains(Self.name(id)) }

    /// Remembers an id; false when it was there already. Several threads may ask at once.
    func insert(_ id: String) throws(KeychainError) -> Bool {
        try turn.withLock { (_) throws(KeychainError) in
            var ids = try ids()
            guard !ids.contains(Self.name(id)) else { return false }
            ids.append(Self.name(id))
            let text = ids.suffix(Self.most).joined(separator: " ")
            try storage.save(Secret(text), service: service, account: "seen")
            return true
        }
    }

    private func ids() throws(KeychainError) -> [String] {
        try storage.secret(service: service, account: "seen")?.exposed.split(separator: " ").map(String.init) ?? []
    }

    /// Short, whatever Apple sends.
    private static func name(_ id: String) -> String { Base64URL.text(sha256(Array(id.utf8)).prefix(16)) }
}
