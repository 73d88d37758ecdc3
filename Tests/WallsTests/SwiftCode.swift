/// Swift source with comments and string contents blanked, line by line: what is left is code.
struct SwiftCode: Sendable {
    let lines: [String]

    init(_ source: String) {
        var scanner = Scanner(source)
        lines = scanner.code().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The modules imported, with their line numbers, whatever attribute, access level or kind stands before them.
    var imports: [(line: Int, module: String)] {
        lines.enumerated().compactMap { index, line in
            guard line.contains("import") else { return nil }
            let pattern =
                /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|private|fileprivate)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias|actor)\s+)?(\w+)/
            guard let match = line.firstMatch(of: pattern) else { return nil }
            return (index + 1, String(match.1))
        }
    }

    /// The lines that hold one of `words` as a whole word.
    func lines(with words: Set<String>) -> [(line: Int, word: String)] {
        lines.enumerated().flatMap { index, line in
            line.split { !($0 == "_" || $0.isLetter || $0.isNumber) }
                .map(String.init).filter(words.contains).map { (index + 1, $0) }
        }
    }

    /// The lines that hold `text`.
    func lines(containing text: String) -> [Int] {
        lines.enumerated().filter { $0.element.contains(text) }.map { $0.offset + 1 }
    }
}

/// Walks over source text once, byte by byte.
private struct Scanner {
    private let bytes: [UInt8]
    private var position = 0
    private var output: [UInt8] = []

    init(_ source: String) {
        bytes = Array(source.utf8)
        output.reserveCapacity(bytes.count)
    }

    mutating func code() -> String {
        while position < bytes.count {
            if starts(with: Self.lineComment) {
                while position < bytes.count, bytes[position] != Self.newline { skip(1) }
            } else if starts(with: Self.commentStart) {
                blankComment()
            } else if let quote = quote() {
                blankString(quote)
            } else {
                output.append(bytes[position])
                position += 1
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static let lineComment = Array("//".utf8)
    private static let commentStart = Array("/*".utf8)
    private static let commentEnd = Array("*/".utf8)
    private static let newline = UInt8(ascii: "\n")
    private static let hash = UInt8(ascii: "#")
    private static let quote = UInt8(ascii: "\"")
    private static let blank = UInt8(ascii: " ")

    private func starts(with text: [UInt8]) -> Bool {
        guard bytes[position] == text[0] else { return false }
        let end = position + text.count
        return end <= bytes.count && bytes[position..<end].elementsEqual(text)
    }

    /// The opening of a string here: hashes and one or three quotes.
    private func quote() -> (hashes: [UInt8], quotes: [UInt8])? {
        guard bytes[position] == Self.quote || bytes[position] == Self.hash else { return nil }
        let hashes = bytes[position...].prefix { $0 == Self.hash }
        let quotes = bytes[(position + hashes.count)...].prefix { $0 == Self.quote }.count
        guard quotes > 0 else { return nil }
        return (Array(hashes), Array(repeating: Self.quote, count: quotes >= 3 ? 3 : 1))
    }

    private mutating func blankString(_ quote: (hashes: [UInt8], quotes: [UInt8])) {
        let end = quote.quotes + quote.hashes
        let escape = [UInt8(ascii: "\\")] + quote.hashes
        skip(end.count, as: Self.quote)
        while position < bytes.count, !starts(with: end) {
            if quote.quotes.count == 1, bytes[position] == Self.newline { return }  // no string at all, such as /"/
            skip(starts(with: escape) ? escape.count + 1 : 1)
        }
        skip(end.count, as: Self.quote)
    }

    private mutating func blankComment() {
        var depth = 0
        repeat {
            if starts(with: Self.commentStart) {
                depth += 1
                skip(2)
            } else if starts(with: Self.commentEnd) {
                depth -= 1
                skip(2)
            } else {
                skip(1)
            }
        } while depth > 0 && position < bytes.count
    }

    private mutating func skip(_ count: Int, as replacement: UInt8 = blank) {
        for _ in 0..<min(count, bytes.count - position) {
            output.append(bytes[position] == Self.newline ? Self.newline : replacement)
            position += 1
        }
    }
}
