import PassSimulator

/// What binds a code to the request that asked for it (RFC 7636), strictly: who sends one must mean it.
enum ProofKey {
    private static let letters = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".unicodeScalars)

    /// Whether an authorize request may have this challenge: none at all, or a digest by the one method that hides it.
    static func isChallenge(_ challenge: String?, method: String?) -> Bool {
        guard let challenge else { return method == nil }
        return method == "S256" && challenge.utf8.count == 43 && decodedBase64URL(challenge)?.count == 32
    }

    /// Whether a token request proves that it comes from who sent the challenge. A proof nobody asked for proves that
    /// the challenge was lost on its way (RFC 9700, 4.8).
    static func isProof(_ verifier: String?, of challenge: String?) -> Bool {
        guard let challenge else { return verifier == nil }
        guard let verifier, (43...128).contains(verifier.unicodeScalars.count),
            verifier.unicodeScalars.allSatisfy(letters.contains)
        else { return false }
        return isSameID(base64URL(sha256(Array(verifier.utf8))), challenge)
    }
}
