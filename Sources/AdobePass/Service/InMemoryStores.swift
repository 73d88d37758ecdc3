internal import Base

/// Client credentials in memory: for trials and tests.
///
/// They are gone with the process, and losing credentials means registering again, on REST API V2 also signing in again:
/// a product keeps them on disk.
public final class InMemoryClientCredentials: ClientCredentialStore {
    private struct Key: Hashable {
        let serviceURL: String
        let statementDigest: String
    }

    private let clients = Lock([Key: StoredClient]())

    /// Makes an empty store.
    public init() {}

    /// See `ClientCredentialStore`.
    public func load(serviceURL: String, statementDigest: String) -> StoredClient? {
        clients.withLock { $0[Key(serviceURL: serviceURL, statementDigest: statementDigest)] }
    }

    /// See `ClientCredentialStore`.
    public func save(_ client: StoredClient?, serviceURL: String, statementDigest: String) {
        clients.withLock { $0[Key(serviceURL: serviceURL, statementDigest: statementDigest)] = client }
    }
}

/// Configurations in memory: good for a process's life, which is when most conditional requests are made.
public final class InMemoryConfigurations: ConfigurationCache {
    private let bodies = Lock([String: CachedBody]())

    /// Makes an empty cache.
    public init() {}

    /// See `ConfigurationCache`.
    public func load(key: String) -> CachedBody? { bodies.withLock { $0[key] } }

    /// See `ConfigurationCache`.
    public func save(_ body: CachedBody?, key: String) { bodies.withLock { $0[key] = body } }
}
