import Base

/// Why a text is no JSON document that can be trusted.
enum JSONError: Error, Hashable {
    /// Not JSON, or not UTF-8, or too deep.
    case malformed
    /// An object has two members of one name.
    case duplicateMember
}

/// Reads RFC 8259 to the letter, with no member twice and no more than 16 levels (choice).
///
/// Foundation's readers keep one of two members of a name without a word, so two programs can see two different tokens.
struct JSONReader {
    private static let deepest = 16

    private let bytes: ArraySlice<UInt8>
    private var position: Int

    /// Reads a whole document.
    static func value(of bytes: some Collection<UInt8>) throws(JSONError) -> JSONValue {
        var reader = JSONReader(ArraySlice(bytes))
        reader.skipBlanks()
        let value = try reader.value(depth: 0)
        reader.skipBlanks()
        guard reader.peek == nil else { throw .malformed }
        return value
    }

    private init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    private var peek: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

    private mutating func next() throws(JSONError) -> UInt8 {
        guard let byte = peek else { throw .malformed }
        position += 1
        return byte
    }

    private mutating func skipBlanks() {
        while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        position += 1
        return true
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        guard depth < Self.deepest else { throw .malformed }
        switch peek {
        case UInt8(ascii: "{"): return .object(try object(depth: depth))
        case UInt8(ascii: "["): return .array(try array(depth: depth))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        for byte in "\(word)".utf8 where try next() != byte { throw .malformed }
        return value
    }

    private mutating func object(depth: Int) throws(JSONError) -> [ExactText: JSONValue] {
        position += 1
        var members: [ExactText: JSONValue] = [:]
        skipBlanks()
        if take(UInt8(ascii: "}")) { return members }
        repeat {
            skipBlanks()
            let name = ExactText(try string())
            skipBlanks()
            guard take(UInt8(ascii: ":")) else { throw .malformed }
            skipBlanks()
            guard members.updateValue(try value(depth: depth + 1), forKey: name) == nil else { throw .duplicateMember }
            skipBlanks()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw .malformed }
        return members
    }

    private mutating func array(depth: Int) throws(JSONError) -> [JSONValue] {
        position += 1
        var values: [JSONValue] = []
        skipBlanks()
        if take(UInt8(ascii: "]")) { return values }
        repeat {
            skipBlanks()
            values.append(try value(depth: depth + 1))
            skipBlanks()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw .malformed }
        return values
    }

    private mutating func number() throws(JSONError) -> JSONValue {
        let start = position
        var isInteger = true
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        if take(UInt8(ascii: ".")) {
            isInteger = false
            try digits()
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            isInteger = false
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if isInteger, let value = Int64(text) { return .integer(value) }
        guard let value = Double(text), value.isFinite else { throw .malformed }
        return .number(value)
    }

    private mutating func digits() throws(JSONError) {
        let start = position
        while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        guard position > start else { throw .malformed }
    }

    private mutating func string() throws(JSONError) -> String {
        guard take(UInt8(ascii: "\"")) else { throw .malformed }
        var text: [UInt8] = []
        while true {
            switch try next() {
            case UInt8(ascii: "\""):
                guard let string = String(validating: text, as: UTF8.self) else { throw .malformed }
                return string
            case UInt8(ascii: "\\"): text += try escaped()
            case let byte where byte < 0x20: throw .malformed
            case let byte: text.append(byte)
            }
        }
    }

    private mutating func escaped() throws(JSONError) -> [UInt8] {
        switch try next() {
        case UInt8(ascii: "\""): return [UInt8(ascii: "\"")]
        case UInt8(ascii: "\\"): return [UInt8(ascii: "\\")]
        case UInt8(ascii: "/"): return [UInt8(ascii: "/")]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"): return try unicode()
        default: throw .malformed
        }
    }

    /// `\uXXXX`, the first two bytes of it taken; half a pair is no character.
    private mutating func unicode() throws(JSONError) -> [UInt8] {
        var code = try codeUnit()
        if (0xD800..<0xDC00).contains(code) {
            guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw .malformed }
            let low = try codeUnit()
            guard (0xDC00..<0xE000).contains(low) else { throw .malformed }
            code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(code) else { throw .malformed }
        return Array(String(Character(scalar)).utf8)
    }

    private mutating func codeUnit() throws(JSONError) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            switch try next() {
            case let byte where (0x30...0x39).contains(byte): code = code << 4 | UInt32(byte - 0x30)
            case let byte where (0x41...0x46).contains(byte): code = code << 4 | UInt32(byte - 0x41 + 10)
            case let byte where (0x61...0x66).contains(byte): code = code << 4 | UInt32(byte - 0x61 + 10)
            default: throw .malformed
            }
        }
        return code
    }
}
