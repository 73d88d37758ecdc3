public import Foundation

/// What Sign in with Apple gives. Its printed form shows nothing of it.
///
/// Source: "Authentication Services", ASAuthorizationAppleIDCredential.
public final class ASAuthorizationAppleIDCredential: NSObject, ASAuthorizationCredential {
    /// The person: opaque, and the same for all apps of a developer team.
    public let user: String
    /// The request's `state`.
    public let state: String?
    /// What the person let the app know; may be less than asked for.
    public let authorizedScopes: [ASAuthorization.Scope]
    /// The one-time code, for the app's server. The code has been exchanged already on this device, as the web protocol
    /// demands it within five minutes; it is kept for the record (choice).
    public let authorizationCode: Data?
    /// The verified ID token (a JWT), for the app's server.
    public let identityToken: Data?
    /// The person's address, real or a relay: at the first sign-in only, if asked for.
    public let email: String?
    /// The person's name: at the first sign-in only, if asked for.
    public let fullName: PersonNameComponents?
    /// Whether the person seems to be real.
    public let realUserStatus: ASUserDetectionStatus
    /// Whether the person is a child: unknown.
    public let userAgeRange = ASUserAgeRange.unknown

    init(
        user: String, state: String?, authorizedScopes: [ASAuthorization.Scope], authorizationCode: Data?,
        identityToken: Data?, email: String?, fullName: PersonNameComponents?, realUserStatus: ASUserDetectionStatus
    ) {
        self.user = user
        self.state = state
        self.authorizedScopes = authorizedScopes
        self.authorizationCode = authorizationCode
        self.identityToken = identityToken
        self.email = email
        self.fullName = fullName
        self.realUserStatus = realUserStatus
    }

    /// The type's name alone.
    public override var description: String { "<ASAuthorizationAppleIDCredential>" }
    /// The type's name alone.
    public override var debugDescription: String { description }
}

extension ASAuthorizationAppleIDCredential: CustomReflectable {
    /// Shows no child.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
