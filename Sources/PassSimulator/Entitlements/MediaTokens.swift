import Base

/// Media tokens: handed out by the service, redeemed once by the programmer's server (rest-v1, section 5).
enum MediaTokens {
    /// `GET /api/v1/tokens/media`, `GET /api/v1/mediatoken`: for a resource that is authorized.
    static func issue(
        _ parameters: Parameters, _ state: ServiceState, at moment: Moment, issuer: String, format: Format
    ) throws(Refusal) -> Response {
        let resource = try Resource(parameters)
        let viewer = try Viewer(parameters, state, at: moment, status: 403)
        let authorization = try Authorizations.find(resource, viewer, state, at: moment, missing: 403, expired: 403)
        let token = MediaToken(
            issuer: issuer, nonce: hexText(randomBytes(16)), requestor: viewer.key.requestor,
            resource: resource.text, mvpd: authorization.mvpd, issued: moment.now,
            expires: moment.now + state.dashboard.mediaTokenLife)
        guard let text = token.serialized else { throw Refusal(500, "internal_error") }
        var response = TokenDocument.response(
            "play",
            [
                ("expires", String(token.expires.milliseconds)), ("mvpdId", token.mvpd),
                ("requestor", token.requestor), ("resource", token.resource),
                ("userId", viewer.authentication.userID), ("serializedToken", text),
            ], format)
        response.headers.append(("Cache-Control", "no-store"))
        return response
    }

    /// What the programmer's server does before it plays: it believes a token once.
    static func redeem(
        _ text: String, resource: String, requestor: String, _ state: inout ServiceState, at moment: Moment,
        issuer: String
    ) -> MediaTokenVerdict {
        let token: MediaToken
        switch MediaToken.read(text) {
        case .failure(let verdict): return verdict.verdict
        case .success(let found): token = found
        }
        if token.issuer != issuer { return .forged }
        if token.expires <= moment.now { return .expired }
        if !isSameID(token.requestor, requestor) { return .otherRequestor }
        if !isSameID(token.resource, resource) { return .otherResource }
        state.redeemedTokens = state.redeemedTokens.filter { $0.value > moment.now }
        if state.redeemedTokens[token.nonce] != nil { return .used }
        state.redeemedTokens[token.nonce] = token.expires
        return .valid
    }
}

/// What the programmer's server finds a media token to be.
public enum MediaTokenVerdict: String, Sendable, Hashable, CaseIterable {
    /// Good, and now used.
    case valid
    /// No media token.
    case malformed
    /// Its signature does not fit, or another service signed it.
    case forged
    /// Its time is over.
    case expired
    /// It is for another resource.
    case otherResource
    /// It is for another requestor.
    case otherRequestor
    /// It was redeemed before.
    case used
}
