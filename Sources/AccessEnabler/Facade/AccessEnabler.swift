// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

// @unchecked: both stored properties are constants of Sendable classes. Open, for hosts' test doubles.

/// The original SDK's class: hosts written for iOS and tvOS compile against it.
///
/// It is a thin layer over `AccessEnablerCore`, whose methods say which callbacks each verb leads to. Verbs return at once,
/// from any thread, and may be called inside any callback; callbacks arrive on the queue of `environment`, the main one by
/// default. Releasing the object ends everything. What differs from iOS: <doc:MigrationGuide>.
/// Source: "iOS/tvOS SDK API Reference", AccessEnabler.h.
open class AccessEnabler: @unchecked Sendable {
    private let core: AccessEnablerCore
    private let callbacks: HostCallbacks

    /// Makes an object; no callback fires.
    ///
    /// - Parameters:
    ///   - performIntegrityCheck: what to do with the storage first.
    ///   - softwareStatement: the signed statement from the service's dashboard; nil = the environment's.
    ///   - environment: what iOS tells by itself.
    public init(
        storageCheck performIntegrityCheck: IntegrityCheckType, softwareStatement: String!, environment: Environment
    ) {
        let callbacks = HostCallbacks()
        self.callbacks = callbacks
        core = environment.core(
            statement: softwareStatement ?? environment.statement, check: performIntegrityCheck.check,
            delegate: callbacks)
    }

    /// Makes an object with the statement of `environment`. Without one the service refuses: `setRequestor` gives R400.
    public convenience init() {
        self.init(environment: Self.environment)
    }

    /// Makes an object with this statement; nil as `init()`.
    public convenience init(_ softwareStatement: String!) {
        self.init(storageCheck: .INTEGRITY_CHECK_NONE, softwareStatement: softwareStatement)
    }

    /// Makes an object with this statement, the storage checked or cleared first (I2).
    public convenience init(storageCheck performIntegrityCheck: IntegrityCheckType, softwareStatement: String!) {
        self.init(
            storageCheck: performIntegrityCheck, softwareStatement: softwareStatement, environment: Self.environment)
    }

    /// Makes an object with its own environment.
    public convenience init(environment: Environment) {
        self.init(storageCheck: .INTEGRITY_CHECK_NONE, softwareStatement: nil, environment: environment)
    }

    /// Who gets the callbacks; held weakly.
    open var delegate: (any EntitlementDelegate)! {
        get { callbacks.delegate }
        set { callbacks.delegate = newValue }
    }

    /// Who gets the advanced statuses; held weakly.
    open var statusDelegate: (any EntitlementStatus)! {
        get { callbacks.statusDelegate }
        set { callbacks.statusDelegate = newValue }
    }

    // MARK: Configuration

    /// See `AccessEnablerCore.setOptions`. Keys: `applicationProfile`, `visitorID` (texts), `handleSVC` (a truth value),
    /// `device_info` (a dictionary, or JSON, plain or in base64).
    open func setOptions(_ options: [AnyHashable: Any]!) { core.setOptions(Options(options)) }

    /// See `AccessEnablerCore.setRequestor`.
    open func setRequestor(_ requestorID: String!) { core.setRequestor(requestorID ?? "") }

    /// See `AccessEnablerCore.setRequestor`; `urls` holds texts or URLs.
    open func setRequestor(_ requestorID: String!, serviceProviders urls: [Any]!) {
        core.setRequestor(requestorID ?? "", serviceProviders: HostValue.texts(urls))
    }

    // MARK: Authentication

    /// See `AccessEnablerCore.checkAuthentication`.
    open func checkAuthentication() { core.checkAuthentication() }

    /// See `AccessEnablerCore.getAuthentication`.
    open func getAuthentication() { core.getAuthentication() }

    /// See `AccessEnablerCore.getAuthentication`.
    open func getAuthentication(_ forceAuthn: Bool, withData data: [AnyHashable: Any]!) {
        core.getAuthentication(forceAuthn: forceAuthn, data: HostValue.texts(data))
    }

    /// See `AccessEnablerCore.getAuthentication`. Keys of the filter: `TV_PROVIDERS` and `FEATURED_TV_PROVIDERS`, lists of
    /// MVPD ids.
    open func getAuthentication(_ filter: [AnyHashable: Any]!) {
        core.getAuthentication(filter: ProviderFilter(filter))
    }

    /// See `AccessEnablerCore.getAuthentication`; a filter of the older shape, a list of MVPD ids.
    open func getAuthentication(_ filter: [Any]!) {
        core.getAuthentication(filter: ProviderFilter(filter))
    }

    /// See `AccessEnablerCore.getAuthentication`.
    open func getAuthentication(
        _ forceAuthn: Bool, withData data: [AnyHashable: Any]!, andFilter filter: [AnyHashable: Any]!
    ) {
        core.getAuthentication(
            forceAuthn: forceAuthn, data: HostValue.texts(data), filter: ProviderFilter(filter))
    }

    /// See `AccessEnablerCore.getAuthentication`; a filter of the older shape, a list of MVPD ids.
    open func getAuthentication(_ forceAuthn: Bool, withData data: [AnyHashable: Any]!, andFilter filter: [Any]!) {
        core.getAuthentication(
            forceAuthn: forceAuthn, data: HostValue.texts(data), filter: ProviderFilter(filter))
    }

    /// See `AccessEnablerCore.setSelectedProvider`.
    open func setSelectedProvider(_ mvpdId: String!) { core.setSelectedProvider(mvpdId) }

    /// See `AccessEnablerCore.getSelectedProvider`.
    open func getSelectedProvider() { core.getSelectedProvider() }

    /// See `AccessEnablerCore.handleExternalURL`.
    open func handleExternalURL(_ url: String!) { core.handleExternalURL(url ?? "") }

    /// See `AccessEnablerCore.logout`.
    open func logout() { core.logout() }

    // MARK: Authorization

    /// See `AccessEnablerCore.checkAuthorization`.
    open func checkAuthorization(_ resource: String!) { core.checkAuthorization(resource ?? "") }

    /// See `AccessEnablerCore.checkAuthorization`.
    open func checkAuthorization(_ resource: String!, withData data: [AnyHashable: Any]!) {
        core.checkAuthorization(resource ?? "", data: HostValue.texts(data))
    }

    /// See `AccessEnablerCore.getAuthorization`.
    open func getAuthorization(_ resource: String!) { core.getAuthorization(resource ?? "") }

    /// See `AccessEnablerCore.getAuthorization`.
    open func getAuthorization(_ resource: String!, withData data: [AnyHashable: Any]!) {
        core.getAuthorization(resource ?? "", data: HostValue.texts(data))
    }

    /// See `AccessEnablerCore.checkPreauthorizedResources`; `resources` holds texts.
    open func checkPreauthorizedResources(_ resources: [Any]!) {
        core.checkPreauthorizedResources(HostValue.texts(resources))
    }

    /// See `AccessEnablerCore.checkPreauthorizedResources`; `resources` holds texts.
    open func checkPreauthorizedResources(_ resources: [Any]!, cache: Bool) {
        core.checkPreauthorizedResources(HostValue.texts(resources), cache: cache)
    }

    /// See `AccessEnablerCore.preauthorize`. Answers `onFailure` when the error is the SDK's own (status 0), else
    /// `onResponse`; once, on the callback queue, in order with the callbacks.
    open func preauthorize(
        _ request: PreauthorizeRequest, didCompleteWith callback: AccessEnablerCallback<PreauthorizeResponse>
    ) {
        // Proof for the compiler's doubt: it is only called, once, on the callback queue.
        nonisolated(unsafe) let callback = callback
        core.preauthorize(request) { response in
            if response.status?.status == 0 {
                callback.onFailure(result: response)
            } else {
                callback.onResponse(result: response)
            }
        }
    }

    // MARK: Metadata

    /// See `AccessEnablerCore.getMetadata`. Keys: `METADATA_OPCODE_KEY`, with it `METADATA_RESOURCE_ID_KEY` or
    /// `METADATA_USER_META_KEY`. A dictionary that names nothing known is answered with nil.
    open func getMetadata(_ keyDictionary: [AnyHashable: Any]!) {
        let question = MetadataQuestion(keyDictionary)
        core.getMetadata(question.key, arguments: callbacks.keep(question))
    }
}
