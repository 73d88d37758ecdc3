import AdobePass
import Base
import EntitlementStore

/// The core's store, as the service's registration sees it. The service runs on the pool, the store may block: each
/// call changes to the object's queue.
struct StoredCredentials: ClientCredentialStore {
    let store: any TokenStore
    let queue: EngineQueue

    func load(serviceURL: String, statementDigest: String) async throws -> StoredClient? {
        let stored = try await queue.run { [store] () throws(StoreError) in
            try store.credentials(serviceURL: serviceURL, statementDigest: statementDigest)
        }
        return stored.map {
            StoredClient(
                clientID: $0.clientID, clientSecret: $0.clientSecret, secretExpires: $0.secretExpires,
                accessToken: $0.accessToken, accessTokenExpires: $0.accessTokenExpires)
        }
    }

    func save(_ client: StoredClient?, serviceURL: String, statementDigest: String) async throws {
        let credentials = client.map {
            ClientCredentials(
                clientID: $0.clientID, clientSecret: $0.clientSecret, secretExpires: $0.secretExpires,
                accessToken: $0.accessToken, accessTokenExpires: $0.accessTokenExpires)
        }
        try await queue.run { [store] () throws(StoreError) in
            try store.save(credentials, serviceURL: serviceURL, statementDigest: statementDigest)
        }
    }
}

/// The core's store, as the service's configuration cache sees it. A cache may fail: the configuration is asked anew.
struct StoredConfigurations: ConfigurationCache {
    let store: any TokenStore
    let queue: EngineQueue
    let log: any LogSink

    func load(key: String) async -> CachedBody? {
        do throws(StoreError) {
            let kept = try await queue.run { [store] () throws(StoreError) in try store.configuration(key: key) }
            return kept.map {
                CachedBody(
                    body: $0.body, contentType: $0.contentType, entityTag: $0.entityTag, lastModified: $0.lastModified)
            }
        } catch {
            log.log(.debug, category: "store", "configuration cache: \(error.message)")
            return nil
        }
    }

    func save(_ body: CachedBody?, key: String) async {
        let kept = body.map {
            CachedConfiguration(
                body: $0.body, contentType: $0.contentType, entityTag: $0.entityTag, lastModified: $0.lastModified)
        }
        do throws(StoreError) {
            try await queue.run { [store] () throws(StoreError) in try store.save(kept, key: key) }
        } catch {
            log.log(.debug, category: "store", "configuration cache: \(error.message)")
        }
    }
}
