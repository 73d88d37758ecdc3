public import Base

/// What the device knows of the person's TV provider, whoever keeps it.
///
/// Two verbs, as in Apple's Video Subscriber Account framework: the app's permission, and the account behind it.
/// Source: "Video Subscriber Account", VSAccountManager.
public protocol PlatformAccountBackend: Sendable {
    /// Tells whether the app may see the account; with `prompting`, the person may be asked first.
    ///
    /// - Throws: any error is a communication error, except `accessNotGranted`: then the permission is to be read again.
    func permission(prompting: Bool) async throws(PlatformAccountError) -> AccessPermission

    /// Asks for the account.
    ///
    /// Without `isInterruptionAllowed` nothing is shown. Without `attributeNames` the answer is local: the
    /// provider's identity endpoint is not asked. With interruption and no account the picker is presented through
    /// `presenter`, and dismissed before this returns or throws.
    func account(
        _ request: AccountRequest, presenter: (any TVProviderPresenter)?
    ) async throws(PlatformAccountError) -> AccountMetadata
}

/// The app's permission to see the person's TV provider account.
///
/// Source: "Video Subscriber Account", VSAccountAccessStatus; the raw values are its own.
public enum AccessPermission: Int, Sendable, Hashable, CaseIterable {
    /// The person has not chosen yet.
    case notDetermined = 0
    /// A policy of the device forbids it.
    case restricted = 1
    /// The person refused.
    case denied = 2
    /// The person agreed.
    case granted = 3
}

/// What is asked of the account.
///
/// Source: "Video Subscriber Account", VSAccountMetadataRequest.
public struct AccountRequest: Sendable, Hashable {
    /// Who asks: the service's SAML issuer.
    public var channelIdentifier: String?
    /// Non-empty: only these providers may answer, in this order.
    public var supportedProviderIdentifiers: [String]
    /// Shown before the others.
    public var featuredProviderIdentifiers: [String]
    /// What the provider checks the app by; the service's profile request.
    public var verificationToken: String?
    /// The provider id is wanted.
    public var includesProviderIdentifier: Bool
    /// The expiration date is wanted.
    public var includesExpirationDate: Bool
    /// The person may be interrupted.
    public var isInterruptionAllowed: Bool
    /// Cached credentials are to be ignored.
    public var forcesAuthentication: Bool
    /// SAML attributes to query; empty = no SAML response.
    public var attributeNames: [String]

    /// A silent request for provider id and expiration date.
    public init(
        channelIdentifier: String? = nil, supportedProviderIdentifiers: [String] = [],
        featuredProviderIdentifiers: [String] = [], verificationToken: String? = nil,
        includesProviderIdentifier: Bool = true, includesExpirationDate: Bool = true,
        isInterruptionAllowed: Bool = false, forcesAuthentication: Bool = false, attributeNames: [String] = []
    ) {
        self.channelIdentifier = channelIdentifier
        self.supportedProviderIdentifiers = supportedProviderIdentifiers
        self.featuredProviderIdentifiers = featuredProviderIdentifiers
        self.verificationToken = verificationToken
        self.includesProviderIdentifier = includesProviderIdentifier
        self.includesExpirationDate = includesExpirationDate
        self.isInterruptionAllowed = isInterruptionAllowed
        self.forcesAuthentication = forcesAuthentication
        self.attributeNames = attributeNames
    }
}

/// What the account answers; every part may be missing.
///
/// Source: "Video Subscriber Account", VSAccountMetadata.
public struct AccountMetadata: Sendable, Hashable {
    /// The provider's id on the platform: the service's `platformMappingId`.
    public var providerIdentifier: String?
    /// Until when the sign-in holds, ms since 1970; nil = no end known.
    public var expirationDate: Timestamp?
    /// The provider's SAML response, as text.
    public var samlResponse: Secret?

    /// Makes an answer.
    public init(
        providerIdentifier: String? = nil, expirationDate: Timestamp? = nil, samlResponse: Secret? = nil
    ) {
        self.providerIdentifier = providerIdentifier
        self.expirationDate = expirationDate
        self.samlResponse = samlResponse
    }
}
