import Base
public import Foundation

/// Makes requests for Sign in with Apple, and tells whether a person's sign-in still counts.
///
/// Apple's `init()` names no service, so `ASAuthorizationAppleIDProvider.service` says once for the process which one
/// that is; `init(service:)` names another for one provider (choice).
///
/// Source: "Authentication Services", ASAuthorizationAppleIDProvider.
public final class ASAuthorizationAppleIDProvider: NSObject, ASAuthorizationProvider {
    private let own: SignInWithAppleService?
    private static let shared = Lock<SignInWithAppleService?>(nil)

    /// A provider over the process's service.
    public override init() {
        own = nil
    }

    /// A provider over this service.
    public init(service: SignInWithAppleService) {
        own = service
    }

    /// The service of providers made by `init()`; nil, as it is at first, answers every request with
    /// `ASAuthorizationError.unknown`, as an app without the capability gets it.
    public static var service: SignInWithAppleService? {
        get { shared.withLock { $0 } }
        set { shared.withLock { $0 = newValue } }
    }

    /// Posted when a sign-in is known to be over: by a check, or by Apple's notification. Comes on any thread, without
    /// object. Apple publishes no raw name: choice.
    public static let credentialRevokedNotification = NSNotification.Name(
        "ASAuthorizationAppleIDProviderCredentialRevokedNotification")

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

    /// A request for Sign in with Apple.
    public func createRequest() -> ASAuthorizationAppleIDRequest { ASAuthorizationAppleIDRequest(provider: self) }

    /// Tells whether a person's sign-in still counts.
    ///
    /// Apple is asked at most once a day, with the refresh token; in between, and while Apple cannot be reached, what was
    /// known last counts.
    ///
    /// - Parameters:
    ///   - userID: the `user` of an earlier credential.
    ///   - completion: called exactly once, on no particular thread; the error is there when the state could not be made
    ///     sure of, and the state then is what was known last.
    public func getCredentialState(
        forUserID userID: String, completion: @escaping @Sendable (CredentialState, (any Error)?) -> Void
    ) {
        guard let service = currentService else {
            return completion(.notFound, ASAuthorizationError(.unknown, "no service is configured"))
        }
        Task {
            let (state, error) = await service.credentialState(of: userID)
            completion(state, error)
        }
    }

    /// As `getCredentialState(forUserID:completion:)`; an error hides the state, as on Apple's platforms.
    public func credentialState(forUserID userID: String) async throws -> CredentialState {
        guard let service = currentService else {
            throw ASAuthorizationError(.unknown, "no service is configured")
        }
        let (state, error) = await service.credentialState(of: userID)
        if let error { throw error }
        return state
    }

    var currentService: SignInWithAppleService? { own ?? Self.service }
}
