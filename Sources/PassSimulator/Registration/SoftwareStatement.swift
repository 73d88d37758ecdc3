import Base

/// Software statements: JWTs signed with RS256 by the service itself, without an end, revocable (rest-v1, section 3).
struct SoftwareStatement: Sendable {
    /// Which simulator issues them; another's are well signed, yet not approved.
    let issuer: String
    let key: RSAKey

    /// What a statement is worth.
    enum Verdict: Sendable, Hashable {
        case accepted
        /// No statement of this service: not a JWT, another algorithm, a signature that does not fit.
        case invalid
        /// A sound statement of somebody else's.
        case unapproved
    }

    /// Issues a statement; nil when signing fails.
    func issue(at now: Timestamp) -> String? {
        let header = JSON.object(["alg": "RS256", "typ": "JWT"])
        let claims = JSON.object([
            "iss": .string(issuer), "sub": "simulated-application", "software_id": "simulated-application",
            "client_name": "Simulated application", "iat": .integer(now.milliseconds / 1000),
            "redirect_uris": .strings(Self.redirectURIs), "scopes": .strings(Self.scopes),
        ])
        let signed = base64URL(Array(header.text.utf8)) + "." + base64URL(Array(claims.text.utf8))
        return key.signature(of: Array(signed.utf8)).map { signed + "." + base64URL($0) }
    }

    /// Judges a statement by its signature, then by its issuer.
    func verdict(on statement: String) -> Verdict {
        let parts = statement.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let header = decodedBase64URL(parts[0]), let claims = decodedBase64URL(parts[1]),
            let signature = decodedBase64URL(parts[2]),
            // Whatever the statement says of itself, RS256 is what is verified; `none` above all is refused.
            JSON(parsing: header)?["alg"]?.string == "RS256",
            key.isSignature(signature, of: Array("\(parts[0]).\(parts[1])".utf8))
        else { return .invalid }
        return JSON(parsing: claims)?["iss"]?.string == issuer ? .accepted : .unapproved
    }

    static let redirectURIs = ["adobepass://ios.app"]
    static let scopes = ["api:client:v2"]
}
