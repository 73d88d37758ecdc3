public import Base

/// Keeps every message instead of writing it.
public struct RecordingLog: LogSink {
    /// One message.
    public struct Message: Sendable, Hashable {
        /// How much it matters.
        public var level: LogLevel
        /// Where it comes from.
        public var category: String
        /// What it says.
        public var text: String
    }

    private let record = Recorder<Message>()

    /// An empty log.
    public init() {}

    /// All messages so far, in order.
    public var messages: [Message] { record.values }

    /// All texts so far, a line each: for looking for what must not be there.
    public var text: String { messages.map(\.text).joined(separator: "\n") }

    /// Keeps the message.
    public func log(_ level: LogLevel, category: String, _ message: @autoclosure () -> String) {
        record.add(Message(level: level, category: category, text: message()))
    }

    /// Returns once at least `count` messages have come.
    public func wait(for count: Int) async {
        await record.wait(for: count)
    }
}
