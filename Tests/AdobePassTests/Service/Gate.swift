import Base

/// Holds those who come until it is opened; tells when enough have come.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [UInt64: CheckedContinuation<Void, any Error>] = [:]
        var arrived: UInt64 = 0
        var watchers: [(count: UInt64, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Lock(State())

    /// Waits until the gate is open; throws `CancellationError` when the task is cancelled.
    func wait() async throws {
        let id = state.withLock { state in
            state.arrived += 1
            return state.arrived
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (isOver, watchers) = state.withLock { state -> (Bool, [CheckedContinuation<Void, Never>]) in
                    let isOver = state.isOpen || Task.isCancelled
                    if !isOver { state.waiting[id] = continuation }
                    let reached = state.watchers.filter { state.arrived >= $0.count }
                    state.watchers.removeAll { state.arrived >= $0.count }
                    return (isOver, reached.map(\.continuation))
                }
                for watcher in watchers { watcher.resume() }
                if isOver { continuation.resume(with: Task.isCancelled ? .failure(CancellationError()) : .success(())) }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.resume(throwing: CancellationError())
        }
    }

    /// Returns once `count` have come, those let through included.
    func waitForArrivals(_ count: UInt64 = 1) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.arrived >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isReached { continuation.resume() }
        }
    }

    /// Lets everybody through, now and later.
    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for continuation in waiting { continuation.resume() }
    }
}
