public import Foundation

/// Makes requests for Sign in with Apple, and tells whether a person's sign-in still counts.
///
/// Apple's `init()` names no service, so `ASAuthorizationAppleIDProvider.service` says once for the process which one
/// that is; `init(service:)` names another for one provider (choice).
///
/// Source: "Authentication Services", ASAuthorizationAppleIDProvider.
public final class ASAuthorizationAppleIDProvider: NSObject, ASAuthorizationProvider {
    /// Whether a person's sign-in still counts.
    public enum CredentialState: Int, Sendable, Hashable, CaseIterable {
        /// The person, or Apple, has taken the app's right away.
        case revoked = 0
        /// It counts.
        case authorized = 1
        /// Nobody of that id has signed in here.
        case notFound = 2
        /// The app has moved to another developer team, and the id is to be migrated.
        case transferred = 3
    }
}
