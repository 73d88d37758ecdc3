import COpenSSL
import PassSimulator

/// A key that signs ID tokens and notifications.
struct IssuerKey: Sendable {
    let id: String
    private let key: RSAKey

    private static let made = Result { () throws(SimulatorError) in try IssuerKey() }

    /// The first key of every simulator in this process: making one costs more than the rest of a start, and what it signs
    /// names its issuer.
    static func first() throws(SimulatorError) -> IssuerKey { try made.get() }

    init() throws(SimulatorError) {
        key = try RSAKey()
        id = String(hexText(randomBytes(5)).uppercased())
    }

    /// The public half as a JWK.
    var jwk: JSON {
        .object([
            "kty": "RSA", "kid": .string(id), "use": "sig", "alg": "RS256",
            "n": .string(base64URL(number("n"))), "e": .string(base64URL(number("e"))),
        ])
    }

    /// A signed token; nil when the library refuses.
    func token(_ claims: JSON) -> String? {
        let header = JSON.object(["kid": .string(id), "alg": "RS256"])
        let message = base64URL(Array(header.text.utf8)) + "." + base64URL(Array(claims.text.utf8))
        return key.signature(of: Array(message.utf8)).map { message + "." + base64URL($0) }
    }

    private func number(_ name: String) -> [UInt8] {
        var number: OpaquePointer?
        guard EVP_PKEY_get_bn_param(key.key, name, &number) == 1 else { return [] }
        defer { BN_free(number) }
        var bytes = [UInt8](repeating: 0, count: Int(BN_num_bits(number) + 7) / 8)
        BN_bn2bin(number, &bytes)
        return bytes
    }
}
