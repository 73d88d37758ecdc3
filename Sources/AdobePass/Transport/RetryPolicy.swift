/// Whether a request is worth another try, and after which pause.
///
/// Source: "Throttling mechanism" (429: wait at least 1 s); numbers: choice.
enum RetryPolicy {
    /// A failure that may pass.
    enum Trouble: Sendable, Hashable, CaseIterable {
        /// 429: the request was not looked at, so any may be sent again.
        case throttled
        /// The service has a bad moment; whether it acted on the request is not known.
        case transient
    }

    /// Tries in all when the service has a bad moment.
    private static let transientTries = 3
    private static let shortest = Duration.seconds(1)
    private static let longest = Duration.seconds(16)

    /// The pause before the next try, or nil when this was the last one.
    ///
    /// `attempt` counts the tries so far, 1 after the first; `random` is in 0..<1, for jitter. The service's own
    /// `retryAfter` lengthens the pause; one that would use up what is `remaining` of the caller's time is none.
    static func pause(
        after trouble: Trouble, attempt: Int, isIdempotent: Bool, retryAfter: Duration?, remaining: Duration,
        random: Double
    ) -> Duration? {
        if trouble == .transient && (!isIdempotent || attempt >= transientTries) { return nil }
        let pause = max(backOff(attempt: attempt, random: random), retryAfter ?? .zero)
        return pause < remaining ? pause : nil
    }

    /// Between 1 and 2 s, then 2 and 4, 4 and 8, 8 and 16, where it stays.
    private static func backOff(attempt: Int, random: Double) -> Duration {
        let doublings = max(0, min(attempt - 1, 3))
        let base = shortest * (1 << doublings)
        return min(base + base * min(max(random, 0), 1), longest)
    }
}
