/// Collects the status line and header fields of an answer, line by line as they arrive.
struct ResponseHead {
    /// The status of the last status line; 0 before the first.
    private(set) var status = 0
    /// The fields, in order.
    private(set) var fields: [(name: String, value: String)] = []
    /// Whether the blank line after the final status' fields has arrived.
    private(set) var isComplete = false
    private var size = 0
    /// The next line begins an answer: the first one, and the one after an interim answer's blank line.
    private var expectsStatusLine = true

    /// The most bytes taken.
    ///
    /// Choice: 256 KiB.
    static let limit = 256 << 10

    /// Takes one line with its line end.
    ///
    /// False when the head is larger than `limit`.
    ///
    /// Interim answers (1xx) are forgotten when the next status line comes; trailers after the body are ignored.
    mutating func take(_ line: some Collection<UInt8>) -> Bool {
        size += line.count
        guard size <= Self.limit else { return false }
        guard !isComplete else { return true }
        let text = Self.text(line)
        if expectsStatusLine, text.hasPrefix("HTTP/") {
            expectsStatusLine = false
            let words = text.split(separator: " ", maxSplits: 2)
            status = words.count > 1 ? Int(words[1]) ?? 0 : 0
            fields = []
        } else if text.isEmpty {
            isComplete = status >= 200
            expectsStatusLine = !isComplete
        } else if text.first == " " || text.first == "\t" {
            if let last = fields.indices.last { fields[last].value += " " + Self.trimmed(text[...]) }
        } else if let colon = text.firstIndex(of: ":") {
            fields.append((String(text[..<colon]), Self.trimmed(text[text.index(after: colon)...])))
        }
        return true
    }

    /// UTF-8, or Latin-1 when it is not: nothing of a field is lost.
    private static func text(_ line: some Collection<UInt8>) -> String {
        var bytes = Array(line)
        while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
        return String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return String(text)
    }
}
