public import Base

/// A login session of REST API V2 as somebody else sees it who knows its code: a second screen.
///
/// Source: "REST API V2", retrieve authentication session.
public struct AuthenticationSession: Sendable, Hashable {
    /// The programmer's id.
    public var requestor: String
    /// The code asked for.
    public var code: String
    /// The MVPD's id, once one was chosen.
    public var mvpd: String?
    /// The domain, once given.
    public var domain: String?
    /// The address the MVPD's page will end at, once given.
    public var redirectURL: String?
    /// What the service still wants to know before the login can start: `mvpd`, `domainName`, `redirectUrl`.
    public var missingParameters: [String]
    /// The end of the code's life by the service's clock, ms since 1970, if told.
    public var expires: Timestamp?

    /// Makes a session.
    public init(
        requestor: String, code: String, mvpd: String? = nil, domain: String? = nil, redirectURL: String? = nil,
        missingParameters: [String] = [], expires: Timestamp? = nil
    ) {
        self.requestor = requestor
        self.code = code
        self.mvpd = mvpd
        self.domain = domain
        self.redirectURL = redirectURL
        self.missingParameters = missingParameters
        self.expires = expires
    }
}
