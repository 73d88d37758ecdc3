public import Base
public import Foundation

/// Shows the provider's page to the person: opens a browser, or draws the address as a QR code.
///
/// Gets the address and the anchor the host's presentation context gave, if any; returns false when nothing can be shown.
/// It may return before the person is done.
public typealias AuthorizationPagePresenter = @Sendable (URL, ASPresentationAnchor?) async -> Bool

/// Sign in with Apple by the public web protocol, for one client.
///
/// A host makes one, sets it as `ASAuthorizationAppleIDProvider.service`, and uses the framework's classes from then on.
/// What comes to the redirect address goes to `handleRedirect(body:)`, what Apple's server sends to the app's server to
/// `handleNotification(body:)`.
public final class SignInWithAppleService: Sendable {
    /// What Apple knows the app by.
    public let configuration: SignInWithAppleConfiguration
    let present: AuthorizationPagePresenter?
    let endpoints: Endpoints
    let verifier: IdentityTokenVerifier
    let shelf: SessionShelf
    let replies = PendingReplies()
    let clock: any DeviceClock
    let log: any LogSink
    let checks = CheckQueue()
    let notifications: NotificationRecord

    /// Makes a service; nothing is read or sent.
    ///
    /// - Parameters:
    ///   - configuration: what Apple knows the app by.
    ///   - storage: keeps sign-ins; nil = `KeychainItem.storage` of now.
    ///   - transport: sends the requests.
    ///   - clock: tells the time.
    ///   - log: hears what goes wrong, never a secret.
    ///   - present: shows the page; nil = there is no way to ask the person, so that a sign-in ends with
    ///     `ASAuthorizationError.notInteractive`.
    public init(
        _ configuration: SignInWithAppleConfiguration, storage: (any KeychainStorage)? = nil,
        transport: any HTTPTransport = CurlTransport(), clock: any DeviceClock = SystemClock(),
        log: any LogSink = StandardErrorLog(prefix: "AuthenticationServices"),
        present: AuthorizationPagePresenter?
    ) {
        self.configuration = configuration
        self.present = present
        self.clock = clock
        self.log = log
        endpoints = Endpoints(configuration: configuration, transport: transport, clock: clock)
        verifier = IdentityTokenVerifier(issuer: configuration.baseURL, transport: transport, clock: clock)
        let storage = storage ?? KeychainItem.storage
        shelf = SessionShelf(storage, configuration)
        notifications = NotificationRecord(storage, configuration)
    }

    /// Takes the form that came to the redirect address, as it came.
    ///
    /// - Parameter body: the body of the POST, form-urlencoded.
    /// - Returns: whether a sign-in of this service waited for it. Nothing else happens when none did: a form from
    ///   somebody else cannot end a sign-in.
    @discardableResult
    public func handleRedirect(body: Data) -> Bool {
        guard let reply = RedirectReply(form: body) else { return false }
        return replies.take(reply)
    }

    /// The ids of the people who have signed in on this device, the latest first; those whose sign-in is known to be over
    /// are left out.
    public func users() throws(KeychainError) -> [String] {
        try shelf.sessions().filter { $0.state != .revoked && $0.refreshToken != nil }.map(\.user)
    }

    /// Forgets a person's sign-in on this device. Apple still knows it; the next sign-in brings no name and address.
    public func forget(user: String) throws(KeychainError) {
        try shelf.remove(user: user)
    }

    /// Ends a person's sign-in at Apple and forgets it here: the next one is a first one again.
    ///
    /// - Throws: `ASAuthorizationError`: `failed` when Apple does not do it (it is kept then), `unknown` when the keychain
    ///   fails. A person not known here, or whose sign-in is over, is no error.
    public func revoke(user: String) async throws {
        do {
            if let token = try shelf.session(of: user)?.refreshToken {
                try await endpoints.revoke(refreshToken: Secret(token))
            }
            try shelf.remove(user: user)
        } catch let error as EndpointFailure {
            throw error.authorizationError
        } catch {
            throw ASAuthorizationError(.unknown, "the keychain failed")
        }
    }
}
