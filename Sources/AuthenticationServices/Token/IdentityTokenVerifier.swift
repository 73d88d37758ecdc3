public import Base

/// Verifies ID tokens against the issuer's key set.
///
/// The signature must be RS256 by a key of the issuer's set, the claims `iss`, `aud`, `exp`, `iat` and the nonce must
/// fit. The key set is fetched when first needed, kept for an hour, and fetched again for a key id it lacks, but no more
/// than once a minute; one that cannot be had is asked for again after 1, 2, 4 … 30 s (choices).
public final class IdentityTokenVerifier: Sendable {
    private let issuer: String
    private let leeway: Duration
    private let clock: any DeviceClock
    private let keys: KeySetCache

    /// A verifier of an issuer's tokens.
    ///
    /// - Parameters:
    ///   - issuer: what `iss` must be, without a slash at the end; the key set is at `/auth/keys` below it.
    ///   - leeway: by how much two clocks may differ. Choice: 60 s.
    ///   - transport: fetches the key set.
    ///   - clock: tells the time.
    public convenience init(
        issuer: String = "https://appleid.apple.com", leeway: Duration = .seconds(60),
        transport: any HTTPTransport = CurlTransport(), clock: any DeviceClock = SystemClock()
    ) {
        self.init(
            issuer: issuer, leeway: leeway, keys: KeySetCache(url: issuer + "/auth/keys", transport, clock),
            clock: clock)
    }

    init(issuer: String, leeway: Duration, keys: KeySetCache, clock: any DeviceClock) {
        self.issuer = issuer
        self.leeway = leeway
        self.keys = keys
        self.clock = clock
    }

    /// Verifies a token and reads it.
    ///
    /// - Parameters:
    ///   - token: the token as it came.
    ///   - audience: the client id it must be issued to.
    ///   - nonce: what was sent with the request it answers.
    /// - Returns: what it says.
    /// - Throws: the first reason to refuse it; `keysUnavailable` alone may pass by itself.
    public func verify(
        _ token: Secret, audience: String, nonce: IdentityToken.Nonce
    ) async throws(TokenError) -> IdentityToken {
        try IdentityToken(await claims(of: token, audience: audience), nonce: nonce)
    }

    /// The claims of a token of this issuer that is sound and valid now.
    func claims(of token: Secret, audience: String) async throws(TokenError) -> Claims {
        let signed = try SignedToken(token.exposed)
        guard try await keys.key(signed.keyID).isSignature(signed.signature, of: signed.message) else {
            throw TokenError(.invalidSignature)
        }
        let claims = try signed.claims()
        let now = clock.now.milliseconds / 1000
        try claims.check(issuer: issuer, audience: audience, now: now, leeway: leeway.inMilliseconds / 1000)
        return claims
    }
}
