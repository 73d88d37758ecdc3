public import Foundation

/// A name and a password saved earlier. Its printed form shows neither.
///
/// Source: "Authentication Services", ASPasswordCredential.
public final class ASPasswordCredential: NSObject, ASAuthorizationCredential {
    /// The name.
    public let user: String
    /// The password.
    public let password: String

    /// A credential to be saved.
    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }

    /// The type's name alone.
    public override var description: String { "<ASPasswordCredential>" }
    /// The type's name alone.
    public override var debugDescription: String { description }
}

extension ASPasswordCredential: CustomReflectable {
    /// Shows no child.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
