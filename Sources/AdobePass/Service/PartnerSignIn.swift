public import Base

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
    /// The address a login page would end at, should the service want one after all (V2: `redirectUrl`).
    public var redirectURL: String

    /// Makes a request.
    public init(
        requestor: String, mvpd: ConfiguredMVPD, providerIdentifier: String, accountExpires: Timestamp?,
        domain: String?, redirectURL: String = "adobepass://ios.app"
    ) {
        self.requestor = requestor
        self.mvpd = mvpd
        self.providerIdentifier = providerIdentifier
        self.accountExpires = accountExpires
        self.domain = domain
        self.redirectURL = redirectURL
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
