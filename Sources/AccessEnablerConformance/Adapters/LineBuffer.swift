/// Cuts what arrives into lines.
struct LineBuffer {
    /// The longest line, in bytes.
    static let limit = 4 << 20

    private var rest: [UInt8] = []

    /// What came after the last line end.
    var isEmpty: Bool { rest.isEmpty }

    /// The beginning of what came after the last line end, for people.
    var beginning: String { Self.shown(rest) }

    /// Takes bytes; gives the lines they complete, without their ends. Nil = a line is too long.
    mutating func take(_ bytes: some Collection<UInt8>) -> [[UInt8]]? {
        var lines: [[UInt8]] = []
        var bytes = bytes[...]
        while let end = bytes.firstIndex(of: 0x0A) {
            rest += bytes[..<end]
            guard rest.count <= Self.limit else { return nil }
            lines.append(rest)
            rest = []
            bytes = bytes[bytes.index(after: end)...]
        }
        rest += bytes
        return rest.count <= Self.limit ? lines : nil
    }

    /// The beginning of a line, for people: what is no text shows as such.
    static func shown(_ line: [UInt8]) -> String {
        let text = String(decoding: line.prefix(160), as: UTF8.self)
        let visible = text.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : String($0) }
        return visible.joined() + (line.count > 160 ? "…" : "")
    }
}
