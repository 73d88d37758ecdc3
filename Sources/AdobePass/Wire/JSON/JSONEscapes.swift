/// The escapes inside a JSON string (RFC 8259, section 7).
enum JSONEscapes {
    /// The length of the escape that begins at `place` with its backslash; nil if it is none.
    ///
    /// A surrogate that stands alone is none: there is no such character.
    static func length(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> Int? {
        guard place + 1 < bytes.count else { return nil }
        switch bytes[place + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return 2
        case UInt8(ascii: "u"):
            guard let unit = codeUnit(bytes, at: place) else { return nil }
            if !UTF16.isSurrogate(unit) { return 6 }
            guard UTF16.isLeadSurrogate(unit), let next = codeUnit(bytes, at: place + 6) else { return nil }
            return UTF16.isTrailSurrogate(next) ? 12 : nil
        default:
            return nil
        }
    }

    /// The bytes with every escape resolved; `raw` holds none that `length` refuses.
    static func resolved(_ raw: ArraySlice<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(raw.count)
        raw.withUnsafeBufferPointer { raw in
            var place = 0
            while place < raw.count {
                guard raw[place] == UInt8(ascii: "\\"), let length = length(raw, at: place) else {
                    text.append(raw[place])
                    place += 1
                    continue
                }
                append(raw, at: place, length, to: &text)
                place += length
            }
        }
        return text
    }

    private static func append(
        _ raw: UnsafeBufferPointer<UInt8>, at place: Int, _ length: Int, to text: inout [UInt8]
    ) {
        switch raw[place + 1] {
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            let units = stride(from: place, to: place + length, by: 6).compactMap { codeUnit(raw, at: $0) }
            text += String(decoding: units, as: UTF16.self).utf8
        case let byte: text.append(byte)
        }
    }

    /// The UTF-16 code unit of a `\uXXXX` at `place`.
    private static func codeUnit(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> UInt16? {
        guard place + 6 <= bytes.count, bytes[place] == UInt8(ascii: "\\"), bytes[place + 1] == UInt8(ascii: "u")
        else { return nil }
        var unit: UInt16 = 0
        for byte in bytes[(place + 2)..<(place + 6)] {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): unit = unit << 4 | UInt16(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): unit = unit << 4 | UInt16(byte - UInt8(ascii: "a") + 10)
            case UInt8(ascii: "A")...UInt8(ascii: "F"): unit = unit << 4 | UInt16(byte - UInt8(ascii: "A") + 10)
            default: return nil
            }
        }
        return unit
    }
}
