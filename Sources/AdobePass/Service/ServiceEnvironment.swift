public import Base

/// What a service, REST API V1 or V2, is made of; everything comes in from outside.
public struct ServiceEnvironment: Sendable {
    /// The service's base URL, such as `https://api.auth.adobe.com`, without a trailing slash.
    public var baseURL: String
    /// The signed software statement.
    public var softwareStatement: Secret
    /// Sends requests.
    public var transport: any HTTPTransport
    /// Time, waits.
    ///
    /// With `SystemClock` the pace of real hosts is one for the process; any other clock has a pace of its own
    /// for each instance, since times of different clocks cannot be compared (choice).
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
        baseURL: String, softwareStatement: Secret, transport: any HTTPTransport,
        clock: any DeviceClock = SystemClock(),
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
        credentials: any ClientCredentialStore,
        configurations: any ConfigurationCache = InMemoryConfigurations(),
        deviceInfo: [String: String] = DeviceInformation.linux(), pacesLoopback: Bool = false,
        requestLimit: Duration = .seconds(30), log: any LogSink = StandardErrorLog()
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

extension ServiceEnvironment {
    /// The pace to keep: the process's own on the real clock.
    ///
    /// The times of an injected clock mean nothing to others, so it has a pace of its own.
    var pacer: Pacer { clock is SystemClock ? .process : Pacer(clock: clock) }
}

extension AuthorizedConnection {
    /// A connection to the environment's service, with a client registration of its own; nothing is sent yet.
    init(_ environment: ServiceEnvironment, pacer: Pacer) {
        let address = ServiceAddress(environment.baseURL)
        let connection = ServiceConnection(
            address: address, transport: environment.transport, clock: environment.clock,
            random: environment.random,
            pacer: address.isLoopback && !environment.pacesLoopback ? nil : pacer,
            requestLimit: environment.requestLimit, log: environment.log)
        let registration = ClientRegistration(
            calls: RegistrationCalls(connection: connection, statement: environment.softwareStatement),
            shelf: CredentialShelf(
                environment.credentials, serviceURL: address.base, statement: environment.softwareStatement,
                log: environment.log))
        self.init(connection: connection, registration: registration, deviceInfo: environment.deviceInfo)
    }
}
