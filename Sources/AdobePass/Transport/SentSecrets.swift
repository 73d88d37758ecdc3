import Base

/// The secrets of a request, for which its answer's texts are looked through: services echo what they were sent (T12).
struct SentSecrets: Sendable {
    /// What is short enough to stand in an ordinary word by chance is not looked for.
    private static let shortest = 8

    private let secrets: [[UInt8]]

    init(_ secrets: [Secret]) {
        self.secrets = secrets.map { Self.written($0.exposed) }.filter { $0.count >= Self.shortest }
    }

    /// Whether none of them stands in the text, and none begins at its end: a text is cut at its limit.
    ///
    /// White space does not count, since texts have theirs tidied.
    func areMissing(in text: String) -> Bool {
        let text = Self.written(text)
        return !secrets.contains { secret in
            text.indices.contains { start in
                let rest = text[start...].prefix(secret.count)
                return rest.count >= Self.shortest && secret.starts(with: rest)
            }
        }
    }

    private static func written(_ text: String) -> [UInt8] {
        Array(String(text.filter { !$0.isWhitespace }).utf8)
    }
}
