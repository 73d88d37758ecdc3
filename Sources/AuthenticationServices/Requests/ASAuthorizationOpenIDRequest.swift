import Foundation

/// A request in the manner of OpenID Connect.
///
/// Source: "Authentication Services", ASAuthorizationOpenIDRequest.
open class ASAuthorizationOpenIDRequest: ASAuthorizationRequest {
    /// What the app wants to know of the person; nil or empty = nothing but the id.
    public var requestedScopes: [ASAuthorization.Scope]?
    /// Comes back in the credential, unchanged. It never leaves the device: the web protocol gets a state of its own,
    /// which nobody else can guess (choice).
    public var state: String?
    /// Comes back in the identity token, unchanged; without one the request gets its own (choice).
    public var nonce: String?
    /// What the request is for.
    ///
    /// `operationImplicit` and `operationLogin` ask the person; `operationRefresh` asks Apple alone, for a `user` signed
    /// in here; `operationLogout` forgets that `user`'s sign-in on this device (choices; Apple names no default, here it
    /// is `operationImplicit`).
    public var requestedOperation: ASAuthorization.OpenIDOperation = .operationImplicit
}
