/// Whether a text is one well-formed element, as far as an MRSS fragment needs: tags, attributes, references, comments,
/// CDATA. A document type is refused.
struct XMLCheck {
    private var rest: ArraySlice<UInt8>
    private var open: [[UInt8]] = []
    private var hasRoot = false

    /// Whether the text is well-formed.
    static func isWellFormed(_ text: String) -> Bool {
        var check = XMLCheck(rest: Array(text.utf8)[...])
        while !check.rest.isEmpty {
            guard check.takeText(), check.rest.isEmpty || check.takeMarkup() else { return false }
        }
        return check.hasRoot && check.open.isEmpty
    }

    private init(rest: ArraySlice<UInt8>) { self.rest = rest }

    /// Text up to the next tag; outside of the root only blanks.
    private mutating func takeText() -> Bool {
        let text = rest.prefix { $0 != UInt8(ascii: "<") }
        rest = rest.dropFirst(text.count)
        return open.isEmpty ? text.allSatisfy(Self.isBlank) : Self.hasSoundReferences(text)
    }

    private mutating func takeMarkup() -> Bool {
        if rest.starts(with: "<!--".utf8) { return skip(past: "-->") }
        if rest.starts(with: "<?".utf8) { return skip(past: "?>") }
        if rest.starts(with: "<![CDATA[".utf8) { return !open.isEmpty && skip(past: "]]>") }
        guard let tag = takeTag() else { return false }
        if tag.first == UInt8(ascii: "/") {
            let name = Array(tag.dropFirst().prefix { !Self.isBlank($0) })
            return tag.dropFirst(1 + name.count).allSatisfy(Self.isBlank) && open.popLast() == name
        }
        if open.isEmpty, hasRoot { return false }
        hasRoot = true
        let isEmpty = tag.last == UInt8(ascii: "/")
        let content = isEmpty ? tag.dropLast() : tag
        let name = Array(content.prefix { !Self.isBlank($0) })
        guard let first = name.first, Self.beginsName(first), Self.areAttributes(content.dropFirst(name.count)) else {
            return false
        }
        if !isEmpty { open.append(name) }
        return true
    }

    /// What stands between `<` and the `>` that is not in quotes; nil when there is none.
    private mutating func takeTag() -> ArraySlice<UInt8>? {
        var quote: UInt8?
        for index in rest.indices.dropFirst() {
            let byte = rest[index]
            if byte == quote {
                quote = nil
            } else if quote == nil {
                switch byte {
                case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
                case UInt8(ascii: "<"): return nil
                case UInt8(ascii: ">"):
                    let tag = rest[(rest.startIndex + 1)..<index]
                    rest = rest[(index + 1)...]
                    return tag
                default: break
                }
            }
        }
        return nil
    }

    private mutating func skip(past end: String) -> Bool {
        let end = Array(end.utf8)
        var here = rest
        while !here.isEmpty {
            if here.starts(with: end) {
                rest = here.dropFirst(end.count)
                return true
            }
            here = here.dropFirst()
        }
        return false
    }

    /// ` name="value"`, any number of them.
    private static func areAttributes(_ text: ArraySlice<UInt8>) -> Bool {
        var rest = text
        while true {
            let blanks = rest.prefix(while: isBlank)
            rest = rest.dropFirst(blanks.count)
            if rest.isEmpty { return true }
            let name = rest.prefix { $0 != UInt8(ascii: "=") && !isBlank($0) }
            rest = rest.dropFirst(name.count).drop(while: isBlank)
            guard !blanks.isEmpty, let first = name.first, beginsName(first), rest.first == UInt8(ascii: "=") else {
                return false
            }
            rest = rest.dropFirst().drop(while: isBlank)
            guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
                return false
            }
            let value = rest.dropFirst().prefix { $0 != quote }
            rest = rest.dropFirst(1 + value.count)
            guard rest.first == quote, hasSoundReferences(value), !value.contains(UInt8(ascii: "<")) else {
                return false
            }
            rest = rest.dropFirst()
        }
    }

    /// Every `&` begins one of the five names or a number.
    private static func hasSoundReferences(_ text: ArraySlice<UInt8>) -> Bool {
        text.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).dropFirst().allSatisfy { part in
            let name = part.prefix { $0 != UInt8(ascii: ";") }
            guard name.count < part.count else { return false }
            if ["amp", "lt", "gt", "quot", "apos"].contains(where: { name.elementsEqual($0.utf8) }) { return true }
            guard name.first == UInt8(ascii: "#") else { return false }
            let digits = name.dropFirst()
            let isHex = digits.first == UInt8(ascii: "x")
            let number = String(decoding: isHex ? digits.dropFirst() : digits, as: UTF8.self)
            return UInt32(number, radix: isHex ? 16 : 10).flatMap(Unicode.Scalar.init) != nil
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    private static func beginsName(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
