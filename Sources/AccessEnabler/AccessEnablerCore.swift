public import AdobePass
import Base
public import EntitlementStore
public import PlatformAccount

/// The AccessEnabler contract on Linux.
///
/// Verbs return at once, from any thread, and may be called inside any callback. They run one after the other, in the
/// order called; what they lead to arrives at the delegate. Releasing the object ends everything: no callback begins
/// after that. Source: "iOS/tvOS SDK API Reference"; no SDK for Linux ever existed, so the threading rules are a choice.
public final class AccessEnablerCore: Sendable {
    private let inbox: AsyncStream<Verb>.Continuation
    private let mailbox: Mailbox
    private let runner: Task<Void, Never>

    /// Makes an object (I1). Fires no callback; the storage check (I2) begins at once.
    ///
    /// - Parameters:
    ///   - softwareStatement: the signed statement from the service's dashboard.
    ///   - applicationID: names the store; objects and processes with the same id share one.
    ///   - platform: iOS or tvOS behaviour.
    ///   - integrityCheck: what to do with the storage first (I2).
    ///   - service: which API, and where.
    ///   - platformAccount: who keeps the person's TV provider account; by default a device without any.
    ///   - settings: everything with a default.
    ///   - delegate: who gets the callbacks; held weakly.
    public init(
        softwareStatement: String, applicationID: String, platform: PlatformBehaviour = .iOS,
        integrityCheck: StorageIntegrityCheck = .none, service: ServiceSelection = .restV1,
        platformAccount: any PlatformAccountBackend = AbsentPlatformAccount(), settings: Settings = Settings(),
        delegate: (any AccessEnablerDelegate)? = nil
    ) {
        let (verbs, inbox) = AsyncStream<Verb>.makeStream()
        let mailbox = Mailbox(delegate: delegate, executor: settings.callbackExecutor)
        let store = SQLiteTokenStore(
            directory: settings.storeDirectory ?? StoreLocation.standard(), applicationID: applicationID,
            integrityCheck: integrityCheck, log: settings.log)
        let engine = Engine(
            Engine.Surroundings(
                platform: platform, store: store, storeService: service.storeService,
                platformAccount: PlatformAsker(
                    backend: platformAccount, clock: settings.clock, limit: settings.platformLimit),
                services: service.pool(Secret(softwareStatement), store, settings),
                clock: settings.clock, verbLimit: settings.verbLimit, deviceInfo: settings.deviceInfo,
                log: settings.log, mailbox: mailbox))
        self.inbox = inbox
        self.mailbox = mailbox
        runner = Task { await engine.run(verbs) }
    }

    deinit {
        mailbox.close()
        inbox.finish()
        runner.cancel()
    }

    /// Who gets the callbacks; held weakly. Callbacks that wait go to the delegate of the moment they are delivered.
    public var delegate: (any AccessEnablerDelegate)? {
        get { mailbox.delegate }
        set { mailbox.delegate = newValue }
    }

    /// Names the requestor, loads its configuration and signs in silently when the platform allows.
    ///
    /// Call it again when the app comes back to the foreground: a platform account that is gone or changed takes its
    /// partner token with it.
    /// - Parameters:
    ///   - requestor: the programmer's id.
    ///   - serviceProviders: service URLs to ask all at once, their lists merged; none = the service's own.
    ///
    /// Callbacks: exactly one `setRequestorComplete`, last. Before it any of `status` CFG100, SEC412, and at most one of
    /// VSA403, VSA404, APPL_ERROR (then 1) or CFG400, CFG404, CFG429, CFG5xx, R400, R401, SEC403, SEC420, 500 (then 0).
    /// Ends within the verb's limit. Source: "Apple SSO Cookbook (iOS/tvOS SDK)", step 2; "iOS/tvOS SDK API Reference",
    /// setRequestor; contract S2.
    public func setRequestor(_ requestor: String, serviceProviders: [String] = []) {
        inbox.yield(.setRequestor(requestor, serviceProviders: serviceProviders))
    }

    /// Tells whether a valid authentication token is stored. No network.
    ///
    /// Callbacks: exactly one `setAuthenticationStatus`, then `sendTrackingData`. With 0 one `status` comes first: VSA403,
    /// VSA404 or APPL_ERROR for a platform sign-in that cannot be confirmed, 500 for an unreadable store (code
    /// GENERIC_AUTHENTICATION_ERROR), CFG400 or the last configuration code without configuration (the same code), else
    /// N000. Source: "Apple SSO Cookbook (iOS/tvOS SDK)", step 3; contract S3.
    public func checkAuthentication() {
        inbox.yield(.checkAuthentication)
    }

    /// Asks for metadata of the device, the authentication or the person.
    ///
    /// Only user metadata that is not kept with the token yet needs the service; `tokenSource` of a partner token never
    /// does.
    /// - Parameters:
    ///   - key: what is wanted.
    ///   - arguments: the caller's own values, handed back unchanged.
    ///
    /// Callbacks: exactly one `setMetadataStatus`; nil when not authenticated (but for the device id), when there is no
    /// such value, or when the service cannot tell. Times are ms since 1970 as text. Source: "iOS/tvOS SDK API
    /// Reference", getMetadata; contract M1 to M3.
    public func getMetadata(_ key: MetadataKey, arguments: [String: String] = [:]) {
        inbox.yield(.getMetadata(key, arguments: arguments))
    }

    /// Sets values that go with every later request (I3); they replace those set before. No callback.
    ///
    /// Source: "iOS/tvOS SDK API Reference", setOptions.
    public func setOptions(_ options: Options) {
        inbox.yield(.setOptions(options))
    }
}
