/// Where log messages go. Messages never hold a secret.
///
/// Source: "iOS/tvOS SDK API Reference", logging (prefix, categories debug and error); injected: choice.
public protocol LogSink: Sendable {
    /// Takes one message. Called from any thread; must not call back into the SDK.
    func log(_ level: LogLevel, category: String, _ message: @autoclosure () -> String)
}

/// How much a message matters.
public enum LogLevel: Int, Sendable, Comparable, Hashable {
    /// What the SDK does, for its engineers. Off by default.
    case debug
    /// What went wrong.
    case error

    /// Orders by weight.
    public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue < right.rawValue }
}
