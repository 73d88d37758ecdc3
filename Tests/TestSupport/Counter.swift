import Base

/// A number that only grows, and waiting until it has grown that far.
public final class Counter: Sendable {
    private struct State {
        var value = 0
        var watchers: [(value: Int, gate: Gate)] = []
    }

    private let state = Lock(State())

    /// A counter at zero.
    public init() {}

    /// How far it is.
    public var value: Int { state.withLock { $0.value } }

    /// Moves it on and gives where it is now.
    @discardableResult
    public func add(_ amount: Int = 1) -> Int {
        let (value, reached) = state.withLock { state -> (Int, [Gate]) in
            state.value += amount
            let value = state.value
            let reached = state.watchers.filter { $0.value <= value }.map(\.gate)
            state.watchers.removeAll { $0.value <= value }
            return (value, reached)
        }
        for gate in reached { gate.open() }
        return value
    }

    /// Returns once it is at least there.
    public func wait(for value: Int) async {
        let gate = Gate()
        let isReached = state.withLock { state in
            if state.value >= value { return true }
            state.watchers.append((value, gate))
            return false
        }
        if !isReached { await gate.wait() }
    }
}
