import Base

/// The sign-ins that wait for their answer, by their state.
final class PendingReplies: Sendable {
    private let waiting = Lock([String: AsyncStream<RedirectReply>.Continuation]())

    /// Starts to wait, before anybody can answer.
    func answers(to state: String) -> AsyncStream<RedirectReply> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: RedirectReply.self, bufferingPolicy: .bufferingOldest(1))
        waiting.withLock { $0[state] = continuation }
        return stream
    }

    /// Hands an answer over; false when nobody waits for it. Each state is answered once.
    func take(_ reply: RedirectReply) -> Bool {
        guard let continuation = waiting.withLock({ $0.removeValue(forKey: reply.state) }) else { return false }
        continuation.yield(reply)
        continuation.finish()
        return true
    }

    /// Stops waiting.
    func forget(_ state: String) {
        waiting.withLock { $0.removeValue(forKey: state) }?.finish()
    }
}
