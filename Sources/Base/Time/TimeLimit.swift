/// The limit of `withTimeLimit` passed first.
public struct TimeLimitExceeded: Error, Sendable, Hashable {
    /// The only value.
    public init() {}
}

/// Runs `operation`, but waits for it no longer than `limit`.
///
/// An operation that ignores its cancellation (a platform that never answers) is left behind, not waited for: that
/// is why this is no task group. Cancelling the caller cancels the operation and throws `CancellationError`.
/// - Throws: `TimeLimitExceeded`, or what `operation` throws.
public func withTimeLimit<Value: Sendable>(
    _ limit: Duration, on clock: any DeviceClock, _ operation: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    let race = Race<Value>()
    return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
            race.begin(continuation)
            race.add(
                Task {
                    do {
                        race.finish(.success(try await operation()))
                    } catch {
                        race.finish(.failure(error))
                    }
                })
            race.add(
                Task {
                    do {
                        try await clock.sleep(for: limit, reason: .deadline)
                        race.finish(.failure(TimeLimitExceeded()))
                    } catch {
                        // Cancelled: the race is over already.
                    }
                })
        }
    } onCancel: {
        race.finish(.failure(CancellationError()))
    }
}

/// First result wins; the runners are cancelled once it is in.
private final class Race<Value: Sendable>: Sendable {
    private struct State {
        var continuation: CheckedContinuation<Value, any Error>?
        var early: Result<Value, any Error>?
        var isOver = false
        var runners: [Task<Void, Never>] = []
    }

    private let state = Lock(State())

    func begin(_ continuation: CheckedContinuation<Value, any Error>) {
        let early = state.withLock { state -> Result<Value, any Error>? in
            if let early = state.early { return early }
            state.continuation = continuation
            return nil
        }
        if let early { continuation.resume(with: early) }
    }

    func add(_ runner: Task<Void, Never>) {
        let isOver = state.withLock { state in
            if !state.isOver { state.runners.append(runner) }
            return state.isOver
        }
        if isOver { runner.cancel() }
    }

    func finish(_ result: Result<Value, any Error>) {
        let (continuation, runners) = state.withLock {
            state -> (CheckedContinuation<Value, any Error>?, [Task<Void, Never>]) in
            guard !state.isOver else { return (nil, []) }
            state.isOver = true
            if state.continuation == nil { state.early = result }
            defer {
                state.continuation = nil
                state.runners = []
            }
            return (state.continuation, state.runners)
        }
        continuation?.resume(with: result)
        for runner in runners { runner.cancel() }
    }
}
