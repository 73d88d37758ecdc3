public import AdobePass
public import PlatformAccount

/// A host's side of the contract.
///
/// Callbacks come one at a time, in the order the contract names, never from inside a verb, and never after the
/// `AccessEnablerCore` is released. A host may call any verb, block, or release the object inside any of them.
/// Source: "iOS/tvOS SDK API Reference", callbacks.
public protocol AccessEnablerDelegate: AnyObject, Sendable {
    /// Exactly once for each `setRequestor`: 1 success, 0 error.
    func setRequestorComplete(_ status: Int)
    /// The outcome of `checkAuthentication`, `getAuthentication` or `logout`: 1 with an empty code, or 0 with
    /// `USER_NOT_AUTHENTICATED_ERROR`, `PROVIDER_NOT_SELECTED_ERROR` or `GENERIC_AUTHENTICATION_ERROR`.
    func setAuthenticationStatus(_ status: Int, errorCode: String)
    /// An advanced status; comes before the callback it explains. Optional.
    func status(_ status: AdvancedStatus)
    /// Exactly once for each `getMetadata`; `metadata` is nil when there is none. Optional.
    func setMetadataStatus(
        _ metadata: JSONValue?, encrypted: Bool, forKey key: MetadataKey, arguments: [String: String])
    /// An event for analytics. Optional.
    func sendTrackingData(_ data: [String], forEventType event: TrackingEvent)
    /// The host shows its own list of MVPDs and answers with `setSelectedProvider`. Optional.
    func displayProviderDialog(_ mvpds: [ConfiguredMVPD])
    /// The host opens this address. Optional.
    func navigateToUrl(_ url: String)
    /// As `navigateToUrl(_:)`, for a host that set `handleSVC`. Optional: falls to `navigateToUrl(_:)`.
    func navigateToUrl(_ url: String, useSVC: Bool)
    /// The host shows the platform's picker. Optional.
    func presentTVProviderDialog(_ dialog: TVProviderDialog)
    /// The host takes it away again. Optional.
    func dismissTVProviderDialog(_ dialog: TVProviderDialog)
    /// Exactly once for each `getSelectedProvider`; nil for nobody. Optional.
    func selectedProvider(_ mvpd: ConfiguredMVPD?)
    /// A media token for a resource, as asked by `checkAuthorization` or `getAuthorization`: for one use, within minutes,
    /// never to be kept or logged. Each such call ends in exactly one of this and `tokenRequestFailed`. Optional.
    func setToken(_ token: String, forResource resource: String)
    /// No media token for a resource: a code of `AuthorizationErrorCode`, and the MVPD's text for the person, else an empty
    /// one. Optional.
    func tokenRequestFailed(_ resource: String, errorCode: String, errorDescription: String)
    /// Exactly once for each `checkPreauthorizedResources`: those that may be played, in the order asked. Optional.
    func preauthorizedResources(_ resources: [String])
}

extension AccessEnablerDelegate {
    /// Does nothing.
    public func status(_ status: AdvancedStatus) {}
    /// Does nothing.
    public func setMetadataStatus(
        _ metadata: JSONValue?, encrypted: Bool, forKey key: MetadataKey, arguments: [String: String]
    ) {}
    /// Does nothing.
    public func sendTrackingData(_ data: [String], forEventType event: TrackingEvent) {}
    /// Does nothing.
    public func displayProviderDialog(_ mvpds: [ConfiguredMVPD]) {}
    /// Does nothing.
    public func navigateToUrl(_ url: String) {}
    /// Calls `navigateToUrl(_:)`.
    public func navigateToUrl(_ url: String, useSVC: Bool) { navigateToUrl(url) }
    /// Does nothing.
    public func presentTVProviderDialog(_ dialog: TVProviderDialog) {}
    /// Does nothing.
    public func dismissTVProviderDialog(_ dialog: TVProviderDialog) {}
    /// Does nothing.
    public func selectedProvider(_ mvpd: ConfiguredMVPD?) {}
    /// Does nothing.
    public func setToken(_ token: String, forResource resource: String) {}
    /// Does nothing.
    public func tokenRequestFailed(_ resource: String, errorCode: String, errorDescription: String) {}
    /// Does nothing.
    public func preauthorizedResources(_ resources: [String]) {}
}
