import Base

/// Lets tasks wait for requests without polling.
package final class Arrivals: Sendable {
    private struct Watcher {
        let id: UInt64
        let isSatisfied: @Sendable () -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var watchers: [Watcher] = []
        var nextID: UInt64 = 0
        var cancelled: Set<UInt64> = []
    }

    private let state = Lock(State())

    /// Nobody waits.
    package init() {}

    /// Returns once the condition holds or the task is cancelled; looked at after each request.
    package func wait(until isSatisfied: @escaping @Sendable () -> Bool) async {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCancelled = state.withLock { state in
                    if state.cancelled.remove(id) != nil { return true }
                    state.watchers.append(
                        Watcher(id: id, isSatisfied: isSatisfied, continuation: continuation))
                    return false
                }
                // Looked at after the watcher is in place: what came before is seen here, what comes later by tell().
                if isCancelled { continuation.resume() } else { tell() }
            }
        } onCancel: {
            let watcher = state.withLock { state -> Watcher? in
                guard let index = state.watchers.firstIndex(where: { $0.id == id }) else {
                    state.cancelled.insert(id)
                    return nil
                }
                return state.watchers.remove(at: index)
            }
            watcher?.continuation.resume()
        }
    }

    /// Looks at all conditions again.
    package func tell() {
        let satisfied = Set(state.withLock { $0.watchers }.filter { $0.isSatisfied() }.map(\.id))
        guard !satisfied.isEmpty else { return }
        let ready = state.withLock { state in
            defer { state.watchers.removeAll { satisfied.contains($0.id) } }
            return state.watchers.filter { satisfied.contains($0.id) }
        }
        for watcher in ready { watcher.continuation.resume() }
    }
}
