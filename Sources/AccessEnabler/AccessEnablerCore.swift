public import AdobePass
import Base
public import EntitlementStore
public import PlatformAccount

/// The AccessEnabler contract on Linux.
///
/// Verbs return at once, from any thread, and may be called inside any callback. They run one after the other, in the
/// order called; what they lead to arrives at the delegate.
///
/// Releasing the object ends everything: no callback begins once its last reference is gone. A verb under way on another
/// thread holds a reference until it returns. When the last one goes inside a callback, that callback ends and none
/// follows. When it goes anywhere else, one callback may have been picked for delivery already, and still comes.
///
/// Source: "iOS/tvOS SDK API Reference"; no SDK for Linux ever existed, so the threading rules are a choice.
public final class AccessEnablerCore: Sendable {
    /// `ADOBEPASS_REDIRECT_URL`: where login and logout pages end, to be handed to `handleExternalURL`.
    ///
    /// Source: "iOS/tvOS SDK API Reference", handleExternalURL.
    public static let redirectURL = RedirectURL.standard.text

    private let inbox = Inbox()
    private let mailbox: Mailbox
    private let runner: Task<Void, Never>

    /// Makes an object (I1). Fires no callback; the storage check (I2) begins at once.
    ///
    /// - Parameters:
    ///   - softwareStatement: the signed statement from the service's dashboard.
    ///   - applicationID: names the store; objects and processes with the same id share one.
    ///   - platform: iOS or tvOS behaviour.
    ///   - integrityCheck: what to do with the storage first (I2).
    ///   - service: which API, and where; REST API V2 by default, the one that stays.
    ///   - platformAccount: who keeps the person's TV provider account; by default a device without any.
    ///   - settings: everything with a default.
    ///   - delegate: who gets the callbacks; held weakly.
    public init(
        softwareStatement: String, applicationID: String, platform: PlatformBehaviour = .iOS,
        integrityCheck: StorageIntegrityCheck = .none, service: ServiceSelection = .restV2,
        platformAccount: any PlatformAccountBackend = AbsentPlatformAccount(), settings: Settings = Settings(),
        delegate: (any AccessEnablerDelegate)? = nil
    ) {
        let mailbox = Mailbox(delegate: delegate, executor: settings.callbackExecutor)
        let store = SQLiteTokenStore(
            directory: settings.storeDirectory ?? StoreLocation.standard(), applicationID: applicationID,
            integrityCheck: integrityCheck, busyLimit: settings.storeLimit, log: settings.log)
        let queue = EngineQueue()
        let engine = Engine(
            Engine.Surroundings(
                platform: platform, queue: queue, store: store, storeService: service.storeService,
                statementDigest: Self.statementDigest(softwareStatement),
                platformAccount: PlatformAsker(
                    backend: platformAccount, clock: settings.clock, limit: settings.platformLimit),
                services: service.pool(Secret(softwareStatement), store, queue, settings),
                clock: settings.clock, verbLimit: settings.verbLimit,
                logoutLimit: settings.logoutLimit, deviceInfo: settings.allDeviceInfo,
                log: settings.log, mailbox: mailbox, post: { [inbox] in inbox.post($0) },
                applicationRedirect: settings.applicationRedirectURL.flatMap { RedirectURL($0) },
                redirect: settings.loopbackRedirectURL.flatMap { RedirectURL(loopback: $0) } ?? .standard))
        self.mailbox = mailbox
        runner = Task { [inbox] in await engine.run(inbox) }
    }

    /// How the store names a software statement.
    package static func statementDigest(_ softwareStatement: String) -> String {
        Digest.name(ofStatement: Secret(softwareStatement))
    }

    deinit {
        mailbox.close()
        inbox.close()
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
        take(.setRequestor(requestor, serviceProviders: serviceProviders))
    }

    /// Tells whether a valid authentication token is stored. No network.
    ///
    /// Callbacks: exactly one `setAuthenticationStatus`, then `sendTrackingData`. With 0 one `status` comes first: VSA403,
    /// VSA404 or APPL_ERROR for a platform sign-in that cannot be confirmed, 500 for an unreadable store (code
    /// GENERIC_AUTHENTICATION_ERROR), CFG400 or the last configuration code without configuration (the same code), else
    /// N000. Source: "Apple SSO Cookbook (iOS/tvOS SDK)", step 3; contract S3.
    public func checkAuthentication() {
        take(.checkAuthentication)
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
        take(.getMetadata(key, arguments: arguments))
    }

    /// Sets values that go with every later request (I3); they replace those set before. No callback.
    ///
    /// Source: "iOS/tvOS SDK API Reference", setOptions.
    public func setOptions(_ options: Options) {
        take(.setOptions(options))
    }

    /// Signs in: through the platform account, the platform's picker, or the MVPD's own login.
    ///
    /// - Parameters:
    ///   - forceAuthn: runs the flow although already authenticated; the old token stays until a new one replaces it.
    ///   - data: values that go with the MVPD's login (`generic_data`).
    ///   - filter: what the platform's picker shows (S4.F).
    ///
    /// Callbacks: ends in exactly one `setAuthenticationStatus`, then `sendTrackingData`, unless another
    /// `getAuthentication`, `logout` or another requestor abandons it. On the way `presentTVProviderDialog` and
    /// `dismissTVProviderDialog` in pairs; `displayProviderDialog`, after exactly one `status` VSA403, VSA404, VSA503,
    /// N003, N004 or N005 (none when no MVPD supports single sign-on); `sendTrackingData` for a selected provider;
    /// `navigateToUrl`, or on tvOS `status` REGCODE. Before status 0: N500, N130, N111, REG500, 500, or the
    /// configuration's code. Source: "Apple SSO Cookbook (iOS/tvOS SDK)", step 4; "iOS/tvOS SDK API Reference",
    /// getAuthentication; contract S4.
    public func getAuthentication(
        forceAuthn: Bool = false, data: [String: String] = [:], filter: ProviderFilter? = nil
    ) {
        take(.getAuthentication(isForced: forceAuthn, data: data, filter: filter))
    }

    /// Answers the host's list of MVPDs, or selects one for the next `getAuthentication`.
    ///
    /// With a flow that waits for a person the login of that MVPD starts, picker, page or code dropped; nil ends it.
    /// - Parameter mvpd: an MVPD id, or nil for none.
    ///
    /// Callbacks: `sendTrackingData` for the selection; then as `getAuthentication`. With nil: `status` N005 (only with a
    /// flow) and `setAuthenticationStatus` 0 PROVIDER_NOT_SELECTED_ERROR. An unknown id: N500 and 0
    /// GENERIC_AUTHENTICATION_ERROR. Source: "iOS/tvOS SDK API Reference", setSelectedProvider; contract S4.R, S4.S.
    public func setSelectedProvider(_ mvpd: String?) {
        take(.setSelectedProvider(mvpd))
    }

    /// Tells that a web page opened by `navigateToUrl` reached this address.
    ///
    /// Only the redirect that is waited for matters; anything else is ignored with a debug message.
    ///
    /// Callbacks: `setAuthenticationStatus` of the login or logout it ends. Source: "iOS/tvOS SDK API Reference",
    /// handleExternalURL; contract S4.R, S4.R2, L3.
    public func handleExternalURL(_ url: String) {
        take(.handleExternalURL(url))
    }

    /// Signs out: all authentication tokens of the store go, of every requestor; client credentials and device id stay.
    ///
    /// Callbacks: `status` VSA203 for a partner sign-in; on iOS `navigateToUrl` with the MVPD's logout page; then
    /// `setAuthenticationStatus` 0 USER_NOT_AUTHENTICATED_ERROR once the page is over, the limit has passed, or another
    /// flow starts. Source: "iOS/tvOS SDK API Reference", logout; "Apple SSO Cookbook (iOS/tvOS SDK)", logout; contract L1
    /// to L5.
    public func logout() {
        take(.logout)
    }

    func take(_ verb: Verb) {
        inbox.post(.verb(verb))
    }
}
