public import Base

/// Which MVPD's own login is to start.
public struct LoginRequest: Sendable, Hashable {
    /// The programmer's id.
    public var requestor: String
    /// The MVPD to sign in at.
    public var mvpd: ConfiguredMVPD
    /// The requestor's first domain.
    public var domain: String?
    /// The address the MVPD's page ends at, such as `adobepass://ios.app`; already complete, sent encoded once.
    public var redirectURL: String
    /// Values of the host for the MVPD (`generic_data`).
    public var genericData: [String: String]

    /// Makes a request.
    public init(
        requestor: String, mvpd: ConfiguredMVPD, domain: String?, redirectURL: String,
        genericData: [String: String] = [:]
    ) {
        self.genericData = genericData
        self.requestor = requestor
        self.mvpd = mvpd
        self.domain = domain
        self.redirectURL = redirectURL
    }
}

/// A login waiting for a person: a registration code and the address where it is used.
public struct LoginSession: Sendable, Hashable {
    /// The programmer's id.
    public var requestor: String
    /// The MVPD's id.
    public var mvpd: String
    /// The registration code, as given.
    public var code: String
    /// The end of the code's life by the service's clock, ms since 1970.
    public var expires: Timestamp
    /// The address to open in a browser, byte for byte; not checked yet.
    public var loginURL: String
    /// What the service may still hold from before; found again it says nothing about this login.
    public var earlier: EarlierAuthentication?

    /// Makes a session.
    public init(requestor: String, mvpd: String, code: String, expires: Timestamp, loginURL: String) {
        self.requestor = requestor
        self.mvpd = mvpd
        self.code = code
        self.expires = expires
        self.loginURL = loginURL
    }
}

/// An authentication from before a login.
public struct EarlierAuthentication: Sendable, Hashable {
    /// The MVPD's id.
    public var mvpd: String
    /// The end of its life by the service's clock.
    public var expires: Timestamp

    /// Names an authentication.
    public init(mvpd: String, expires: Timestamp) {
        self.mvpd = mvpd
        self.expires = expires
    }
}

/// What the service answers to the start of a login.
public enum LoginStart: Sendable, Hashable {
    /// A person has to sign in.
    case session(LoginSession)
    /// The service signs in at once: a degradation rule, or a temporary pass.
    case signedIn(ServiceAuthentication)
    /// The temporary pass is used up.
    case temporaryPassExpired
}

/// The end of a sign-in at the service.
public struct LogoutRequest: Sendable, Hashable {
    /// The programmer's id.
    public var requestor: String
    /// The MVPD's id.
    public var mvpd: String
    /// Whether the authentication came from the platform account.
    public var isPartner: Bool
    /// The address the MVPD's logout page ends at.
    public var redirectURL: String

    /// Makes a request.
    public init(requestor: String, mvpd: String, isPartner: Bool, redirectURL: String) {
        self.requestor = requestor
        self.mvpd = mvpd
        self.isPartner = isPartner
        self.redirectURL = redirectURL
    }
}

extension LoginSession {
    /// Whether an authentication is the one the service may still hold from before this login.
    func isEarlier(_ found: ServiceAuthentication) -> Bool {
        guard let earlier else { return false }
        return earlier.mvpd.isSameID(as: found.mvpd) && earlier.expires == found.expires
    }
}
