import Base

/// The credential store as one registration sees it: by service and statement, and unreadable is not empty.
///
/// What others keep there is never replaced blindly: while the store cannot be read nothing is saved to it, and a
/// registration made meanwhile holds for this object only (choice).
struct CredentialShelf: Sendable {
    private let store: any ClientCredentialStore
    private let serviceURL: String
    private let statementDigest: String
    private let log: any LogSink

    init(_ store: any ClientCredentialStore, serviceURL: String, statement: Secret, log: any LogSink) {
        self.store = store
        self.serviceURL = serviceURL
        statementDigest = Digest.name(ofStatement: statement)
        self.log = log
    }

    /// What a look into the store gave.
    enum Content: Sendable, Hashable {
        case client(StoredClient)
        case empty
        case unreadable

        var client: StoredClient? {
            if case .client(let client) = self { client } else { nil }
        }
    }

    /// Looks into the store.
    func look() async -> Content {
        do {
            let client = try await store.load(serviceURL: serviceURL, statementDigest: statementDigest)
            return client.map(Content.client) ?? .empty
        } catch {
            log.log(
                .error, category: "registration", "client credentials could not be read; nothing is saved meanwhile")
            return .unreadable
        }
    }

    /// Keeps `client` unless somebody else has put another one there since we found `replaced`; then that one stays.
    ///
    /// - Returns: what the store holds now, nil when that is not known.
    @discardableResult
    func keep(_ client: StoredClient, replacing replaced: String?) async -> StoredClient? {
        switch await look() {
        case .unreadable: return nil
        case .client(let other) where other.clientID != client.clientID && other.clientID != replaced: return other
        case .client, .empty: break
        }
        do {
            try await store.save(client, serviceURL: serviceURL, statementDigest: statementDigest)
            return client
        } catch {
            log.log(.error, category: "registration", "client credentials could not be saved")
            return nil
        }
    }
}
