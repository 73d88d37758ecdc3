/// The limit of `withTimeLimit` passed first.
public struct TimeLimitExceeded: Error, Sendable, Hashable {
    /// The only value.
    public init() {}
}

/// Runs `operation`, but waits for it no longer than `limit`.
///
/// An operation that ignores its cancellation (a platform that never answers) is left behind, not waited for: that
/// is why this is no task group. Cancelling the caller cancels the operation and throws `CancellationError`. A limit
/// of zero or less has passed already: the operation is not started.
/// - Throws: `TimeLimitExceeded`, or what `operation` throws.
public func withTimeLimit<Value: Sendable>(
    _ limit: Duration, on clock: any DeviceClock, _ operation: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try Task.checkCancellation()
    guard limit > .zero else { throw TimeLimitExceeded() }
    // The limit begins now: an alarm set late rings no later.
    let end = Deadline(in: limit, on: clock)
    let outcome = OneShot<Result<Value, any Error>>()
    let work = Task {
        do {
            outcome.give(.success(try await operation()))
        } catch {
            outcome.give(.failure(error))
        }
    }
    let alarm = Task {
        try await clock.sleep(for: end.remaining(on: clock), reason: .deadline)
        outcome.give(.failure(TimeLimitExceeded()))
    }
    defer {
        work.cancel()
        alarm.cancel()
    }
    return try await withTaskCancellationHandler {
        try await outcome.value.get()
    } onCancel: {
        outcome.give(.failure(CancellationError()))
    }
}
