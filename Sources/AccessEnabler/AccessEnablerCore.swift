public import AdobePass
public import Base
public import EntitlementStore
public import PlatformAccount

/// The AccessEnabler contract on Linux.
///
/// Verbs return at once, from any thread; they run one after the other, in the order called. What they lead to arrives
/// at the delegate. Releasing the object ends everything.
public final class AccessEnablerCore: Sendable {
    /// What an object is made with (I1). Making one fires no callback.
    ///
    /// - Parameters:
    ///   - softwareStatement: the signed statement from the service's dashboard.
    ///   - applicationID: names the store; objects and processes with the same id share one.
    ///   - platform: iOS or tvOS behaviour.
    ///   - integrityCheck: I2.
    ///   - service: which API, and where.
    ///   - platformAccount: who keeps the person's TV provider account.
    ///   - settings: everything with a default.
    ///   - delegate: held weakly.
    public init(
        softwareStatement: String, applicationID: String, platform: PlatformBehaviour = .iOS,
        integrityCheck: StorageIntegrityCheck = .none, service: ServiceSelection = .restV1,
        platformAccount: any PlatformAccountBackend, settings: Settings = Settings(),
        delegate: (any AccessEnablerDelegate)? = nil
    ) {}

    /// Who gets the callbacks; held weakly.
    public var delegate: (any AccessEnablerDelegate)? {
        get { nil }
        set {}
    }

    /// Names the requestor and loads its configuration; signs in silently when the platform allows (S2).
    public func setRequestor(_ requestor: String, serviceProviders: [String] = []) {}

    /// Tells whether a valid authentication token is stored; no network (S3).
    public func checkAuthentication() {}

    /// Asks for metadata (M1 to M3).
    public func getMetadata(_ key: MetadataKey, arguments: [String: String] = [:]) {}

    /// Sets values that go with every later request (I3).
    public func setOptions(_ options: Options) {}
}

/// The values of `setOptions`.
public struct Options: Sendable, Hashable {
    /// Goes with every later request.
    public var applicationProfile: String?
    /// Goes with every later request.
    public var visitorID: String?
    /// The host shows login pages in a Safari view controller (S4.P).
    public var handleSVC: Bool
    /// Laid over the SDK's own device information.
    public var deviceInfo: [String: String]

    /// Makes options.
    public init(
        applicationProfile: String? = nil, visitorID: String? = nil, handleSVC: Bool = false,
        deviceInfo: [String: String] = [:]
    ) {
        self.applicationProfile = applicationProfile
        self.visitorID = visitorID
        self.handleSVC = handleSVC
        self.deviceInfo = deviceInfo
    }
}

/// Which API of the service, and where.
public enum ServiceSelection: Sendable, Hashable {
    /// REST API V1 at the production host, or where `setRequestor` names service providers.
    case restV1
    /// REST API V1 at this base URL unless `setRequestor` names service providers.
    case restV1At(String)
}

/// Everything a host may set and need not.
public struct Settings: Sendable {
    /// The folder of the store; nil = `$XDG_DATA_HOME/accessenabler` (or `~/.local/share/accessenabler`).
    public var storeDirectory: String?
    /// HTTP: CA bundle, proxy, limits.
    public var http: CurlTransport.Settings
    /// Sends requests in place of libcurl, for tests.
    public var transport: (any HTTPTransport)?
    /// Time and waiting.
    public var clock: any DeviceClock
    /// Random numbers in 0..<1.
    public var random: @Sendable () -> Double
    /// Where log messages go.
    public var log: any LogSink
    /// Time for one request. Choice: 30 s.
    public var requestLimit: Duration
    /// Time for a verb. Choice: 60 s.
    public var verbLimit: Duration
    /// Time for a silent question to the platform. Choice: 5 s.
    public var platformLimit: Duration
    /// Loopback services are paced like real hosts.
    public var pacesLoopback: Bool
    /// Runs callbacks, one handed over at a time; nil = a serial queue of the object's own.
    public var callbackExecutor: (@Sendable (@escaping @Sendable () -> Void) -> Void)?

    /// Makes the default settings.
    public init(
        storeDirectory: String? = nil, http: CurlTransport.Settings = CurlTransport.Settings(),
        transport: (any HTTPTransport)? = nil, clock: any DeviceClock = SystemClock(),
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
        log: any LogSink = StandardErrorLog(), requestLimit: Duration = .seconds(30),
        verbLimit: Duration = .seconds(60), platformLimit: Duration = .seconds(5), pacesLoopback: Bool = false,
        callbackExecutor: (@Sendable (@escaping @Sendable () -> Void) -> Void)? = nil
    ) {
        self.storeDirectory = storeDirectory
        self.http = http
        self.transport = transport
        self.clock = clock
        self.random = random
        self.log = log
        self.requestLimit = requestLimit
        self.verbLimit = verbLimit
        self.platformLimit = platformLimit
        self.pacesLoopback = pacesLoopback
        self.callbackExecutor = callbackExecutor
    }
}
