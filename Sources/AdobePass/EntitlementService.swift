public import Base
public import FoundationEssentials

/// The service, in the contract's words: what a step of the contract may ask, whichever API stands behind it.
///
/// One instance speaks for one service URL. REST API V1 and V2 both fit (see each member). All calls may run at once.
/// Every call first sees to client registration and access token, retries what may be retried, and ends by
/// `call.deadline`.
public protocol EntitlementService: Sendable {
    /// The requestor's configuration. Unknown requestor: `ServiceError` with status 400 (or 404).
    func configuration(
        of requestor: String, call: ServiceCall
    ) async throws(ServiceError) -> ConfigurationAnswer

    /// Starts the exchange of a platform account: V1 the profile request, V2 the partner session.
    func beginPartnerSignIn(
        _ request: PartnerSignInRequest, call: ServiceCall
    ) async throws(ServiceError) -> PartnerSignInStart

    /// Exchanges the SAML response for an authentication: V1 `POST tokens/authn` then `GET tokens/authn`; V2
    /// `profiles/sso`. Throws when the service refuses.
    func completePartnerSignIn(
        _ request: PartnerSignInRequest, samlResponse: Secret, call: ServiceCall
    ) async throws(ServiceError) -> ServiceAuthentication

    /// User metadata of the authentication the service holds for this device and requestor.
    func userMetadata(
        requestor: String, mvpd: String, call: ServiceCall
    ) async throws(ServiceError) -> UserMetadata
}

/// What every call carries.
public struct ServiceCall: Sendable {
    /// When the call must have ended, retries and pacing included.
    public var deadline: Deadline
    /// The device id (raw; the service's API decides how it is written).
    public var deviceID: Secret
    /// iOS or tvOS behaviour.
    public var platform: PlatformBehaviour
    /// What the host set with `setOptions`.
    public var options: ServiceOptions

    /// Makes a call context.
    public init(
        deadline: Deadline, deviceID: Secret, platform: PlatformBehaviour, options: ServiceOptions = ServiceOptions()
    ) {
        self.deadline = deadline
        self.deviceID = deviceID
        self.platform = platform
        self.options = options
    }
}

/// Which of the original SDK's two behaviours is kept.
public enum PlatformBehaviour: String, Sendable, Hashable, CaseIterable, Codable {
    /// Login in a web view on this device.
    case iOS
    /// Login on a second screen with a registration code.
    case tvOS
}

/// The values of `setOptions` that go with every later request (I3).
public struct ServiceOptions: Sendable, Hashable {
    /// `applicationProfile`: sent as header `AP-Application-Profile` (choice).
    public var applicationProfile: String?
    /// `visitorID`: sent as header `AP-Visitor-Identifier`, bare.
    public var visitorID: String?
    /// `device_info`: keys and values laid over the SDK's own device information.
    public var deviceInfo: [String: String]

    /// Makes options; nothing set by default.
    public init(applicationProfile: String? = nil, visitorID: String? = nil, deviceInfo: [String: String] = [:]) {
        self.applicationProfile = applicationProfile
        self.visitorID = visitorID
        self.deviceInfo = deviceInfo
    }
}

/// Whose platform account is to be exchanged.
public struct PartnerSignInRequest: Sendable, Hashable {
    /// The programmer's id.
    public var requestor: String
    /// The MVPD of the account.
    public var mvpd: ConfiguredMVPD
    /// The provider's id on the platform (V2: framework status).
    public var providerIdentifier: String
    /// Until when the account's sign-in holds (V2: framework status).
    public var accountExpires: Timestamp?
    /// The requestor's first domain (V2: `domainName`).
    public var domain: String?

    /// Makes a request.
    public init(
        requestor: String, mvpd: ConfiguredMVPD, providerIdentifier: String, accountExpires: Timestamp?,
        domain: String?
    ) {
        self.requestor = requestor
        self.mvpd = mvpd
        self.providerIdentifier = providerIdentifier
        self.accountExpires = accountExpires
        self.domain = domain
    }
}

/// What the service answers to the start of an exchange.
public enum PartnerSignInStart: Sendable, Hashable {
    /// The platform is to be asked for a SAML response with this token and these attributes.
    case askPlatform(verificationToken: String, attributeNames: [String])
    /// The service signs in without a SAML response (V2: an authenticated or degraded profile).
    case signedIn(ServiceAuthentication)
    /// The service declines the exchange (V1: profile request not 200; V2: fallback). Degradation looks like this.
    case declined
}

/// An authentication as the service tells it.
public struct ServiceAuthentication: Sendable, Hashable {
    /// How the service says it came about.
    public enum Source: Sendable, Hashable {
        /// The platform account was exchanged.
        case partner
        /// The MVPD's own login.
        case regular
        /// A degradation rule.
        case degraded
        /// A temporary pass.
        case temporary
    }

    /// The programmer's id.
    public var requestor: String
    /// The MVPD's id; the one asked for when the service named none.
    public var mvpd: String
    /// The end of its life by the service's clock, ms since 1970.
    public var expires: Timestamp
    /// The MVPD's id of the person.
    public var userID: Secret?
    /// How it came about.
    public var source: Source

    /// Makes an authentication.
    public init(requestor: String, mvpd: String, expires: Timestamp, userID: Secret?, source: Source) {
        self.requestor = requestor
        self.mvpd = mvpd
        self.expires = expires
        self.userID = userID
        self.source = source
    }
}

/// User metadata: JSON values by key.
public struct UserMetadata: Sendable, Hashable {
    /// The values, as read.
    public var values: [String: JSONValue]
    /// Which of them are encrypted.
    public var encryptedKeys: Set<String>

    /// Makes user metadata.
    public init(values: [String: JSONValue], encryptedKeys: Set<String>) {
        self.values = values
        self.encryptedKeys = encryptedKeys
    }
}

/// Where client credentials are kept between runs; the core puts its store behind it.
public protocol ClientCredentialStore: Sendable {
    /// The credentials for this service URL and software statement (by digest), or nil. An unreadable store throws.
    func load(serviceURL: String, statementDigest: String) throws -> StoredClient?
    /// Saves or, with nil, removes them.
    func save(_ client: StoredClient?, serviceURL: String, statementDigest: String) throws
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
    /// The end of the access token's life by this device's clock, counted from receipt, ms since 1970.
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

/// Where configuration bodies with their validators are kept between runs; losing one costs a full answer, no more.
public protocol ConfigurationCache: Sendable {
    /// The entry under this key, or nil.
    func load(key: String) -> CachedBody?
    /// Keeps or, with nil, drops it.
    func save(_ body: CachedBody?, key: String)
}

/// A body with its validators.
public struct CachedBody: Sendable, Hashable {
    /// The body as received.
    public var body: Data
    /// Its content type.
    public var contentType: String
    /// `ETag`.
    public var entityTag: String?
    /// `Last-Modified`.
    public var lastModified: String?

    /// Makes an entry.
    public init(body: Data, contentType: String, entityTag: String?, lastModified: String?) {
        self.body = body
        self.contentType = contentType
        self.entityTag = entityTag
        self.lastModified = lastModified
    }
}
