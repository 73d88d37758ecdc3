import COpenSSL
import PassSimulator

/// A key pair on P-256: what a developer account hands out, and what verifies client secrets.
// @unchecked: libcrypto lets several threads verify with one key that nobody changes.
final class ECKey: @unchecked Sendable {
    private let key: OpaquePointer

    /// Makes a new pair.
    init() throws(SimulatorError) {
        let error = SimulatorError("No key on P-256 can be made.")
        guard let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil) else { throw error }
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_CTX_ctrl_str(context, "ec_paramgen_curve", "P-256") == 1,
            EVP_PKEY_generate(context, &key) == 1, let key
        else { throw error }
        self.key = key
    }

    deinit { EVP_PKEY_free(key) }

    /// The private half as a `.p8` file has it; nil when the library refuses.
    var privatePEM: String? {
        guard let memory = BIO_new(BIO_s_mem()) else { return nil }
        defer { BIO_free(memory) }
        guard PEM_write_bio_PKCS8PrivateKey(memory, key, nil, nil, 0, nil, nil) == 1 else { return nil }
        var text = [UInt8](repeating: 0, count: BIO_ctrl_pending(memory))
        guard BIO_read(memory, &text, Int32(text.count)) == text.count else { return nil }
        return String(validating: text, as: UTF8.self)
    }

    /// Whether 64 bytes R and S are this key's signature on a message.
    func isSignature(_ raw: [UInt8], of message: [UInt8]) -> Bool {
        guard raw.count == 64, let context = EVP_MD_CTX_new() else { return false }
        defer { EVP_MD_CTX_free(context) }
        let numbers = Self.integer(raw[..<32]) + Self.integer(raw[32...])
        let signature = [0x30, UInt8(numbers.count)] + numbers
        return EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
            && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }

    private static func integer(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let digits = Array(bytes.drop { $0 == 0 })
        let content = (digits.first.map { $0 & 0x80 != 0 } ?? true) ? [0] + digits : digits
        return [0x02, UInt8(content.count)] + content
    }
}
