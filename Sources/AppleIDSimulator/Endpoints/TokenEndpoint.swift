import Base
import PassSimulator

/// `POST /auth/token` and `POST /auth/revoke`.
struct TokenEndpoint {
    /// A client secret may reach so far ahead, in s.
    private static let longestSecret: Int64 = 15_777_000

    let issuer: String
    let client: AppleClient
    let developerKey: ECKey

    func token(_ request: Request, _ provider: inout Provider, at now: Timestamp) -> Response {
        guard let fields = Fields(request.form), let type = fields["grant_type"] else {
            return .refused("invalid_request")
        }
        guard isClient(fields, at: now) else { return .refused("invalid_client") }
        switch type {
        case "authorization_code": return exchange(fields, &provider, at: now)
        case "refresh_token": return refresh(fields, &provider, at: now)
        default: return .refused("unsupported_grant_type")
        }
    }

    func revoke(_ request: Request, _ provider: inout Provider, at now: Timestamp) -> Response {
        guard let fields = Fields(request.form), let token = fields["token"] else { return .refused("invalid_request") }
        guard isClient(fields, at: now) else { return .refused("invalid_client") }
        guard [nil, "refresh_token", "access_token"].contains(fields["token_type_hint"]) else {
            return .refused("invalid_request")
        }
        if let subject = provider.refreshTokens[token] ?? provider.accessTokens[token] { provider.endConsent(subject) }
        return Response(200)
    }

    private func exchange(_ fields: Fields, _ provider: inout Provider, at now: Timestamp) -> Response {
        guard let code = fields["code"] else { return .refused("invalid_request") }
        // Used up by the attempt, whatever comes of it.
        guard let grant = provider.grants.removeValue(forKey: code), grant.expires > now,
            fields["redirect_uri"] == grant.request.redirectURI,
            ProofKey.isProof(fields["code_verifier"], of: grant.request.challenge),
            let consent = provider.consents[grant.subject]
        else { return .refused("invalid_grant") }
        let refreshToken = "r." + base64URL(randomBytes(24))
        provider.refreshTokens[refreshToken] = consent.subject
        return answer(consent, nonce: grant.request.nonce, refreshToken: refreshToken, &provider, at: now)
    }

    private func refresh(_ fields: Fields, _ provider: inout Provider, at now: Timestamp) -> Response {
        guard let token = fields["refresh_token"] else { return .refused("invalid_request") }
        guard let subject = provider.refreshTokens[token], let consent = provider.consents[subject] else {
            return .refused("invalid_grant")
        }
        return answer(consent, nonce: nil, refreshToken: nil, &provider, at: now)
    }

    private func answer(
        _ consent: Provider.Consent, nonce: String?, refreshToken: String?, _ provider: inout Provider,
        at now: Timestamp
    ) -> Response {
        let access = "a." + base64URL(randomBytes(24))
        provider.accessTokens[access] = consent.subject
        let tokens = IdentityTokens(issuer: issuer, client: client)
        guard
            let identity = tokens.token(
                about: consent, nonce: nonce, extra: [("at_hash", IdentityTokens.half(access))], provider, at: now)
        else { return Response(500) }
        var members: [JSON.Member] = [
            .init(name: "access_token", value: .string(access)), .init(name: "token_type", value: "Bearer"),
            .init(name: "expires_in", value: .integer(3600)), .init(name: "id_token", value: .string(identity)),
        ]
        if let refreshToken { members.append(.init(name: "refresh_token", value: .string(refreshToken))) }
        return Response(200, .object(members), headers: [("Cache-Control", "no-store")])
    }

    /// Whether `client_secret` is a token of the client's team, signed with its key, for this provider and not for too long.
    private func isClient(_ fields: Fields, at now: Timestamp) -> Bool {
        guard let id = fields["client_id"], isSameID(id, client.id),
            let parts = fields["client_secret"]?.split(separator: ".", omittingEmptySubsequences: false),
            parts.count == 3, let header = decodedBase64URL(String(parts[0])).flatMap(JSON.init(parsing:)),
            let claims = decodedBase64URL(String(parts[1])).flatMap(JSON.init(parsing:)),
            let signature = decodedBase64URL(String(parts[2]))
        else { return false }
        let seconds = now.milliseconds / 1000
        guard header["alg"]?.string == "ES256", header["kid"]?.string == client.keyID,
            claims["iss"]?.string == client.teamID, claims["sub"]?.string == client.id,
            claims["aud"]?.string == issuer, claims["iat"]?.integer != nil, let expires = claims["exp"]?.integer,
            expires > seconds, expires <= seconds + Self.longestSecret
        else { return false }
        return developerKey.isSignature(signature, of: Array("\(parts[0]).\(parts[1])".utf8))
    }
}
