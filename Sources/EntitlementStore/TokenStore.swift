public import Base
public import FoundationEssentials

/// A stored authentication token.
public struct AuthenticationToken: Sendable, Hashable {
    /// How the sign-in came about.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// By exchanging the platform account's SAML profile; `tokenSource` is `Apple`.
        case partner
        /// Through the MVPD's own login page or a second screen.
        case regular
    }

    /// Which of the service's APIs the token belongs to; the store keeps both kinds apart.
    public enum Service: String, Sendable, Hashable, CaseIterable {
        /// REST API V1.
        case restV1
        /// REST API V2.
        case restV2
    }

    /// The programmer's id.
    public var requestor: String
    /// The MVPD's id.
    public var mvpd: String
    /// Partner or regular.
    public var kind: Kind
    /// The API it belongs to.
    public var service: Service
    /// The end of its life by the service's clock, ms since 1970.
    public var expires: Timestamp
    /// The MVPD's id of the person, if the service told it.
    public var userID: Secret?
    /// The device id it was issued for (S2.D).
    public var deviceID: Secret
    /// For a partner token: the provider id of the platform account it came from (S2.F, S3.Z8).
    public var platformProviderID: String?
    /// The service URL that answered for the MVPD.
    public var serviceURL: String
    /// User metadata as last received, a JSON object; nil = not read yet.
    public var metadata: Data?

    /// Makes a token.
    public init(
        requestor: String, mvpd: String, kind: Kind, service: Service, expires: Timestamp, userID: Secret?,
        deviceID: Secret, platformProviderID: String?, serviceURL: String, metadata: Data? = nil
    ) {
        self.requestor = requestor
        self.mvpd = mvpd
        self.kind = kind
        self.service = service
        self.expires = expires
        self.userID = userID
        self.deviceID = deviceID
        self.platformProviderID = platformProviderID
        self.serviceURL = serviceURL
        self.metadata = metadata
    }
}

/// Client credentials and the access token got with them. Kept per service URL and software statement.
public struct ClientCredentials: Sendable, Hashable {
    /// The registered client's id.
    public var clientID: String
    /// Its secret.
    public var clientSecret: Secret
    /// The end of the secret's life, ms since 1970; nil = never.
    public var secretExpires: Timestamp?
    /// The access token, if one was got.
    public var accessToken: Secret?
    /// The end of the access token's life by this device's clock at receipt, ms since 1970.
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

/// A configuration body kept for a conditional request.
public struct CachedConfiguration: Sendable, Hashable {
    /// The body as received.
    public var body: Data
    /// Its content type.
    public var contentType: String
    /// The service's `ETag`.
    public var entityTag: String?
    /// The service's `Last-Modified`.
    public var lastModified: String?

    /// Makes an entry.
    public init(body: Data, contentType: String, entityTag: String?, lastModified: String?) {
        self.body = body
        self.contentType = contentType
        self.entityTag = entityTag
        self.lastModified = lastModified
    }
}

/// Where entitlements live. One store an application id; several processes may share it.
///
/// Every call is one transaction, and sees what other processes did before it.
public protocol TokenStore: Sendable {
    /// The device id; made on first use, replaced (with a log line) when it is not usable (empty, blank, not text, huge).
    func deviceID() throws(StoreError) -> Secret

    /// All authentication tokens of a requestor for one API, the latest saved first.
    func tokens(
        requestor: String, service: AuthenticationToken.Service
    ) throws(StoreError) -> [AuthenticationToken]
    /// Saves a token as the requestor's latest, replacing the one of the same requestor, MVPD and API.
    func save(_ token: AuthenticationToken) throws(StoreError)
    /// Replaces the user metadata of the stored token equal to `token` in all else; does nothing when it is gone.
    func saveMetadata(_ metadata: Data?, of token: AuthenticationToken) throws(StoreError)
    /// Removes the token of that requestor, MVPD and API.
    func remove(_ token: AuthenticationToken) throws(StoreError)
    /// Removes, in one transaction, every token of any requestor bound to another device id, and tells how many.
    func removeTokens(notBoundTo deviceID: Secret) throws(StoreError) -> Int
    /// Removes all authentication tokens, all requestors, all MVPDs; credentials and device id stay (logout).
    func removeAllTokens() throws(StoreError)

    /// The credentials for a service URL and software statement.
    func credentials(serviceURL: String, statementDigest: String) throws(StoreError) -> ClientCredentials?
    /// Saves or, with nil, removes them.
    func save(
        _ credentials: ClientCredentials?, serviceURL: String, statementDigest: String
    ) throws(StoreError)

    /// The configuration kept under `key` (service URL, requestor and platform, joined by the caller).
    func configuration(key: String) throws(StoreError) -> CachedConfiguration?
    /// Keeps or, with nil, drops it.
    func save(_ configuration: CachedConfiguration?, key: String) throws(StoreError)
}

/// What is wrong with a store. Unreadable, corrupt and empty are different things; empty is no error.
public struct StoreError: Error, Sendable, Hashable {
    /// The kinds.
    public enum Code: Sendable, Hashable {
        /// Busy for longer than the wait, no permission, I/O error: nothing is wrong with the content as far as known.
        case unreadable
        /// The file system is full or read-only: reading works, writing does not.
        case unwritable
        /// The content is damaged.
        case corrupt
        /// Written by a newer version of the SDK.
        case newerVersion
    }

    /// Which kind.
    public var code: Code
    /// A sentence for the log: no value of the store in it.
    public var message: String

    /// Makes an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

/// The storage integrity check at construction.
///
/// Source: "iOS/tvOS SDK API Reference", Integrity Check; contract I1, I2.
public enum StorageIntegrityCheck: Sendable, Hashable, CaseIterable {
    /// Nothing is probed or cleared; a corrupt file is set aside at first use.
    case none
    /// The storage is probed for read and write and every value validated; any failure clears it.
    case all
    /// The storage is always cleared, device id included.
    case clear
}
