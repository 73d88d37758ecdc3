public import Foundation

/// Who can give a credential.
///
/// Source: "Authentication Services", ASAuthorizationProvider.
public protocol ASAuthorizationProvider: NSObjectProtocol, Sendable {}
