import Base

/// Values in the order in which they came, and waiting until enough have come.
public final class Recorder<Value: Sendable>: Sendable {
    private struct State {
        var values: [Value] = []
        var watchers: [(count: Int, gate: Gate)] = []
    }

    private let state = Lock(State())

    /// An empty record.
    public init() {}

    /// What has come so far.
    public var values: [Value] { state.withLock { $0.values } }

    /// How many have come so far.
    public var count: Int { state.withLock { $0.values.count } }

    /// Adds a value.
    public func add(_ value: Value) {
        let reached = state.withLock { state -> [Gate] in
            state.values.append(value)
            let count = state.values.count
            let reached = state.watchers.filter { $0.count <= count }.map(\.gate)
            state.watchers.removeAll { $0.count <= count }
            return reached
        }
        for gate in reached { gate.open() }
    }

    /// Returns once at least `count` values have come.
    public func wait(for count: Int) async {
        let gate = Gate()
        let isReached = state.withLock { state in
            if state.values.count >= count { return true }
            state.watchers.append((count, gate))
            return false
        }
        if !isReached { await gate.wait() }
    }
}
