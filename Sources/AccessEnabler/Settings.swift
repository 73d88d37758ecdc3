import AdobePass
public import Base

/// Everything a host may set and need not.
public struct Settings: Sendable {
    /// The folder of the store; nil = `$XDG_DATA_HOME/accessenabler`, else `~/.local/share/accessenabler`.
    public var storeDirectory: String?
    /// HTTP: CA bundle, proxy, connection limits.
    public var http: CurlTransport.Settings
    /// Sends requests in place of libcurl, for tests.
    public var transport: (any HTTPTransport)?
    /// Time and waiting.
    public var clock: any DeviceClock
    /// Random numbers in 0..<1, for jitter.
    public var random: @Sendable () -> Double
    /// Where log messages go. Default: errors to standard error.
    public var log: any LogSink
    /// Device information laid over what the SDK reads from the system (`primaryHardwareType`, `model`, …).
    public var deviceInfo: [String: String]
    /// Time for one request. Choice: 30 s.
    public var requestLimit: Duration
    /// Time for a verb, waits and retries included. Choice: 60 s.
    public var verbLimit: Duration
    /// Time for a logout, its page included. Choice: 30 s.
    public var logoutLimit: Duration
    /// Time for one silent question to the platform. Choice: 5 s.
    public var platformLimit: Duration
    /// Time a call of the store waits for other processes that hold it. Choice: 5 s.
    public var storeLimit: Duration
    /// Loopback services are paced like real hosts (10 requests, then 1/s). Choice: no.
    public var pacesLoopback: Bool
    /// The application's own redirect address (`adbe.<id>://adobe.com`), used when `handleSVC` is set; nil = the standard.
    public var applicationRedirectURL: String?
    /// Where login and logout pages end for a host that opens the system's browser: the `redirectURL` of its
    /// `LoopbackListener`, to be handed to `handleExternalURL` when it comes. It takes the place of `adobepass://ios.app`,
    /// which only a web view of the host's own can see; nil, or anything but http on this machine = that (choice).
    public var loopbackRedirectURL: String?
    /// Runs callbacks, handed over one at a time; must run each piece of work it is given. nil = a serial queue of the object's own.
    public var callbackExecutor: (@Sendable (@escaping @Sendable () -> Void) -> Void)?

    /// Makes the default settings, changed where named.
    public init(
        storeDirectory: String? = nil, http: CurlTransport.Settings = CurlTransport.Settings(),
        transport: (any HTTPTransport)? = nil, clock: any DeviceClock = SystemClock(),
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
        log: any LogSink = StandardErrorLog(), deviceInfo: [String: String] = [:],
        requestLimit: Duration = .seconds(30), verbLimit: Duration = .seconds(60),
        logoutLimit: Duration = .seconds(30), platformLimit: Duration = .seconds(5),
        storeLimit: Duration = .seconds(5), pacesLoopback: Bool = false,
        applicationRedirectURL: String? = nil, loopbackRedirectURL: String? = nil,
        callbackExecutor: (@Sendable (@escaping @Sendable () -> Void) -> Void)? = nil
    ) {
        self.storeDirectory = storeDirectory
        self.http = http
        self.transport = transport
        self.clock = clock
        self.random = random
        self.log = log
        self.deviceInfo = deviceInfo
        self.requestLimit = requestLimit
        self.verbLimit = verbLimit
        self.logoutLimit = logoutLimit
        self.platformLimit = platformLimit
        self.storeLimit = storeLimit
        self.pacesLoopback = pacesLoopback
        self.applicationRedirectURL = applicationRedirectURL
        self.loopbackRedirectURL = loopbackRedirectURL
        self.callbackExecutor = callbackExecutor
    }

    /// What the service and tracking are told of the device.
    var allDeviceInfo: [String: String] {
        Self.systemDeviceInfo.merging(deviceInfo) { _, hosts in hosts }
    }

    /// Read once: it does not change while a process runs.
    private static let systemDeviceInfo = DeviceInformation.linux()

    /// libcurl: shared by the process on the real clock, the object's own on another.
    var standardTransport: any HTTPTransport {
        if clock is SystemClock { return TransportPool.shared(http) }
        return CurlTransport(settings: http, clock: clock)
    }
}
