import COpenSSL

/// The key pair of the programmer, with whose public half the service encrypts user metadata.
///
/// One for all simulators of a process, made when first needed.
enum ProgrammerKey {
    private static let key = try? RSAKey()

    /// A text as encrypted user metadata is sent: RSA (PKCS #1 v1.5) in blocks, then base64; nil when the library
    /// refuses.
    static func sealed(_ text: String) -> String? {
        guard let key else { return nil }
        var (sealed, rest) = ([UInt8](), Array(text.utf8)[...])
        repeat {
            guard let block = key.encrypted(Array(rest.prefix(RSAKey.longestMessage))) else { return nil }
            sealed += block
            rest = rest.dropFirst(RSAKey.longestMessage)
        } while !rest.isEmpty
        return base64(sealed)
    }

    /// The private half as PEM (PKCS #8); nil when the library refuses.
    static var pem: String? { key?.privatePEM }
}

extension RSAKey {
    /// How many bytes one block of 2048 bits holds beside its padding.
    static let longestMessage = 245

    /// A block only the private half can read.
    func encrypted(_ message: [UInt8]) -> [UInt8]? {
        guard let context = EVP_PKEY_CTX_new(key, nil) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        var block = [UInt8](repeating: 0, count: 256)
        var size = block.count
        // PKCS #1 v1.5 is the library's padding when none is named.
        guard EVP_PKEY_encrypt_init(context) == 1,
            EVP_PKEY_encrypt(context, &block, &size, message, message.count) == 1
        else { return nil }
        return Array(block.prefix(size))
    }

    /// PKCS #8, not encrypted.
    var privatePEM: String? {
        guard let memory = BIO_new(BIO_s_mem()) else { return nil }
        defer { BIO_free(memory) }
        guard PEM_write_bio_PKCS8PrivateKey(memory, key, nil, nil, 0, nil, nil) == 1 else { return nil }
        var text = [UInt8](repeating: 0, count: BIO_ctrl_pending(memory))
        guard BIO_read(memory, &text, Int32(text.count)) == text.count else { return nil }
        return String(validating: text, as: UTF8.self)
    }
}
