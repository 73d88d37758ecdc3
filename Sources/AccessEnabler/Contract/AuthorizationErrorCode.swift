/// The error codes of `tokenRequestFailed`.
///
/// Source: "iOS/tvOS SDK API Reference", tokenRequestFailed; GENERIC_AUTHENTICATION_ERROR without a configuration: choice.
public enum AuthorizationErrorCode: String, Sendable, Hashable, CaseIterable {
    /// No valid authentication.
    case notAuthenticated = "USER_NOT_AUTHENTICATED_ERROR"
    /// The person may not play the resource, or nobody could tell.
    case notAuthorized = "USER_NOT_AUTHORIZED_ERROR"
    /// Nothing can be asked: there is no configuration.
    case generic = "GENERIC_AUTHENTICATION_ERROR"
    /// The login that was to come first ended without a provider.
    case providerNotSelected = "PROVIDER_NOT_SELECTED_ERROR"
}
