public import AdobePass
public import PlatformAccount

/// A callback as a value: what the contract decides and the mailbox delivers.
public enum Callback: Sendable {
    /// `setRequestorComplete(status)`: 1 success, 0 error.
    case setRequestorComplete(Int)
    /// `setAuthenticationStatus(status, errorCode)`.
    case setAuthenticationStatus(Int, errorCode: String)
    /// `status(advancedStatus)`.
    case status(AdvancedStatus)
    /// `setMetadataStatus(metadata, encrypted, key, arguments)`.
    case setMetadataStatus(JSONValue?, encrypted: Bool, key: MetadataKey, arguments: [String: String])
    /// `sendTrackingData(data, forEventType)`.
    case sendTrackingData([String], TrackingEvent)
    /// `displayProviderDialog(mvpds)`.
    case displayProviderDialog([ConfiguredMVPD])
    /// `navigateToUrl(url)`, or with `useSVC` when the host handles the Safari view controller.
    case navigateToUrl(String, useSVC: Bool)
    /// `presentTVProviderDialog(dialog)`.
    case presentTVProviderDialog(TVProviderDialog)
    /// `dismissTVProviderDialog(dialog)`.
    case dismissTVProviderDialog(TVProviderDialog)
    /// `selectedProvider(mvpd)`.
    case selectedProvider(ConfiguredMVPD?)
    /// `setToken(mediaToken, resource)`.
    case setToken(String, resource: String)
    /// `tokenRequestFailed(resource, errorCode, errorDescription)`.
    case tokenRequestFailed(resource: String, errorCode: String, errorDescription: String)
    /// `preauthorizedResources(resources)`.
    case preauthorizedResources([String])
    /// The answer to `preauthorize`, and who waits for it.
    case preauthorizeResponse(PreauthorizeResponse, completion: @Sendable (PreauthorizeResponse) -> Void)
}

/// What `getMetadata` asks for.
///
/// Source: "iOS/tvOS SDK API Reference", getMetadata.
public enum MetadataKey: Sendable, Hashable {
    /// `METADATA_AUTHENTICATION`: the end of the authentication's life.
    case authenticationExpiry
    /// `METADATA_AUTHORIZATION`: the end of a resource's authorization.
    case authorizationExpiry(resource: String)
    /// `METADATA_DEVICE_ID`.
    case deviceID
    /// `METADATA_USER_META` with `METADATA_USER_META_KEY`.
    case userMetadata(String)
}

/// The kinds of tracking events.
///
/// Source: "iOS/tvOS SDK API Reference", sendTrackingData.
public enum TrackingEvent: Int, Sendable, Hashable, CaseIterable {
    /// `TRACKING_AUTHENTICATION`
    case authentication = 0
    /// `TRACKING_AUTHORIZATION`
    case authorization = 1
    /// `TRACKING_GET_SELECTED_PROVIDER`
    case selectedProvider = 2
}
