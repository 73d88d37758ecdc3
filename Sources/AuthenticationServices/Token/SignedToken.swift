/// A JWS in compact form, read strictly, its signature not yet verified (RFC 7515).
struct SignedToken {
    /// The most bytes of a token. Apple's have some 800; choice.
    static let largest = 16 << 10
    /// The most bytes of a key id. Apple's have 10; choice.
    static let longestKeyID = 128

    /// The key's id: a name to look up, never a path or an address.
    let keyID: String
    /// What is signed: header and payload as sent.
    let message: [UInt8]
    let signature: [UInt8]
    private let payload: [UInt8]

    /// Takes a token apart.
    init(_ text: String) throws(TokenError) {
        guard text.utf8.count <= Self.largest else { throw TokenError(.oversized) }
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Base64URL.bytes(Substring(parts[0])),
            let payload = Base64URL.bytes(Substring(parts[1])), let signature = Base64URL.bytes(Substring(parts[2]))
        else { throw TokenError(.malformed) }
        keyID = try Self.keyID(in: try Self.object(header))
        message = Array(parts[0]) + [UInt8(ascii: ".")] + Array(parts[1])
        self.payload = payload
        self.signature = signature
    }

    /// The claims. Only for one who has verified the signature.
    func claims() throws(TokenError) -> Claims { Claims(try Self.object(payload)) }

    /// Judges the header. `typ` is not looked at: what a token is for shows in claims that only this use has.
    private static func keyID(in header: JSONValue) throws(TokenError) -> String {
        // Exactly the one algorithm, whatever the key could do: `none` and HS256 with the public key end here.
        guard header["alg"]?.string == "RS256" else { throw TokenError(.unsupportedAlgorithm, member: "alg") }
        for name in ["crit", "b64"] where header[name] != nil { throw TokenError(.criticalHeader, member: name) }
        for name in ["jwk", "jku", "x5c", "x5u", "x5t", "x5t#S256"] where header[name] != nil {
            throw TokenError(.embeddedKey, member: name)
        }
        guard let id = header["kid"]?.string, (1...longestKeyID).contains(id.utf8.count),
            id.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw TokenError(.invalidKeyID, member: "kid") }
        return id
    }

    private static func object(_ bytes: [UInt8]) throws(TokenError) -> JSONValue {
        do {
            let value = try JSONReader.value(of: bytes)
            guard case .object = value else { throw TokenError(.malformed) }
            return value
        } catch JSONError.duplicateMember {
            throw TokenError(.duplicateMember)
        } catch let error as TokenError {
            throw error
        } catch {
            throw TokenError(.malformed)
        }
    }
}
