public import Foundation

/// Makes requests for a password saved earlier.
///
/// Source: "Authentication Services", ASAuthorizationPasswordProvider.
public final class ASAuthorizationPasswordProvider: NSObject, ASAuthorizationProvider {
    /// A request for a saved password.
    public func createRequest() -> ASAuthorizationPasswordRequest { ASAuthorizationPasswordRequest(provider: self) }
}

/// A request for a password saved earlier.
///
/// Source: "Authentication Services", ASAuthorizationPasswordRequest.
public final class ASAuthorizationPasswordRequest: ASAuthorizationRequest {}
