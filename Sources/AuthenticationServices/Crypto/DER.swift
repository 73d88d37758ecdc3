/// The few ASN.1 shapes two keys and a signature need.
enum DER {
    /// A sequence of what is encoded already.
    static func sequence(_ content: [UInt8]) -> [UInt8] { [0x30] + length(content.count) + content }

    /// A whole bit string.
    static func bitString(_ content: [UInt8]) -> [UInt8] { [0x03] + length(content.count + 1) + [0] + content }

    /// A positive integer from its bytes, the highest first, without zeros before.
    static func integer(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let isNegativeLooking = bytes.first.map { $0 & 0x80 != 0 } ?? true
        let content = (isNegativeLooking ? [0] : []) + bytes
        return [0x02] + length(content.count) + content
    }

    /// The two integers of `SEQUENCE { r INTEGER, s INTEGER }` side by side, each filled up to `size` bytes: an ECDSA
    /// signature as JWS writes it (RFC 7518, 3.4). Nil for anything else.
    static func rawSignature(_ document: [UInt8], size: Int) -> [UInt8]? {
        guard document.count >= 2, document[0] == 0x30, Int(document[1]) == document.count - 2 else { return nil }
        var rest = document.dropFirst(2)
        var raw: [UInt8] = []
        for _ in 0..<2 {
            guard rest.popFirst() == 0x02, let count = rest.popFirst(), count < 0x80, rest.count >= Int(count)
            else { return nil }
            let digits = rest.prefix(Int(count)).drop { $0 == 0 }
            guard digits.count <= size else { return nil }
            raw += [UInt8](repeating: 0, count: size - digits.count) + digits
            rest = rest.dropFirst(Int(count))
        }
        return rest.isEmpty ? raw : nil
    }

    private static func length(_ count: Int) -> [UInt8] {
        if count < 0x80 { return [UInt8(count)] }
        let bytes = withUnsafeBytes(of: count.bigEndian) { Array($0.drop { $0 == 0 }) }
        return [0x80 | UInt8(bytes.count)] + bytes
    }
}
