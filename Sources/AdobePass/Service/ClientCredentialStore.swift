public import Base

/// Where client credentials are kept between runs; the core puts its store behind it.
///
/// Several objects and processes may share one. Before a token is renewed the store is looked into, and credentials that
/// others put there are never replaced. While the store cannot be read, a client is registered for this object alone and
/// saved nowhere (choice): unreadable is not empty.
///
/// Calls come from the concurrency pool: one that may block, as on a file others hold, is to do so elsewhere.
public protocol ClientCredentialStore: Sendable {
    /// The credentials for this service URL and software statement (by digest), or nil. An unreadable store throws.
    func load(serviceURL: String, statementDigest: String) async throws -> StoredClient?
    /// Saves or, with nil, removes them.
    func save(_ client: StoredClient?, serviceURL: String, statementDigest: String) async throws
}

/// Client credentials with the access token got by them.
public struct StoredClient: Sendable, Hashable {
    /// The registered client's id.
    public var clientID: String
    /// Its secret.
    public var clientSecret: Secret
    /// The end of the secret's life, ms since 1970; nil = never.
    public var secretExpires: Timestamp?
    /// The access token, if one was got.
    public var accessToken: Secret?
    /// Until when the access token is used: just before its end, by this device's clock at receipt, ms since 1970.
    public var accessTokenExpires: Timestamp?

    /// Makes credentials.
    public init(
        clientID: String, clientSecret: Secret, secretExpires: Timestamp? = nil, accessToken: Secret? = nil,
        accessTokenExpires: Timestamp? = nil
    ) {
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.secretExpires = secretExpires
        self.accessToken = accessToken
        self.accessTokenExpires = accessTokenExpires
    }
}
