import COpenSSL

/// A key that verifies RS256 (RSASSA-PKCS1-v1_5 with SHA-256).
// @unchecked: libcrypto lets several threads verify with one key that nobody changes.
final class RSAPublicKey: @unchecked Sendable {
    private let key: OpaquePointer

    /// What is taken as a modulus, in bytes: 2048 bits at least, 8192 at most (choice: verifying stays cheap).
    private static let modulusSizes = 256...1024

    /// The key of a JWK's `n` and `e`; nil when it is none, too short, or has an exponent nobody should use.
    init?(modulus: [UInt8], exponent: [UInt8]) {
        let modulus = modulus.drop { $0 == 0 }
        let exponent = exponent.drop { $0 == 0 }
        guard Self.modulusSizes.contains(modulus.count), modulus.last.map({ $0 & 1 == 1 }) == true,
            (1...4).contains(exponent.count), exponent.last.map({ $0 & 1 == 1 }) == true, exponent != [1]
        else { return nil }
        // SubjectPublicKeyInfo (RFC 5280, 4.1; RFC 8017, A.1): the library reads it without its own parameter builder.
        let rsaEncryption: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00]
        let numbers = DER.sequence(DER.integer(modulus) + DER.integer(exponent))
        let document = DER.sequence(DER.sequence(rsaEncryption) + DER.bitString(numbers))
        let key = document.withUnsafeBufferPointer { document -> OpaquePointer? in
            var start = document.baseAddress
            return d2i_PUBKEY(nil, &start, document.count)
        }
        guard let key else { return nil }
        self.key = key
    }

    deinit { EVP_PKEY_free(key) }

    /// Whether a signature is this key's on a message.
    func isSignature(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        guard let context = EVP_MD_CTX_new() else { return false }
        defer { EVP_MD_CTX_free(context) }
        return EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
            && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }
}
