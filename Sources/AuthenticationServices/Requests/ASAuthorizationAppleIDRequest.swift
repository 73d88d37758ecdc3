import Foundation

/// A request for Sign in with Apple.
///
/// Source: "Authentication Services", ASAuthorizationAppleIDRequest.
open class ASAuthorizationAppleIDRequest: ASAuthorizationOpenIDRequest {
    /// The person, when known from an earlier sign-in; nil at the first. A credential of another person is refused with
    /// `ASAuthorizationError.invalidResponse` (choice).
    public var user: String?
}
