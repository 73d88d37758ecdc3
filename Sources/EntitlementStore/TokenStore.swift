public import Base
public import FoundationEssentials

/// Where entitlements live. One store an application id; several processes may share it.
///
/// Every call is one transaction, and sees what other processes did before it. An authorization lives with its token:
/// whatever removes or replaces the token removes it too.
public protocol TokenStore: Sendable {
    /// The device id; made on first use, replaced (with a log line) when it is not usable (empty, blank, not text, huge).
    func deviceID() throws(StoreError) -> Secret

    /// All authentication tokens of a requestor for one API, the latest saved first.
    func tokens(
        requestor: String, service: AuthenticationToken.Service
    ) throws(StoreError) -> [AuthenticationToken]
    /// Saves a token as the requestor's latest, replacing the one of the same requestor, MVPD and API.
    ///
    /// One with a `clientID` whose credentials are not stored (any more) is refused: it is worth nothing.
    func save(_ token: AuthenticationToken) throws(StoreError)
    /// Replaces the user metadata of the stored token equal to `token` in all else; does nothing when it is gone.
    func saveMetadata(_ metadata: Data?, of token: AuthenticationToken) throws(StoreError)
    /// Removes the token of that requestor, MVPD and API.
    func remove(_ token: AuthenticationToken) throws(StoreError)
    /// Removes, in one transaction, every token of any requestor bound to another device id, and tells how many.
    func removeTokens(notBoundTo deviceID: Secret) throws(StoreError) -> Int
    /// Removes all authentication tokens, all requestors, all MVPDs; credentials and device id stay (logout).
    func removeAllTokens() throws(StoreError)

    /// The authorization kept for a resource with the stored token equal to `token` (metadata apart); nil when there is
    /// none, or the token is gone.
    func authorization(
        of resource: String, under token: AuthenticationToken
    ) throws(StoreError) -> AuthorizationToken?
    /// Keeps an authorization with the stored token equal to `token` (metadata apart), replacing that of the same resource;
    /// does nothing when the token is gone. Those of the token that are over at `now`, the service's time, are dropped.
    func save(
        _ authorization: AuthorizationToken, under token: AuthenticationToken, at now: Timestamp
    ) throws(StoreError)
    /// Drops the authorization for a resource kept with the stored token equal to `token` (metadata apart).
    func removeAuthorization(of resource: String, under token: AuthenticationToken) throws(StoreError)

    /// The credentials for a service URL and software statement.
    func credentials(serviceURL: String, statementDigest: String) throws(StoreError) -> ClientCredentials?
    /// Saves or, with nil, removes them; tokens of REST API V2 whose client's credentials are gone then go in the same
    /// transaction.
    func save(
        _ credentials: ClientCredentials?, serviceURL: String, statementDigest: String
    ) throws(StoreError)

    /// The configuration kept under `key` (service URL, requestor and platform, joined by the caller).
    func configuration(key: String) throws(StoreError) -> CachedConfiguration?
    /// Keeps or, with nil, drops it.
    func save(_ configuration: CachedConfiguration?, key: String) throws(StoreError)
}
