// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

public import PlatformAccount

/// See `PlatformAccount.ViewControllerStandIn`: what stands for the platform's picker. Its `dialog` is what to render.
public typealias UIViewController = PlatformAccount.ViewControllerStandIn

/// The callbacks of the original SDK, as Swift imported them from Objective-C.
///
/// A class that adopts it on iOS compiles here when it spells the types with `!` and without `@objc`. Callbacks come one
/// at a time, in order, on the queue of `AccessEnabler.Environment`. All but two methods are required, so that a
/// misspelt one does not compile. Source: "iOS/tvOS SDK API Reference", EntitlementDelegate.h.
public protocol EntitlementDelegate: AnyObject {
    /// Exactly once for each `setRequestor`: `ACCESS_ENABLER_STATUS_SUCCESS` or `ACCESS_ENABLER_STATUS_ERROR`.
    func setRequestorComplete(_ status: Int32)
    /// The outcome of `checkAuthentication`, `getAuthentication` or `logout`; `code` is `USER_AUTHENTICATED` (empty) on
    /// success, else the reason.
    func setAuthenticationStatus(_ status: Int32, errorCode code: String!)
    /// A media token for a resource.
    func setToken(_ token: String!, forResource resource: String!)
    /// The ids (`String`) of the resources that may be played.
    func preauthorizedResources(_ resources: [Any]!)
    /// No media token for a resource; `description` is the MVPD's text for the person, or empty.
    func tokenRequestFailed(_ resource: String!, errorCode code: String!, errorDescription description: String!)
    /// The answer to `getSelectedProvider`; nil for none.
    func selectedProvider(_ mvpd: MVPD!)
    /// The host shows its list of providers (`MVPD`) and answers with `setSelectedProvider`.
    func displayProviderDialog(_ mvpds: [Any]!)
    /// An event for analytics: values (`String`) as documented for `TRACKING_AUTHENTICATION`, `TRACKING_AUTHORIZATION`
    /// and `TRACKING_GET_SELECTED_PROVIDER`. Optional, as the reference says: does nothing by default.
    func sendTrackingData(_ data: [Any]!, forEventType event: Int32)
    /// The answer to `getMetadata`; nil for none. `key` is the opcode asked for, `arguments` the caller's dictionary.
    func setMetadataStatus(
        _ metadata: Any!, encrypted: Bool, forKey key: Int32, andArguments arguments: [AnyHashable: Any]!)
    /// The host opens this address, and hands the one it ends at to `handleExternalURL`.
    func navigate(toUrl url: String!)
    /// As `navigate(toUrl:)`, for a host that set `handleSVC`. Optional: calls `navigate(toUrl:)` by default.
    func navigate(toUrl url: String!, useSVC: Bool)
    /// The host shows the platform's picker, which is `viewController.dialog`.
    func presentTvProviderDialog(_ viewController: UIViewController!)
    /// The host takes the picker away again.
    func dismissTvProviderDialog(_ viewController: UIViewController!)
}

extension EntitlementDelegate {
    /// Does nothing.
    public func sendTrackingData(_ data: [Any]!, forEventType event: Int32) {}
    /// Calls `navigate(toUrl:)`.
    public func navigate(toUrl url: String!, useSVC: Bool) { navigate(toUrl: url) }
}

/// Advanced error reporting of the original SDK.
///
/// Source: "Error Reporting", EntitlementStatus.h.
public protocol EntitlementStatus: AnyObject {
    /// An advanced status, before the callback it explains.
    ///
    /// Keys: `errorId` and `level` (`String`) always; `message` (`String`), `details` (APPL_ERROR: a dictionary with
    /// `domain`, `code` and `text`, all `String`) and `expires` (REGCODE: `Int`, ms since 1970) where the code has them.
    func status(_ statusDictionary: [AnyHashable: Any]!)
}
