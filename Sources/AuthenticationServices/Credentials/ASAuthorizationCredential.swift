public import Foundation

/// What an authorization gives; cast it to the concrete type.
///
/// Source: "Authentication Services", ASAuthorizationCredential.
public protocol ASAuthorizationCredential: NSObjectProtocol, Sendable {}
