/// What a verified ID token says.
///
/// Source: "Authenticating users with Sign in with Apple", identity token claims.
public struct IdentityToken: Sendable, Hashable {
    /// The person, for the developer team: stable, opaque, and a secret in a log.
    public let subject: Secret
    /// The client it was issued to.
    public let audience: String
    /// When it was issued; whole seconds.
    public let issuedAt: Timestamp
    /// When it is over; whole seconds.
    public let expiresAt: Timestamp
    /// The nonce that came back.
    public let nonce: String?
    /// The person's address, real or a relay; nil also when Apple sends an empty one (school accounts).
    public let email: Secret?
    /// Whether Apple has verified the address.
    public let isEmailVerified: Bool?
    /// Whether the address is a relay of Apple's.
    public let isPrivateEmail: Bool?
    /// Whether the person seems to be real.
    public let realUserStatus: ASUserDetectionStatus
    /// The person under the team an app moved to; sent for 60 days after a move.
    public let transferSubject: Secret?
    /// When the person signed in at Apple.
    public let authenticatedAt: Timestamp?
    /// Half of the digest of the access token it came with.
    let accessTokenHash: String?
    /// Half of the digest of the code it came with.
    let codeHash: String?

    /// What came back must fit what was sent.
    public enum Nonce: Sendable, Hashable {
        /// This nonce was sent.
        case sent(String)
        /// The token answers no request with a nonce.
        case notSent
    }

    /// Whether it came with this access token; a token that does not say so may have (OpenID Connect Core, 3.1.3.8).
    func check(accessToken: Secret) throws(TokenError) {
        try Self.check(accessTokenHash, of: accessToken, member: "at_hash")
    }

    /// Whether it came with this code; a token that does not say so may have (OpenID Connect Core, 3.3.2.11).
    func check(code: Secret) throws(TokenError) {
        try Self.check(codeHash, of: code, member: "c_hash")
    }

    private static func check(_ half: String?, of value: Secret, member: String) throws(TokenError) {
        guard let half else { return }
        let expected = Base64URL.text(sha256(Array(value.exposed.utf8)).prefix(16))
        guard half.utf8.elementsEqual(expected.utf8) else { throw TokenError(.wrongSubject, member: member) }
    }

    init(_ claims: Claims, nonce expected: Nonce) throws(TokenError) {
        // At most 255 characters of ASCII (OpenID Connect Core, 2).
        let subject = try claims.text("sub")
        guard subject.utf8.count <= 255, subject.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw TokenError(.wrongType, member: "sub")
        }
        self.subject = Secret(subject)
        audience = try claims.text("aud")
        issuedAt = Timestamp(milliseconds: try claims.seconds("iat") * 1000)
        expiresAt = Timestamp(milliseconds: try claims.seconds("exp") * 1000)
        nonce = try claims.optionalText("nonce")
        let isNonceSupported = try claims.optionalBool("nonce_supported")
        if case .sent(let sent) = expected {
            if let nonce {
                guard nonce.utf8.elementsEqual(sent.utf8) else { throw TokenError(.wrongNonce, member: "nonce") }
            } else if isNonceSupported != false {
                // Unsaid counts as supported (choice): a token without it would fit every request.
                throw TokenError(.missingNonce, member: "nonce")
            }
        }
        email = try claims.optionalText("email").flatMap { $0.isEmpty ? nil : Secret($0) }
        isEmailVerified = try claims.optionalBool("email_verified")
        isPrivateEmail = try claims.optionalBool("is_private_email")
        // A status added later counts as unknown.
        realUserStatus =
            try claims.optionalInteger("real_user_status").map { ASUserDetectionStatus(rawValue: Int($0)) ?? .unknown }
            ?? .unsupported
        transferSubject = try claims.optionalText("transfer_sub").map { Secret($0) }
        authenticatedAt = try claims.optionalSeconds("auth_time").map { Timestamp(milliseconds: $0 * 1000) }
        accessTokenHash = try claims.optionalText("at_hash")
        codeHash = try claims.optionalText("c_hash")
    }
}
