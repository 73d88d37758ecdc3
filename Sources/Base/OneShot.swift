/// A value that arrives once: the first one given stays, whether it comes before or after somebody waits for it.
package final class OneShot<Value: Sendable>: Sendable {
    private enum State {
        case awaited([CheckedContinuation<Value, Never>])
        case given(Value)
    }

    private let state = Lock(State.awaited([]))

    /// Nothing was given yet.
    package init() {}

    /// Gives the value to everybody who waits or will wait.
    ///
    /// A second value is dropped.
    package func give(_ value: Value) {
        let waiting = state.withLock { state -> [CheckedContinuation<Value, Never>] in
            guard case .awaited(let waiting) = state else { return [] }
            state = .given(value)
            return waiting
        }
        for continuation in waiting { continuation.resume(returning: value) }
    }

    /// The value, once it is there.
    package var value: Value {
        get async {
            await withCheckedContinuation { continuation in
                let value = state.withLock { state -> Value? in
                    switch state {
                    case .awaited(let waiting):
                        state = .awaited(waiting + [continuation])
                        return nil
                    case .given(let value):
                        return value
                    }
                }
                if let value { continuation.resume(returning: value) }
            }
        }
    }
}
