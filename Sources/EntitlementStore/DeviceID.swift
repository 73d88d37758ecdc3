internal import Base

/// What a device id looks like.
enum DeviceID {
    /// 32 random bytes in lower-case hexadecimal.
    static func make() -> String {
        var random = SystemRandomNumberGenerator()
        return hexadecimal((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) })
    }

    /// Whether a stored text can serve: not empty, not blank, not huge, no control characters.
    static func isUsable(_ text: String) -> Bool {
        text.utf8.count <= 256
            && !text.allSatisfy(\.isWhitespace)
            && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}

/// Two lower-case digits a byte.
func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
        let digits = String(byte, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
    }.joined()
}
