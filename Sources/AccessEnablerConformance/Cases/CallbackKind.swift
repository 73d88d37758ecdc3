public import AccessEnabler

/// The callbacks by name.
public enum CallbackKind: String, Sendable, Hashable, CaseIterable {
    /// `setRequestorComplete`
    case setRequestorComplete
    /// `setAuthenticationStatus`
    case setAuthenticationStatus
    /// `status`
    case status
    /// `setMetadataStatus`
    case setMetadataStatus
    /// `sendTrackingData`
    case sendTrackingData
    /// `displayProviderDialog`
    case displayProviderDialog
    /// `navigateToUrl`
    case navigateToUrl
    /// `presentTVProviderDialog`
    case presentTVProviderDialog
    /// `dismissTVProviderDialog`
    case dismissTVProviderDialog
    /// `selectedProvider`
    case selectedProvider
    /// `setToken`
    case setToken
    /// `tokenRequestFailed`
    case tokenRequestFailed
    /// `preauthorizedResources`
    case preauthorizedResources
    /// The answer to `preauthorize`
    case preauthorizeResponse
}

extension Callback {
    /// The callback's name.
    public var kind: CallbackKind {
        switch self {
        case .setRequestorComplete: .setRequestorComplete
        case .setAuthenticationStatus: .setAuthenticationStatus
        case .status: .status
        case .setMetadataStatus: .setMetadataStatus
        case .sendTrackingData: .sendTrackingData
        case .displayProviderDialog: .displayProviderDialog
        case .navigateToUrl: .navigateToUrl
        case .presentTVProviderDialog: .presentTVProviderDialog
        case .dismissTVProviderDialog: .dismissTVProviderDialog
        case .selectedProvider: .selectedProvider
        case .setToken: .setToken
        case .tokenRequestFailed: .tokenRequestFailed
        case .preauthorizedResources: .preauthorizedResources
        case .preauthorizeResponse: .preauthorizeResponse
        }
    }
}
