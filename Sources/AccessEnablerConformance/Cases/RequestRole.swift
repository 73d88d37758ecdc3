public import PassSimulator

/// An API of the service; the contract is the same on each.
public enum ServiceVersion: String, Sendable, Hashable, CaseIterable {
    /// REST API V1.
    case v1
    /// REST API V2.
    case v2
}

/// What a request is for, whichever API it goes to: cases speak of roles, so that they hold on each.
public enum RequestRole: String, Sendable, Hashable, CaseIterable {
    /// The application registers.
    case register
    /// An access token.
    case token
    /// The requestor's configuration.
    case configuration
    /// A partner sign-in begins: what the platform's question is to carry.
    case profileRequest
    /// The platform's answer in return for a token.
    case exchange
    /// A login begins: its code.
    case registrationCode
    /// What a login's session still wants to know is said again.
    case sessionResumption
    /// Whether a login has ended: its token.
    case authentication
    /// A login's code is given back.
    case registrationRemoval
    /// A temporary pass signs in.
    case temporaryPass
    /// Whether the service knows of an authentication.
    case checkAuthentication
    /// Metadata of the user.
    case userMetadata
    /// Whether a resource may be watched.
    case authorize
    /// A media token for a resource that may be watched.
    case mediaToken
    /// Which resources could be watched.
    case preauthorize
    /// A sign-in ends.
    case logout
}

extension ServiceVersion {
    /// Where requests of a role go; nil = this API has no such request.
    public func endpoint(of role: RequestRole) -> Endpoint? { endpoints[role] }

    /// What a request to an endpoint is for; nil = nothing an implementation asks: a page for a person's browser, a
    /// request of the other API, or one that nobody documented.
    public func role(of endpoint: Endpoint) -> RequestRole? {
        let roles = endpoints.filter { $0.value == endpoint }.keys
        return roles.first { !Self.secondary.contains($0) } ?? roles.first
    }

    private var endpoints: [RequestRole: Endpoint] {
        switch self {
        case .v1: Self.endpointsV1
        case .v2: Self.endpointsV2
        }
    }

    private static let endpointsV1: [RequestRole: Endpoint] = [
        .register: .register, .token: .token, .configuration: .configuration, .profileRequest: .profileRequest,
        .exchange: .exchange, .registrationCode: .registrationCode, .authentication: .authentication,
        .registrationRemoval: .registrationRemoval, .temporaryPass: .temporaryPass,
        .checkAuthentication: .checkAuthentication, .userMetadata: .userMetadata, .authorize: .authorize,
        .mediaToken: .mediaToken, .preauthorize: .preauthorize, .logout: .logout,
    ]

    /// A media token comes with the decision, and a temporary pass is a profile: they have no endpoint of their own.
    private static let endpointsV2: [RequestRole: Endpoint] = [
        .register: .register, .token: .token, .configuration: .v2Configuration, .profileRequest: .v2PartnerSession,
        .exchange: .v2PartnerProfile, .registrationCode: .v2Session,
        .sessionResumption: .v2SessionResumption, .authentication: .v2ProfileOfCode,
        .temporaryPass: .v2Profile, .userMetadata: .v2Profile, .authorize: .v2Authorization,
        .mediaToken: .v2Authorization, .preauthorize: .v2Preauthorization, .logout: .v2Logout,
    ]

    /// Roles that are counted as another one where they share its endpoint.
    private static let secondary: Set<RequestRole> = [.temporaryPass, .mediaToken]
}
