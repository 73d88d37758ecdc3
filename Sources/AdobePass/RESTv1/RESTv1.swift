public import Base

/// REST API V1 as an entitlement service.
public struct RESTv1: EntitlementService {
    /// What an instance is made of; everything comes in from outside.
    public struct Environment: Sendable {
        /// The service's base URL, such as `https://api.auth.adobe.com`, without a trailing slash.
        public var baseURL: String
        /// The signed software statement.
        public var softwareStatement: Secret
        /// Sends requests.
        public var transport: any HTTPTransport
        /// Time, waits.
        public var clock: any DeviceClock
        /// Random numbers in 0..<1, for jitter.
        public var random: @Sendable () -> Double
        /// Where credentials are kept.
        public var credentials: any ClientCredentialStore
        /// Where configurations are kept.
        public var configurations: any ConfigurationCache
        /// The device's own information, laid under `ServiceOptions.deviceInfo`.
        public var deviceInfo: [String: String]
        /// Whether loopback is paced like a real host.
        public var pacesLoopback: Bool
        /// Time allowed for one request.
        public var requestLimit: Duration
        /// Where messages go.
        public var log: any LogSink

        /// Makes an environment.
        public init(
            baseURL: String, softwareStatement: Secret, transport: any HTTPTransport, clock: any DeviceClock,
            random: @escaping @Sendable () -> Double, credentials: any ClientCredentialStore,
            configurations: any ConfigurationCache, deviceInfo: [String: String] = [:], pacesLoopback: Bool = false,
            requestLimit: Duration = .seconds(30), log: any LogSink
        ) {
            self.baseURL = baseURL
            self.softwareStatement = softwareStatement
            self.transport = transport
            self.clock = clock
            self.random = random
            self.credentials = credentials
            self.configurations = configurations
            self.deviceInfo = deviceInfo
            self.pacesLoopback = pacesLoopback
            self.requestLimit = requestLimit
            self.log = log
        }
    }

    private let environment: Environment

    /// Speaks REST API V1 in this environment.
    public init(_ environment: Environment) {
        self.environment = environment
    }

    /// See `EntitlementService`.
    public func configuration(
        of requestor: String, call: ServiceCall
    ) async throws(ServiceError) -> ConfigurationAnswer {
        throw ServiceError(.configuration, .unreachable)
    }

    /// See `EntitlementService`.
    public func beginPartnerSignIn(
        _ request: PartnerSignInRequest, call: ServiceCall
    ) async throws(ServiceError) -> PartnerSignInStart {
        throw ServiceError(.partnerRequest, .unreachable)
    }

    /// See `EntitlementService`.
    public func completePartnerSignIn(
        _ request: PartnerSignInRequest, samlResponse: Secret, call: ServiceCall
    ) async throws(ServiceError) -> ServiceAuthentication {
        throw ServiceError(.exchange, .unreachable)
    }

    /// See `EntitlementService`.
    public func userMetadata(
        requestor: String, mvpd: String, call: ServiceCall
    ) async throws(ServiceError) -> UserMetadata {
        throw ServiceError(.userMetadata, .unreachable)
    }
}
