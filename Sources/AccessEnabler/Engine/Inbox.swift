import Base

/// What waits for the engine, in the order it came.
///
/// In place of an `AsyncStream`, which leaves the actor and comes back for every item: two changes of thread a verb.
final class Inbox: Sendable {
    private struct State {
        var waiting = WaitingLine<InboxItem>()
        var reader: CheckedContinuation<InboxItem?, Never>?
        var isClosed = false
    }

    private let state = Lock(State())

    /// Adds an item; nothing once closed.
    func post(_ item: InboxItem) {
        let reader = state.withLock { state -> CheckedContinuation<InboxItem?, Never>? in
            if state.isClosed { return nil }
            guard let reader = state.reader else {
                state.waiting.append(item)
                return nil
            }
            state.reader = nil
            return reader
        }
        reader?.resume(returning: item)
    }

    /// Drops what waits; nothing comes in from now on.
    func close() {
        // Let go outside the lock: what a verb holds of the host's may end with it.
        let (reader, dropped) = state.withLock { state in
            defer { (state.reader, state.waiting) = (nil, WaitingLine()) }
            state.isClosed = true
            return (state.reader, state.waiting)
        }
        reader?.resume(returning: nil)
        withExtendedLifetime(dropped) {}
    }

    /// The next item, waited for on the caller's actor; nil once closed. One reader at a time.
    func next(isolation: isolated (any Actor)? = #isolation) async -> InboxItem? {
        if let item = state.withLock({ $0.waiting.popFirst() }) { return item }
        return await withCheckedContinuation(isolation: isolation) { continuation in
            let item = state.withLock { state -> InboxItem?? in
                if let item = state.waiting.popFirst() { return item }
                if state.isClosed { return .some(nil) }
                state.reader = continuation
                return nil
            }
            if let item { continuation.resume(returning: item) }
        }
    }
}
