/// Reads one HTTP/1.1 request, as far as a form needs it.
struct RedirectRequestReader {
    /// What came.
    struct Request {
        var method: String
        var path: String
        var host: String?
        var isForm: Bool
        var body: [UInt8]
    }

    private enum Progress {
        case head
        case body(Request, length: Int)
        case done(Request)
        case broken
    }

    private static let largestHead = 16 << 10
    private var bytes: [UInt8] = []
    private var progress = Progress.head

    /// Whether nothing more is to be read.
    var isComplete: Bool {
        switch progress {
        case .head, .body: false
        case .done, .broken: true
        }
    }

    /// The request; nil when what came is none that is taken.
    var request: Request? {
        if case .done(let request) = progress { request } else { nil }
    }

    /// Takes what came next.
    mutating func take(_ more: some Sequence<UInt8>) {
        bytes += more
        if case .head = progress { readHead() }
        if case .body(var request, let length) = progress, bytes.count >= length {
            request.body = Array(bytes.prefix(length))
            progress = .done(request)
        }
    }

    private mutating func readHead() {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else {
            if bytes.count > Self.largestHead { progress = .broken }
            return
        }
        guard end.lowerBound <= Self.largestHead,
            let head = String(validating: bytes[..<end.lowerBound], as: UTF8.self),
            let (request, length) = Self.head(head)
        else {
            progress = .broken
            return
        }
        bytes.removeFirst(end.upperBound)
        progress = .body(request, length: length)
    }

    private static func head(_ text: String) -> (Request, length: Int)? {
        // By bytes: to Swift a carriage return and a line feed are one character.
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { Substring($0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0) }
        let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[2].hasPrefix("HTTP/1.") else { return nil }
        guard let fields = fields(lines.dropFirst()) else { return nil }
        // Digits alone: `Int` would take a sign, too.
        let length = fields["content-length"].map { $0.allSatisfy(\.isASCIIDigit) ? Int($0) ?? -1 : -1 } ?? 0
        guard (0...RedirectReply.largest).contains(length), fields["transfer-encoding"] == nil else { return nil }
        let type = fields["content-type"]?.split(separator: ";").first.map { trimmed($0).lowercased() }
        let request = Request(
            method: String(words[0]), path: String(words[1]), host: fields["host"],
            isForm: type == "application/x-www-form-urlencoded", body: [])
        return (request, length)
    }

    /// The header fields, names in lower case; nil when a line is none, or one that decides stands twice: what two of them
    /// mean is anybody's guess.
    private static func fields(_ lines: ArraySlice<Substring>) -> [String: String]? {
        var fields: [String: String] = [:]
        for line in lines {
            guard let colon = line.firstIndex(of: ":"), colon != line.startIndex else { return nil }
            let name = line[..<colon].lowercased()
            guard !name.contains(where: \.isWhitespace) else { return nil }
            let former = fields.updateValue(trimmed(line[line.index(after: colon)...]), forKey: name)
            if former != nil, deciding.contains(name) { return nil }
        }
        return fields
    }

    private static let deciding: Set = ["host", "content-length", "content-type", "transfer-encoding"]

    /// Without the blanks that may stand around a value (RFC 9110, 5.5).
    private static func trimmed(_ text: Substring) -> String {
        func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
        return String(text.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) && isASCII }
}
