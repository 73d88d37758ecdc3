import Foundation
import Testing

@testable import AuthenticationServices

/// A token somebody might send, and what it is refused with.
struct HostileToken: Sendable, CustomTestStringConvertible {
    let name: String
    let token: String
    let code: TokenError.Code

    init(_ name: String, _ code: TokenError.Code, _ token: String) {
        (self.name, self.code, self.token) = (name, code, token)
    }

    /// A token with a change to an otherwise good one.
    init(_ name: String, _ code: TokenError.Code, _ change: (inout Forge) -> Void) {
        self.init(name, code, Forge(change).token)
    }

    var testDescription: String { name }

    static let all = headers + shapes + claims + times

    /// The header names an algorithm or a key of the sender's choice.
    static let headers: [HostileToken] =
        ["none", "None", "NONE", "nOnE", "", "RS256 ", "rs256", "RS384", "PS256", "ES256", "EdDSA"].map {
            (name: String) in
            HostileToken("alg '\(name)', well signed", .unsupportedAlgorithm) { $0.header["alg"] = name }
        } + [
            HostileToken("alg none without a signature", .unsupportedAlgorithm, unsigned(["alg": "none"])),
            HostileToken(
                "alg none without a signature, with a key id", .unsupportedAlgorithm,
                unsigned(["alg": "none", "kid": SigningKey.first.id])),
            HostileToken(
                "RS256 without a signature", .invalidSignature, unsigned(["alg": "RS256", "kid": SigningKey.first.id])),
            HostileToken(
                "HS256 with the public key as the secret", .unsupportedAlgorithm,
                Forge { $0.header["alg"] = "HS256" }.hmacToken(secret: SigningKey.first.publicPEM)),
            HostileToken(
                "an HMAC under the name RS256", .invalidSignature,
                Forge().hmacToken(secret: SigningKey.first.publicPEM)),
            HostileToken("alg missing", .unsupportedAlgorithm) { $0.header["alg"] = nil },
            HostileToken("alg a list", .unsupportedAlgorithm) { $0.header["alg"] = ["RS256"] },
            HostileToken("alg null", .unsupportedAlgorithm) { $0.header["alg"] = NSNull() },
            HostileToken("crit", .criticalHeader) { $0.header["crit"] = ["exp"] },
            HostileToken("b64", .criticalHeader) { $0.header["b64"] = false },
            HostileToken("an embedded jwk, signed with it", .embeddedKey) {
                $0.key = .stranger
                $0.header["jwk"] = ["kty": "RSA", "n": Base64URL.text(SigningKey.stranger.modulus), "e": "AQAB"]
            },
            HostileToken("jku", .embeddedKey) { $0.header["jku"] = "https://evil.example/keys" },
            HostileToken("x5u", .embeddedKey) { $0.header["x5u"] = "https://evil.example/cert" },
            HostileToken("x5c", .embeddedKey) { $0.header["x5c"] = ["MIIB"] },
            HostileToken("kid missing", .invalidKeyID) { $0.header["kid"] = nil },
            HostileToken("kid empty", .invalidKeyID) { $0.header["kid"] = "" },
            HostileToken("kid a number", .invalidKeyID) { $0.header["kid"] = 1 },
            HostileToken("kid very long", .invalidKeyID) { $0.header["kid"] = String(repeating: "A", count: 129) },
            HostileToken("kid with a NUL", .invalidKeyID) { $0.header["kid"] = "ABCDEF1234\0" },
            HostileToken("kid a path", .unknownKey) { $0.header["kid"] = "../../../../dev/null" },
            HostileToken("kid an address", .unknownKey) { $0.header["kid"] = "https://evil.example/key" },
            HostileToken("kid a query", .unknownKey) { $0.header["kid"] = "ABCDEF1234'--" },
            HostileToken("kid in other case", .unknownKey) { $0.header["kid"] = "abcdef1234" },
            HostileToken("another's key under the right kid", .invalidSignature) { $0.key = .stranger },
            HostileToken("the issuer's other key", .invalidSignature) { $0.key = .second },
        ]

    /// The token is no JWS, or two at once.
    static let shapes: [HostileToken] = [
        HostileToken("empty", .malformed, ""),
        HostileToken("dots alone", .malformed, ".."),
        HostileToken("two parts", .malformed, Forge().token.split(separator: ".").prefix(2).joined(separator: ".")),
        HostileToken("four parts", .malformed, Forge().token + "."),
        HostileToken("truncated in the signature", .invalidSignature, String(Forge().token.dropLast(2))),
        HostileToken("truncated in the payload", .malformed, String(Forge().token.prefix(120))),
        HostileToken("padded base64", .malformed, Forge().token + "=="),
        HostileToken("standard base64 letters", .malformed, "+/" + Forge().token),
        HostileToken("a blank before", .malformed, " " + Forge().token),
        HostileToken("a line end after", .malformed, Forge().token + "\n"),
        HostileToken("oversized", .oversized) { $0.claims["filler"] = String(repeating: "x", count: 16 << 10) },
        HostileToken(
            "payload exchanged after signing", .invalidSignature,
            spliced(Forge().token, Forge { $0.claims["sub"] = "somebody.else" }.token)),
        HostileToken("header an array", .malformed, Forge.token(header: "[]", payload: "{}")),
        HostileToken("header no JSON", .malformed, Forge.token(header: "{alg:RS256}", payload: "{}")),
        HostileToken("payload an array", .malformed, Forge.token(header: header, payload: "[]")),
        HostileToken("payload with something after", .malformed, Forge.token(header: header, payload: payload + "{}")),
        HostileToken(
            "payload nested deeply", .malformed,
            Forge.token(header: header, payload: "{\"a\":" + String(repeating: "[", count: 5000) + "}")),
        HostileToken("payload no UTF-8", .malformed, notUTF8),
        HostileToken(
            "half a surrogate pair", .malformed, Forge.token(header: header, payload: "{\"sub\":\"\\ud800\"}")),
        HostileToken(
            "duplicate alg", .duplicateMember,
            Forge.token(header: "{\"alg\":\"none\"," + header.dropFirst(), payload: payload)),
        HostileToken(
            "duplicate sub", .duplicateMember,
            Forge.token(header: header, payload: "{\"sub\":\"victim\"," + payload.dropFirst())),
        HostileToken(
            "duplicate aud, one of them escaped", .duplicateMember,
            Forge.token(header: header, payload: "{\"\\u0061ud\":\"other\"," + payload.dropFirst())),
    ]

    /// A claim is not what it must be.
    static let claims: [HostileToken] =
        [
            ("iss", TokenError.Code.missingClaim), ("aud", .missingClaim), ("sub", .missingClaim),
            ("iat", .missingClaim), ("exp", .missingClaim), ("nonce", .missingNonce),
        ]
        .map { name, code in HostileToken("no \(name)", code) { $0.claims[name] = nil } } + [
            HostileToken("issuer with a slash", .wrongIssuer) { $0.claims["iss"] = Forge.issuer + "/" },
            HostileToken("another issuer", .wrongIssuer) {
                $0.claims["iss"] = "https://appleid.apple.com.evil.example"
            },
            HostileToken("issuer in other case", .wrongIssuer) { $0.claims["iss"] = "https://ISSUER.example" },
            HostileToken("another audience", .wrongAudience) { $0.claims["aud"] = "com.example.other" },
            HostileToken("audience in other case", .wrongAudience) { $0.claims["aud"] = "com.example.Juice" },
            HostileToken("audience a list with ours", .wrongType) { $0.claims["aud"] = [Forge.audience, "com.evil"] },
            HostileToken("audience a list of ours alone", .wrongType) { $0.claims["aud"] = [Forge.audience] },
            HostileToken("audience empty", .wrongType) { $0.claims["aud"] = "" },
            HostileToken("another nonce", .wrongNonce) { $0.claims["nonce"] = "another" },
            HostileToken("nonce in other case", .wrongNonce) { $0.claims["nonce"] = Forge.nonce.uppercased() },
            HostileToken("nonce empty", .wrongNonce) { $0.claims["nonce"] = "" },
            HostileToken("another nonce, said to be unsupported", .wrongNonce) {
                $0.claims["nonce"] = "another"
                $0.claims["nonce_supported"] = false
            },
            HostileToken("no nonce, support unsaid", .missingNonce) {
                $0.claims["nonce"] = nil
                $0.claims["nonce_supported"] = nil
            },
            HostileToken("nonce a number", .wrongType) { $0.claims["nonce"] = 7 },
            HostileToken("subject a number", .wrongType) { $0.claims["sub"] = 1234 },
            HostileToken("subject empty", .wrongType) { $0.claims["sub"] = "" },
            HostileToken("subject with a line end", .wrongType) { $0.claims["sub"] = "a\nb" },
            HostileToken("subject too long", .wrongType) { $0.claims["sub"] = String(repeating: "a", count: 256) },
            HostileToken("email_verified 'yes'", .wrongType) { $0.claims["email_verified"] = "yes" },
            HostileToken("is_private_email 1.5", .wrongType) { $0.claims["is_private_email"] = 1.5 },
            HostileToken("email an object", .wrongType) { $0.claims["email"] = ["a": "b"] },
        ]

    /// It is not now.
    static let times: [HostileToken] = [
        HostileToken("expired", .expired) { $0.claims["exp"] = Forge.now - 61 },
        HostileToken("expired to the second, leeway counted", .expired) { $0.claims["exp"] = Forge.now - 60 },
        HostileToken("issued in the future", .notYetValid) { $0.claims["iat"] = Forge.now + 61 },
        HostileToken("not before the future", .notYetValid) { $0.claims["nbf"] = Forge.now + 61 },
        HostileToken("exp a text", .wrongType) { $0.claims["exp"] = "\(Forge.now + 600)" },
        HostileToken("exp beyond all calendars", .wrongType) { $0.claims["exp"] = Int64.max },
        HostileToken(
            "exp in exponents", .wrongType,
            Forge.token(header: header, payload: "{\"exp\":1e300," + withoutExpiry.dropFirst())),
        HostileToken("exp negative", .wrongType) { $0.claims["exp"] = -1 },
        HostileToken("iat true", .wrongType) { $0.claims["iat"] = true },
    ]

    private static let header = Forge.json(Forge().header)
    private static let payload = Forge.json(Forge().claims)
    private static let withoutExpiry = Forge.json(Forge { $0.claims["exp"] = nil }.claims)

    private static func unsigned(_ header: [String: Any]) -> String {
        Base64URL.text(Array(Forge.json(header).utf8)) + "." + Base64URL.text(Array(payload.utf8)) + "."
    }

    private static func spliced(_ token: String, _ other: String) -> String {
        let (parts, others) = (token.split(separator: "."), other.split(separator: "."))
        return "\(parts[0]).\(others[1]).\(parts[2])"
    }

    private static var notUTF8: String {
        let message =
            Base64URL.text(Array(header.utf8)) + "."
            + Base64URL.text(Array("{\"sub\":\"".utf8) + [0xFF] + Array("\"}".utf8))
        return message + "." + Base64URL.text(SigningKey.first.signature(of: Array(message.utf8)))
    }
}
