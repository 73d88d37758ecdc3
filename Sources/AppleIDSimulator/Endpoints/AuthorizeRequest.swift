import PassSimulator

/// A request for authorization that keeps the rules.
struct AuthorizeRequest: Sendable {
    let redirectURI: String
    let state: String?
    let nonce: String?
    let wantsToken: Bool
    let mode: String
    let wantsName: Bool
    let wantsEmail: Bool
    let challenge: String?

    /// Judges the parameters (fact sheet, section 2).
    /// - Throws: the refusal.
    init(_ fields: Fields?, client: AppleClient) throws(AuthorizeRefusal) {
        guard let fields, let id = fields["client_id"], let redirect = fields["redirect_uri"],
            let type = fields["response_type"]
        else { throw AuthorizeRefusal("invalid_request") }
        guard isSameID(id, client.id) else { throw AuthorizeRefusal("invalid_client") }
        guard client.mayRedirect(to: redirect), ["code", "code id_token"].contains(type) else {
            throw AuthorizeRefusal("invalid_request")
        }
        wantsToken = type == "code id_token"
        let mode = fields["response_mode"] ?? (wantsToken ? "fragment" : "query")
        let scopes = Set((fields["scope"] ?? "").split(separator: " ").map(String.init))
        guard ["query", "fragment", "form_post"].contains(mode), scopes.isSubset(of: ["name", "email"]),
            scopes.isEmpty || mode == "form_post", !wantsToken || mode != "query",
            ProofKey.isChallenge(fields["code_challenge"], method: fields["code_challenge_method"])
        else { throw AuthorizeRefusal("invalid_request") }
        redirectURI = redirect
        state = fields["state"]
        nonce = fields["nonce"]
        self.mode = mode
        wantsName = scopes.contains("name")
        wantsEmail = scopes.contains("email")
        challenge = fields["code_challenge"]
    }
}

/// Why a request for authorization is refused, by Apple's code.
struct AuthorizeRefusal: Error {
    let code: String

    init(_ code: String) { self.code = code }
}
