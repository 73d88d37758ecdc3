/// Without blanks and line ends at both ends.
func trimmed(_ text: some StringProtocol) -> String {
    let isBlank: (Character) -> Bool = { $0.isWhitespace }
    guard let first = text.firstIndex(where: { !isBlank($0) }), let last = text.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(text[first...last])
}

/// Whether two ids are the same bytes. `==` would take composed and decomposed letters for equal.
package func isSameID(_ left: String, _ right: String) -> Bool {
    left.utf8.elementsEqual(right.utf8)
}

/// Decodes `%41` and, in queries and forms, `+`; nil when an escape is broken or the bytes are no UTF-8.
func percentDecoded(_ text: String, plusIsSpace: Bool) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8.makeIterator()
    while let byte = rest.next() {
        switch byte {
        case UInt8(ascii: "%"):
            guard let high = rest.next().flatMap(hexValue), let low = rest.next().flatMap(hexValue) else { return nil }
            bytes.append(high << 4 | low)
        case UInt8(ascii: "+") where plusIsSpace:
            bytes.append(UInt8(ascii: " "))
        default:
            bytes.append(byte)
        }
    }
    return String(validating: bytes, as: UTF8.self)
}

/// Encodes everything but RFC 3986's unreserved characters, once.
package func percentEncoded(_ text: String) -> String {
    text.utf8.reduce(into: "") { encoded, byte in
        let isPlain = byte < 128 && (Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber)
        if isPlain || "-._~".utf8.contains(byte) {
            encoded.unicodeScalars.append(UnicodeScalar(byte))
        } else {
            encoded += "%" + hexText([byte]).uppercased()
        }
    }
}

/// Two lower-case hexadecimal digits a byte.
package func hexText(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}

private func hexValue(_ digit: UInt8) -> UInt8? {
    Character(UnicodeScalar(digit)).hexDigitValue.flatMap { digit < 128 ? UInt8($0) : nil }
}
