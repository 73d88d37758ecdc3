import FoundationEssentials

/// Standard base64 with padding, on one line.
func base64(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString()
}

/// Decodes standard base64; nil when it is not exactly what encoding would give.
func decodedBase64(_ text: String) -> [UInt8]? {
    guard let data = Data(base64Encoded: text), data.base64EncodedString() == text else { return nil }
    return Array(data)
}

/// Base64 as JWTs write it: `-` and `_`, no padding (RFC 7515, appendix C).
package func base64URL(_ bytes: [UInt8]) -> String {
    String(
        base64(bytes).filter { $0 != "=" }.map { character in
            switch character {
            case "+": "-"
            case "/": "_"
            default: character
            }
        })
}

/// Decodes base64 as JWTs write it; nil when it is not exactly what encoding would give.
package func decodedBase64URL(_ text: String) -> [UInt8]? {
    var standard = String(
        text.map { character in
            switch character {
            case "-": "+"
            case "_": "/"
            default: character
            }
        })
    standard += String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
    guard let bytes = decodedBase64(standard), base64URL(bytes) == text else { return nil }
    return bytes
}

/// So many bytes from the system's random source.
package func randomBytes(_ count: Int) -> [UInt8] {
    var source = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &source) }
}
