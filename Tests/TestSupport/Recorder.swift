import Base

/// Values in the order in which they came, and waiting until enough have come.
public final class Recorder<Value: Sendable>: Sendable {
    private let record = Lock([Value]())
    private let counter = Counter()

    /// An empty record.
    public init() {}

    /// What has come so far.
    public var values: [Value] { record.withLock { $0 } }

    /// How many have come so far.
    public var count: Int { record.withLock { $0.count } }

    /// Adds a value.
    public func add(_ value: Value) {
        record.withLock { $0.append(value) }
        counter.add()
    }

    /// Returns once at least `count` values have come.
    public func wait(for count: Int) async { await counter.wait(for: count) }
}
