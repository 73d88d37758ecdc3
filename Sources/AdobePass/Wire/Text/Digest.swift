import Base
import COpenSSL

/// Digests of a text's UTF-8 bytes, as lower-case hex.
public enum Digest {
    /// MD5, for tracking's user id only; it protects nothing.
    ///
    /// Empty where the crypto library refuses MD5 (FIPS mode).
    public static func md5Hex(_ text: String) -> String {
        md5.map { hex(text, $0.pointer) } ?? ""
    }

    /// SHA-256.
    public static func sha256Hex(_ text: String) -> String {
        sha256.map { hex(text, $0.pointer) } ?? ""
    }

    /// How a software statement is named where credentials are kept.
    package static func name(ofStatement statement: Secret) -> String {
        sha256Hex(statement.exposed)
    }

    /// An algorithm of the crypto library.
    // @unchecked: never changed once fetched, and never freed.
    private struct Algorithm: @unchecked Sendable {
        let pointer: OpaquePointer

        /// Looks for it, which takes longer than a digest; nil where the library refuses it.
        init?(_ name: String) {
            guard let found = EVP_MD_fetch(nil, name, nil) else { return nil }
            pointer = found
        }
    }

    private static let md5 = Algorithm("MD5")
    private static let sha256 = Algorithm("SHA256")

    private static func hex(_ text: String, _ algorithm: OpaquePointer) -> String {
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var length: UInt32 = 0
        let bytes = Array(text.utf8)
        guard EVP_Digest(bytes, bytes.count, &digest, &length, algorithm, nil) == 1 else { return "" }
        var characters: [UInt8] = []
        characters.reserveCapacity(2 * Int(length))
        for byte in digest.prefix(Int(length)) {
            characters.append(digit(byte >> 4))
            characters.append(digit(byte & 15))
        }
        return String(decoding: characters, as: UTF8.self)
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
