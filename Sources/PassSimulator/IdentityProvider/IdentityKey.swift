import Base

/// Signs and verifies as the simulated identity endpoints do.
struct IdentityKey: Sendable {
    let key: RSAKey

    /// A signed response, before normalisation; nil when signing fails.
    func response(_ assertion: SAMLDocument.Assertion) -> Secret? {
        let id = "_" + hexText(randomBytes(16))
        let bare = SAMLDocument.normalised(SAMLDocument.text(assertion, id: id, signature: ""))
        guard let signature = key.signature(of: Array(bare.utf8)) else { return nil }
        return Secret(SAMLDocument.text(assertion, id: id, signature: base64(signature)))
    }

    /// What a normalised response says; nil when its signature does not fit.
    func verified(_ document: String) -> SAMLDocument.Assertion? {
        guard let (covered, signature) = SAMLDocument.parts(of: document),
            key.isSignature(signature, of: Array(covered.utf8))
        else { return nil }
        return SAMLDocument.assertion(in: covered)
    }
}
