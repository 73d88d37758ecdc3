#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Writes messages to standard error with the prefix `[AccessEnabler]`; debug messages only when asked.
public struct StandardErrorLog: LogSink {
    private let threshold: LogLevel

    /// Logs messages of this level and above.
    public init(from threshold: LogLevel = .error) {
        self.threshold = threshold
    }

    /// Writes one line; line breaks in the message are folded so that nobody can forge one.
    public func log(_ level: LogLevel, category: String, _ message: @autoclosure () -> String) {
        guard level >= threshold else { return }
        let text = String(message().map { $0.isNewline ? " " : $0 })
        let line = "[AccessEnabler] \(level == .error ? "error" : "debug") \(category): \(text)\n"
        line.withCString { pointer in
            _ = write(STDERR_FILENO, pointer, strlen(pointer))
        }
    }
}
