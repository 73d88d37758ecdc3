import COpenSSL
import Foundation

@testable import AuthenticationServices

/// A key pair of an issuer, which signs whatever it is given.
// @unchecked: libcrypto lets several threads sign with one key that nobody changes.
final class SigningKey: @unchecked Sendable {
    let id: String
    private let key: OpaquePointer

    /// Made once for all tests, since making takes a tenth of a second each.
    static let first = SigningKey(id: "ABCDEF1234")
    static let second = SigningKey(id: "ZYXWVU9876")
    static let stranger = SigningKey(id: "ABCDEF1234")
    static let short = SigningKey(id: "SHORT", bits: "1024")

    init(id: String, bits: String = "2048") {
        self.id = id
        let context = EVP_PKEY_CTX_new_from_name(nil, "RSA", nil)
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        precondition(EVP_PKEY_keygen_init(context) == 1 && EVP_PKEY_CTX_ctrl_str(context, "rsa_keygen_bits", bits) == 1)
        precondition(EVP_PKEY_generate(context, &key) == 1)
        guard let key else { preconditionFailure("no key") }
        self.key = key
    }

    deinit { EVP_PKEY_free(key) }

    func signature(of message: [UInt8]) -> [UInt8] {
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        var size = 0
        precondition(EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1)
        precondition(EVP_DigestSign(context, nil, &size, message, message.count) == 1)
        var signature = [UInt8](repeating: 0, count: size)
        precondition(EVP_DigestSign(context, &signature, &size, message, message.count) == 1)
        return Array(signature.prefix(size))
    }

    var modulus: [UInt8] { number("n") }
    var exponent: [UInt8] { number("e") }

    private func number(_ name: String) -> [UInt8] {
        var number: OpaquePointer?
        precondition(EVP_PKEY_get_bn_param(key, name, &number) == 1)
        defer { BN_free(number) }
        var bytes = [UInt8](repeating: 0, count: Int(BN_num_bits(number) + 7) / 8)
        BN_bn2bin(number, &bytes)
        return bytes
    }

    /// The public half as a JWK.
    var jwk: String { jwk(id: id) }

    func jwk(id: String) -> String {
        """
        {"kty":"RSA","kid":"\(id)","use":"sig","alg":"RS256",\
        "n":"\(Base64URL.text(modulus))","e":"\(Base64URL.text(exponent))"}
        """
    }

    /// The public half as PEM: what a confused verifier takes for an HMAC secret.
    var publicPEM: String {
        let memory = BIO_new(BIO_s_mem())
        defer { BIO_free(memory) }
        precondition(PEM_write_bio_PUBKEY(memory, key) == 1)
        var text = [UInt8](repeating: 0, count: BIO_ctrl_pending(memory))
        precondition(BIO_read(memory, &text, Int32(text.count)) == text.count)
        return String(decoding: text, as: UTF8.self)
    }
}
