/// The error codes of `setAuthenticationStatus`.
///
/// Source: "iOS/tvOS SDK API Reference", setAuthenticationStatus.
public enum AuthenticationErrorCode: String, Sendable, Hashable, CaseIterable {
    /// Success: no code.
    case none = ""
    /// No valid authentication.
    case notAuthenticated = "USER_NOT_AUTHENTICATED_ERROR"
    /// The person chose no provider.
    case providerNotSelected = "PROVIDER_NOT_SELECTED_ERROR"
    /// Anything else.
    case generic = "GENERIC_AUTHENTICATION_ERROR"
}
