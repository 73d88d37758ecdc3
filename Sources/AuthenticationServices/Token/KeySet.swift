import Base

/// The keys of an issuer by their ids (RFC 7517).
struct KeySet: Sendable {
    /// More than any issuer has; choice.
    private static let most = 64

    private let keys: [ExactText: RSAPublicKey]

    /// Reads a JWKS document. Keys for other uses and of other kinds are passed over, broken ones too; an id that stands
    /// twice names neither.
    init?(_ document: [UInt8]) {
        guard case .array(let entries) = (try? JSONReader.value(of: document))?["keys"], entries.count <= Self.most
        else { return nil }
        var keys: [ExactText: RSAPublicKey] = [:]
        var seen: Set<ExactText> = []
        for entry in entries {
            guard entry["kty"] == .string("RSA"), [nil, .string("sig")].contains(entry["use"]),
                [nil, .string("RS256")].contains(entry["alg"]), let id = entry["kid"]?.string.map(ExactText.init)
            else { continue }
            guard seen.insert(id).inserted else {
                keys[id] = nil
                continue
            }
            guard let modulus = entry["n"]?.string.flatMap({ Base64URL.bytes($0) }),
                let exponent = entry["e"]?.string.flatMap({ Base64URL.bytes($0) })
            else { continue }
            keys[id] = RSAPublicKey(modulus: modulus, exponent: exponent)
        }
        self.keys = keys
    }

    /// The key of an id; nil = unknown.
    func key(_ id: String) -> RSAPublicKey? { keys[ExactText(id)] }
}
