#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Writes messages to standard error with a prefix, `[AccessEnabler]` for the SDK; debug messages only when asked.
public struct StandardErrorLog: LogSink {
    private let prefix: String
    private let threshold: LogLevel
    private let descriptor: Int32

    /// Logs messages of this level and above, with this name in brackets before each.
    public init(from threshold: LogLevel = .error, prefix: String = "AccessEnabler") {
        self.init(from: threshold, to: STDERR_FILENO, prefix: prefix)
    }

    init(from threshold: LogLevel, to descriptor: Int32, prefix: String = "AccessEnabler") {
        self.prefix = prefix
        self.threshold = threshold
        self.descriptor = descriptor
    }

    /// Writes one line; line breaks and control characters in the message are folded to spaces so that nobody can forge
    /// a line or reach the terminal.
    ///
    /// A message that cannot be written is lost: logging never fails its caller.
    public func log(_ level: LogLevel, category: String, _ message: @autoclosure () -> String) {
        guard level >= threshold else { return }
        try? WholeText.write(Self.line(level, category, message(), prefix: prefix), to: descriptor)
    }

    static func line(
        _ level: LogLevel, _ category: String, _ message: String, prefix: String = "AccessEnabler"
    ) -> String {
        "[\(prefix)] \(level == .error ? "error" : "debug") \(folded(category)): \(folded(message))\n"
    }

    private static func folded(_ text: String) -> String {
        var folded = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: folded.append(" ")
            default: folded.append(scalar)
            }
        }
        return String(folded)
    }
}
