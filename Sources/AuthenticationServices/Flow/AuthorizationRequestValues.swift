/// One sign-in's values that go out and must come back.
struct AuthorizationRequestValues: Sendable {
    /// Ours: nobody else can guess it, so an answer that has it answers this request.
    let state = randomText(bytes: 32)
    /// The host's, or ours.
    let nonce: String
    /// The half of the proof key that stays here until the code is exchanged; nil = none.
    let proof: String?
    let redirectURI: String
    let clientID: String
    let scopes: [ASAuthorization.Scope]

    init(
        nonce: String?, usesProofKey: Bool, redirectURI: String, clientID: String, scopes: [ASAuthorization.Scope]
    ) {
        self.nonce = nonce ?? randomText(bytes: 32)
        proof = usesProofKey ? randomText(bytes: 32) : nil
        self.redirectURI = redirectURI
        self.clientID = clientID
        self.scopes = scopes
    }

    /// The page's address below the provider's.
    ///
    /// Always `code id_token` by `form_post`: the token tells at once whose the name is that comes only once, before the
    /// exchange of the code can fail.
    func address(baseURL: String) -> String {
        var fields = [
            ("client_id", clientID), ("redirect_uri", redirectURI), ("response_type", "code id_token"),
            ("response_mode", "form_post"), ("state", state), ("nonce", nonce),
        ]
        let names = [ASAuthorization.Scope.fullName: "name", .email: "email"]
        let wanted = [ASAuthorization.Scope.fullName, .email].filter(scopes.contains).compactMap { names[$0] }
        if !wanted.isEmpty { fields.append(("scope", wanted.joined(separator: " "))) }
        if let proof {
            fields.append(("code_challenge", Base64URL.text(sha256(Array(proof.utf8)))))
            fields.append(("code_challenge_method", "S256"))
        }
        return "\(baseURL)/auth/authorize?\(FormFields.text(fields))"
    }
}
