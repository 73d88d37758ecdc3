import COpenSSL

/// A key on P-256 that signs ES256, as developer accounts hand it out in a `.p8` file.
// @unchecked: libcrypto lets several threads sign with one key that nobody changes.
final class ECPrivateKey: @unchecked Sendable {
    private let key: OpaquePointer

    /// The key of a PEM document (PKCS #8, not encrypted); nil when it is none, or on another curve.
    init?(pem: Secret) {
        var text = pem.exposed
        let key = text.withUTF8 { bytes -> OpaquePointer? in
            guard let memory = BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: bytes.count)) else { return nil }
            defer { BIO_free(memory) }
            // The library's own callback would ask for a passphrase at the terminal.
            return PEM_read_bio_PrivateKey(memory, nil, { _, _, _, _ in -1 }, nil)
        }
        guard let key else { return nil }
        self.key = key
        var (curve, size) = ([CChar](repeating: 0, count: 64), 0)
        guard EVP_PKEY_get_utf8_string_param(key, "group", &curve, curve.count, &size) == 1,
            String(decoding: curve.prefix(size).map(UInt8.init(bitPattern:)), as: UTF8.self) == "prime256v1"
        else { return nil }
    }

    deinit { EVP_PKEY_free(key) }

    /// The signature of a message as JWS writes it: R and S, 32 bytes each (RFC 7518, 3.4). Nil when the library refuses.
    func signature(of message: [UInt8]) -> [UInt8]? {
        guard let context = EVP_MD_CTX_new() else { return nil }
        defer { EVP_MD_CTX_free(context) }
        var size = 0
        guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
            EVP_DigestSign(context, nil, &size, message, message.count) == 1
        else { return nil }
        var signature = [UInt8](repeating: 0, count: size)
        guard EVP_DigestSign(context, &signature, &size, message, message.count) == 1 else { return nil }
        return DER.rawSignature(Array(signature.prefix(size)), size: 32)
    }
}
