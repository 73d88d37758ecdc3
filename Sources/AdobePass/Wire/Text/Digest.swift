import Base
import COpenSSL

/// Digests of a text's UTF-8 bytes, as lower-case hex.
public enum Digest {
    /// MD5, for tracking's user id only; it protects nothing.
    ///
    /// Empty where the crypto library refuses MD5 (FIPS mode).
    public static func md5Hex(_ text: String) -> String {
        hex(text, EVP_md5())
    }

    /// SHA-256.
    public static func sha256Hex(_ text: String) -> String {
        hex(text, EVP_sha256())
    }

    /// How a software statement is named where credentials are kept.
    package static func name(ofStatement statement: Secret) -> String {
        sha256Hex(statement.exposed)
    }

    private static func hex(_ text: String, _ algorithm: OpaquePointer?) -> String {
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var length: UInt32 = 0
        let bytes = Array(text.utf8)
        guard EVP_Digest(bytes, bytes.count, &digest, &length, algorithm, nil) == 1 else { return "" }
        let digits = Array("0123456789abcdef".utf8)
        let characters = digest.prefix(Int(length)).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: characters, as: UTF8.self)
    }
}
