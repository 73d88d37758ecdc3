import Base
public import Foundation

extension SignInWithAppleService {
    /// The most bytes of a notification. Choice.
    private static let largestNotification = 64 << 10

    /// Takes a server-to-server notification, as it came.
    ///
    /// A consent taken away and an account deleted end the person's sign-in here, and post
    /// `ASAuthorizationAppleIDProvider.credentialRevokedNotification`.
    ///
    /// One that comes late does not end a newer sign-in: the time it tells counts, else the one it was signed at.
    ///
    /// - Parameter body: the body of the POST, `{"payload": "<JWS>"}`.
    /// - Returns: the notification; nil for one that was taken before.
    /// - Throws: `TokenError` when it is not Apple's, or not for this client: answer 400, and do nothing. `KeychainError`
    ///   when its effect cannot be kept: answer 500; it has not been taken.
    public func handleNotification(body: Data) async throws -> ServerNotification? {
        guard body.count <= Self.largestNotification else { throw TokenError(.oversized) }
        guard let payload = (try? JSONReader.value(of: body))?["payload"]?.string else {
            throw TokenError(.malformed, member: "payload")
        }
        let claims = try await verifier.claims(of: Secret(payload), audience: configuration.clientID)
        let notification = try ServerNotification(claims)
        guard try !notifications.contains(notification.id) else { return nil }
        // The effect first: it is the same however often it is had, while an id remembered would lose it.
        switch notification.kind {
        case .consentRevoked, .accountDeleted:
            let time = try notification.time ?? Timestamp(milliseconds: claims.seconds("iat") * 1000)
            try end(notification.user.exposed, at: time)
        case .emailDisabled, .emailEnabled, .other: break
        }
        return try notifications.insert(notification.id) ? notification : nil
    }

    /// Ends a person's sign-in, unless they have signed in since.
    private func end(_ user: String, at time: Timestamp) throws(KeychainError) {
        guard let session = try shelf.session(of: user), session.signedInAt.map({ $0 <= time.milliseconds }) ?? true
        else { return }
        try end(session)
    }
}
