import Base

/// All the service knows. A value: what happens to a request is decided on it alone.
struct ServiceState: Sendable {
    /// What can be changed from outside.
    var dashboard: Dashboard
    /// Registered clients, by id.
    var clients: [String: Client] = [:]
    /// Access tokens, by token.
    var accessTokens: [String: AccessToken] = [:]
    /// Profile requests not answered yet, by verification token.
    var profileRequests: [String: ProfileRequest] = [:]
    /// Authentication tokens of REST API V1, by requestor and device.
    var authentications: [AuthenticationKey: Authentication] = [:]
    /// Profiles of REST API V2, by whose they are; those that are over stay until a new one comes.
    var profiles: [Holder: [Profile]] = [:]
    /// Registration codes, by code.
    var registrations: [String: Registration] = [:]
    /// Login pages that are open, by their key.
    var loginSessions: [String: LoginSession] = [:]
    /// Browsers an MVPD knows, by cookie: the MVPD's id.
    var mvpdSessions: [String: String] = [:]
    /// Authorizations, by device and resource.
    var authorizations: [AuthorizationKey: Authorization] = [:]
    /// Media tokens that were redeemed and would still be good, by what makes them unique: their end.
    var redeemedTokens: [String: Timestamp] = [:]
    /// Who has used a temporary pass.
    var trials: [Trial] = []
    /// What the providers' identity endpoint knows.
    var identity = Identity()
    /// Faults set.
    var faults: [Endpoint: Fault] = [:]
    /// The limit of requests.
    var throttle = Throttle()
    /// What has been asked.
    var records = RequestLog()

    init(_ dashboard: Dashboard) {
        self.dashboard = dashboard
    }

    /// Forgets every client, and with them their access tokens.
    mutating func forgetClients() {
        clients = [:]
        accessTokens = [:]
    }

    /// A registered client.
    struct Client: Sendable {
        var secret: String
    }

    /// An access token.
    struct AccessToken: Sendable {
        var client: String
        var expires: Timestamp
    }

    /// A profile request waiting for its SAML response.
    struct ProfileRequest: Sendable {
        var requestor: String
        var mvpd: String
        var platform: String
        var device: String?
        var client: String
        var expires: Timestamp
    }

    /// What a registration code stands for.
    struct Registration: Sendable {
        var id: String
        var requestor: String
        var device: String
        var mvpd: String?
        var generated: Timestamp
        var expires: Timestamp
        var userAgent: String
        /// Somebody signed in with it. It stays until it is removed or over (rest-v1 #16).
        var isUsed = false
        /// What makes it a session of REST API V2.
        var session: SessionV2?
    }

    /// An open login page.
    struct LoginSession: Sendable {
        var code: String
        var registration: Registration
        var mvpd: String
        var redirect: String
        var expires: Timestamp
    }

    /// Somebody's use of a temporary pass.
    struct Trial: Sendable, Hashable {
        var requestor: String
        var mvpd: String
        /// The devices it was used on.
        var devices: Set<String>
        /// What else tells who it is: values of `generic_data`.
        var keys: Set<String>
        /// From when its time runs: the first use, then the first authorization.
        var start: Timestamp
        var isAuthorized = false
        /// What it was used for, in order.
        var resources: [[UInt8]] = []
    }

    /// Tokens live on the service, by requestor and device (rest-v1 #3).
    struct AuthenticationKey: Sendable, Hashable {
        var requestor: String
        var device: String
    }

    /// An authentication token.
    struct Authentication: Sendable {
        var mvpd: String
        var userID: String
        var issued: Timestamp
        var expires: Timestamp
        /// It came from a platform account.
        var isPartner: Bool
        /// Which sign-in it is: authorizations are of one.
        var id = hexText(randomBytes(8))
    }

    /// Authorizations are of a device and a resource, byte for byte.
    struct AuthorizationKey: Sendable, Hashable {
        var viewer: AuthenticationKey
        var resource: [UInt8]
    }

    /// An authorization.
    struct Authorization: Sendable {
        /// The sign-in it was given for.
        var authentication: String
        var mvpd: String
        var source: Authorizations.Source
        var expires: Timestamp
    }
}

/// The service's time at a request: the injected clock's and the dashboard's skew.
struct Moment: Sendable, Hashable {
    var now: Timestamp

    /// This moment by a clock.
    init(_ clock: any DeviceClock, skew: Duration) {
        now = clock.now + skew
    }
}
