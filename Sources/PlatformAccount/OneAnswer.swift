import Base

/// An answer that one asker waits for.
///
/// The first one given counts; cancelling the asker's task gives none.
final class OneAnswer<Value: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Value?, Never>)
        case given(Value?)
    }

    private let state = Lock(State.open)

    /// Gives the answer, unless there is one already.
    func give(_ value: Value) { end(with: value) }

    /// Waits for the answer; nil when the task is cancelled first.
    func wait() async -> Value? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let early = state.withLock { state -> Value?? in
                    if case .given(let value) = state { return .some(value) }
                    state = .awaited(continuation)
                    return nil
                }
                if let early { continuation.resume(returning: early) }
            }
        } onCancel: {
            end(with: nil)
        }
    }

    private func end(with value: Value?) {
        let continuation = state.withLock { state -> CheckedContinuation<Value?, Never>? in
            switch state {
            case .open:
                state = .given(value)
                return nil
            case .awaited(let continuation):
                state = .given(value)
                return continuation
            case .given:
                return nil
            }
        }
        continuation?.resume(returning: value)
    }
}
