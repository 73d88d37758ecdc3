public import Base

/// What is to be watched, and whose permission that needs.
public struct AuthorizationRequest: Sendable, Hashable {
    /// The programmer's id.
    public var requestor: String
    /// The MVPD the person is signed in at.
    public var mvpd: ConfiguredMVPD
    /// A plain id or an MRSS fragment, as the host gave it; sent unchanged, encoded once.
    public var resource: String
    /// Values of the host for the MVPD (`generic_data`).
    public var genericData: [String: String]

    /// Makes a request.
    public init(requestor: String, mvpd: ConfiguredMVPD, resource: String, genericData: [String: String] = [:]) {
        self.requestor = requestor
        self.mvpd = mvpd
        self.resource = resource
        self.genericData = genericData
    }
}

/// A permission to watch a resource.
public struct Authorization: Sendable, Hashable {
    /// Who gave it.
    public enum Source: Sendable, Hashable, CaseIterable {
        /// The MVPD.
        case mvpd
        /// A degradation rule, without asking the MVPD (Z010).
        case degraded
        /// A temporary pass (Z011).
        case temporaryPass
    }

    /// The programmer's id.
    public var requestor: String
    /// The MVPD's id.
    public var mvpd: String
    /// The resource asked for, byte for byte.
    public var resource: String
    /// The end of its life by the service's clock, ms since 1970; it may be past already, which is no denial.
    public var expires: Timestamp
    /// Who gave it, as far as the service tells.
    public var source: Source
    /// The media token, when the service sends one along (V2); nil: `mediaToken` gets it (V1).
    public var mediaToken: Secret?

    /// Makes an authorization.
    public init(
        requestor: String, mvpd: String, resource: String, expires: Timestamp, source: Source,
        mediaToken: Secret? = nil
    ) {
        self.requestor = requestor
        self.mvpd = mvpd
        self.resource = resource
        self.expires = expires
        self.source = source
        self.mediaToken = mediaToken
    }
}

/// Why a person may not watch.
public struct AuthorizationDenial: Sendable, Hashable {
    /// The reason, as far as the service tells.
    public enum Reason: Sendable, Hashable, CaseIterable {
        /// The MVPD says no (Z100).
        case notAuthorized
        /// The MVPD says no because of parental controls (Z100).
        case parentalControls
        /// A degradation rule denies everything (Z169).
        case degradationRule
        /// The MVPD could not be asked, tries used up (Z120).
        case mvpdUnreachable
        /// The resource is none, or an MRSS fragment that cannot be read (Z130).
        case invalidResource
        /// The temporary pass is used up: its time, or its resources (N111).
        case temporaryPassSpent
        /// The service knows no valid authentication of this device.
        case notAuthenticated
        /// Media token only: the service holds no valid authorization for the resource (any more); `authorize` asks for
        /// another.
        case authorizationMissing
        /// The service says no with a reason unknown to us.
        case other
    }

    /// The reason.
    public var reason: Reason
    /// The MVPD's text for the person, in one line of 1,000 characters at most; nil when it sent none.
    public var details: String?

    /// Makes a denial.
    public init(reason: Reason, details: String? = nil) {
        self.reason = reason
        self.details = details
    }
}

/// What the service answers to the question whether a resource may be watched.
public enum AuthorizationAnswer: Sendable, Hashable {
    /// Yes.
    case permitted(Authorization)
    /// No.
    case denied(AuthorizationDenial)
}

/// What the service answers to the wish for a media token.
public enum MediaTokenAnswer: Sendable, Hashable {
    /// The token, unchanged as the service sent it (base64): for one use, within minutes, never to be kept or logged.
    case token(Secret)
    /// There is none.
    case denied(AuthorizationDenial)
}
