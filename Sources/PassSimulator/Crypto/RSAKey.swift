import COpenSSL

/// A key pair that signs and verifies RS256 (RSASSA-PKCS1-v1_5 with SHA-256).
// @unchecked: libcrypto lets several threads sign and verify with one key that nobody changes.
package final class RSAKey: @unchecked Sendable {
    package let key: OpaquePointer

    /// Makes a new pair of 2048 bits; takes about a tenth of a second.
    /// - Throws: `SimulatorError` when the library refuses.
    package init() throws(SimulatorError) {
        guard let context = EVP_PKEY_CTX_new_from_name(nil, "RSA", nil) else { throw Self.error }
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_CTX_ctrl_str(context, "rsa_keygen_bits", "2048") == 1,
            EVP_PKEY_generate(context, &key) == 1, let key
        else { throw Self.error }
        self.key = key
    }

    deinit { EVP_PKEY_free(key) }

    /// The signature of a message; nil when the library refuses.
    package func signature(of message: [UInt8]) -> [UInt8]? {
        guard let context = EVP_MD_CTX_new() else { return nil }
        defer { EVP_MD_CTX_free(context) }
        var size = 0
        guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
            EVP_DigestSign(context, nil, &size, message, message.count) == 1
        else { return nil }
        var signature = [UInt8](repeating: 0, count: size)
        guard EVP_DigestSign(context, &signature, &size, message, message.count) == 1 else { return nil }
        return Array(signature.prefix(size))
    }

    /// Whether a signature is this key's on a message.
    func isSignature(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        guard let context = EVP_MD_CTX_new() else { return false }
        defer { EVP_MD_CTX_free(context) }
        return EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
            && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }

    private static let error = SimulatorError("No RSA key can be made.")
}

/// The keys of this process's simulators. Shared, since making one costs more than a simulator's whole start; what
/// they sign names its simulator, so nobody accepts another's.
struct Keys: Sendable {
    /// Signs software statements.
    let statement: RSAKey
    /// Signs SAML responses.
    let identity: RSAKey

    private static let made = Result { () throws(SimulatorError) in
        Keys(statement: try RSAKey(), identity: try RSAKey())
    }

    /// The keys, made at first use.
    static func shared() throws(SimulatorError) -> Keys { try made.get() }
}

/// The SHA-256 digest of some bytes.
package func sha256(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil)
    return digest
}
