import FoundationEssentials

extension JSONDocument {
    /// Reads a complete JSON document, valid UTF-8 (RFC 8259, read strictly).
    init(_ json: Data) throws(UnreadableAnswer) {
        let bytes = [UInt8](json)
        let (entries, refusal) = bytes.withUnsafeBufferPointer { bytes -> ([Entry]?, String) in
            var scanner = JSONScanner(bytes)
            return (scanner.document(), scanner.refusal)
        }
        guard let entries else { throw UnreadableAnswer(refusal) }
        self.init(entries: entries, bytes: bytes)
    }
}

/// Reads JSON into the entries of a `JSONDocument`; each method tells whether what is due stood there.
private struct JSONScanner {
    /// Choice, as for XML: 1,000 MVPDs have some 13,000.
    private static let entryLimit = 500_000

    /// Why the document is refused, if it is; where would quote it.
    private(set) var refusal = "the JSON is malformed"
    private let bytes: UnsafeBufferPointer<UInt8>
    private var place = 0
    private var depth = 0
    private var entries: [JSONDocument.Entry] = []

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        entries.reserveCapacity(bytes.count / 24)
    }

    /// The entries of the one value there is, or nil.
    mutating func document() -> [JSONDocument.Entry]? {
        guard bytes.count <= Int(Int32.max), value(named: JSONDocument.Piece()) else { return nil }
        skipSpace()
        return place == bytes.count ? entries : nil
    }

    private mutating func value(named name: JSONDocument.Piece) -> Bool {
        skipSpace()
        guard place < bytes.count else { return false }
        if entries.count >= Self.entryLimit { return refuse("JSON with more than \(Self.entryLimit) values") }
        switch bytes[place] {
        case UInt8(ascii: "\""):
            guard let text = string() else { return false }
            return add(.string, name, text)
        case UInt8(ascii: "{"): return container(.object, name, until: UInt8(ascii: "}"))
        case UInt8(ascii: "["): return container(.array, name, until: UInt8(ascii: "]"))
        case UInt8(ascii: "t"): return word("true") && add(.isTrue, name)
        case UInt8(ascii: "f"): return word("false") && add(.isFalse, name)
        case UInt8(ascii: "n"): return word("null") && add(.null, name)
        default:
            let start = place
            guard number() else { return false }
            return add(.number, name, piece(from: start))
        }
    }

    private mutating func container(
        _ kind: JSONDocument.Kind, _ name: JSONDocument.Piece, until closing: UInt8
    ) -> Bool {
        depth += 1
        defer { depth -= 1 }
        if depth > JSONDepth.limit { return refuse("JSON deeper than \(JSONDepth.limit) levels") }
        place += 1
        let index = entries.count
        entries.append(JSONDocument.Entry(kind: kind, name: name))
        skipSpace()
        if !takes(closing) {
            repeat {
                guard let name = kind == .object ? memberName() : JSONDocument.Piece(), value(named: name) else {
                    return false
                }
                skipSpace()
            } while takes(UInt8(ascii: ","))
            guard takes(closing) else { return false }
        }
        entries[index].end = Int32(entries.count)
        return true
    }

    /// A name and the colon behind it.
    private mutating func memberName() -> JSONDocument.Piece? {
        skipSpace()
        guard place < bytes.count, bytes[place] == UInt8(ascii: "\""), let name = string() else { return nil }
        skipSpace()
        return takes(UInt8(ascii: ":")) ? name : nil
    }

    /// A string, at its opening quote.
    private mutating func string() -> JSONDocument.Piece? {
        place += 1
        let start = place
        var isEscaped = false
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\""):
                defer { place += 1 }
                return piece(from: start, isEscaped: isEscaped)
            case UInt8(ascii: "\\"):
                guard let length = JSONEscapes.length(bytes, at: place) else { return nil }
                isEscaped = true
                place += length
            case 0..<0x20: return nil
            default: place += 1
            }
        }
        return nil
    }

    private mutating func number() -> Bool {
        _ = takes(UInt8(ascii: "-"))
        if !takes(UInt8(ascii: "0")), !digits() { return false }
        if takes(UInt8(ascii: ".")), !digits() { return false }
        if takes(UInt8(ascii: "e")) || takes(UInt8(ascii: "E")) {
            if !takes(UInt8(ascii: "+")) { _ = takes(UInt8(ascii: "-")) }
            return digits()
        }
        return true
    }

    /// One digit at least.
    private mutating func digits() -> Bool {
        let start = place
        while place < bytes.count, bytes[place].isASCIIDigit { place += 1 }
        return place > start
    }

    private mutating func word(_ word: StaticString) -> Bool {
        let end = place + word.utf8CodeUnitCount
        guard end <= bytes.count else { return false }
        for offset in 0..<word.utf8CodeUnitCount where bytes[place + offset] != word.utf8Start[offset] { return false }
        place = end
        return true
    }

    private mutating func takes(_ byte: UInt8) -> Bool {
        guard place < bytes.count, bytes[place] == byte else { return false }
        place += 1
        return true
    }

    private mutating func skipSpace() {
        while place < bytes.count {
            switch bytes[place] {
            case 0x20, 0x0A, 0x0D, 0x09: place += 1
            default: return
            }
        }
    }

    private mutating func add(
        _ kind: JSONDocument.Kind, _ name: JSONDocument.Piece, _ text: JSONDocument.Piece = JSONDocument.Piece()
    ) -> Bool {
        entries.append(JSONDocument.Entry(kind: kind, name: name, text: text, end: Int32(entries.count + 1)))
        return true
    }

    private mutating func refuse(_ reason: String) -> Bool {
        refusal = reason
        return false
    }

    private func piece(from start: Int, isEscaped: Bool = false) -> JSONDocument.Piece {
        JSONDocument.Piece(start: Int32(start), end: Int32(place), isEscaped: isEscaped)
    }
}
