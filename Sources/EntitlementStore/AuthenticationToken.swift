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

    /// What let the person in.
    public enum Source: String, Sendable, Hashable, CaseIterable {
        /// The platform account.
        case partner
        /// The MVPD's own login.
        case regular
        /// A degradation rule: nobody asked the MVPD.
        case degraded
        /// A temporary pass.
        case temporary
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
    /// What let the person in.
    public var source: Source
    /// For a token of REST API V2: the registered client it belongs to. It goes with that client's credentials.
    public var clientID: String?
    /// User metadata as last received, a JSON object; nil = not read yet.
    public var metadata: Data?

    /// Makes a token; no `source` = as its kind says.
    public init(
        requestor: String, mvpd: String, kind: Kind, service: Service, expires: Timestamp, userID: Secret?,
        deviceID: Secret, platformProviderID: String?, serviceURL: String, source: Source? = nil,
        clientID: String? = nil, metadata: Data? = nil
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
        self.source = source ?? kind.usualSource
        self.clientID = clientID
        self.metadata = metadata
    }
}

extension AuthenticationToken.Kind {
    /// What lets a person in who signs in this way as a rule.
    var usualSource: AuthenticationToken.Source {
        switch self {
        case .partner: .partner
        case .regular: .regular
        }
    }
}
