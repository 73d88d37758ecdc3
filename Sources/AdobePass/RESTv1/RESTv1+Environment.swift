public import Base

extension RESTv1 {
    /// What an instance is made of; everything comes in from outside.
    public struct Environment: Sendable {
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
}
