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
        // Bytes, not characters: a head comes with every answer.
        let line = Self.withoutEnd(Array(line))
        if expectsStatusLine, line.starts(with: "HTTP/".utf8) {
            expectsStatusLine = false
            let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
            status = words.count > 1 ? Int(Self.text(words[1])) ?? 0 : 0
            fields = []
        } else if line.isEmpty {
            isComplete = status >= 200
            expectsStatusLine = !isComplete
        } else if Self.isBlank(line[0]) {
            if let last = fields.indices.last { fields[last].value += " " + Self.text(Self.trimmed(line)) }
        } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
            fields.append((Self.text(line[..<colon]), Self.text(Self.trimmed(line[(colon + 1)...]))))
        }
        return true
    }

    private static func withoutEnd(_ line: [UInt8]) -> ArraySlice<UInt8> {
        var line = line[...]
        while let last = line.last, last == 0x0A || last == 0x0D { line.removeLast() }
        return line
    }

    /// UTF-8, or Latin-1 when it is not: nothing of a field is lost.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(validating: bytes, as: UTF8.self) ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes = bytes.drop(while: isBlank)
        while let last = bytes.last, isBlank(last) { bytes.removeLast() }
        return bytes
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
