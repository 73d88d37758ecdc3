/// How fast one service may be asked: a burst of 10, from then on one request a second.
///
/// The burst is given once and does not come back, and every request counts against it, also one sent at leisure: the
/// reading of the documents that no service can find too fast (choice).
/// Source: "Throttling mechanism"; refill: choice.
struct PaceBucket: Sendable, Hashable {
    private static let interval = Duration.seconds(1)

    private var burst = 10
    private var next = Duration.zero

    /// Takes a turn now, or tells how long to wait before asking again.
    mutating func take(at now: Duration) -> Duration? {
        let pause = wait(at: now, behind: 0)
        if pause > .zero { return pause }
        burst = max(0, burst - 1)
        next = now + Self.interval
        return nil
    }

    /// How long somebody waits who comes now and finds `count` others waiting; at most, since others may leave.
    func wait(at now: Duration, behind count: Int) -> Duration {
        if count < burst { return .zero }
        // Whoever takes the last of the burst does so now and sets the pace for the next one.
        if burst > 0 { return Self.interval * (count - burst + 1) }
        return max(.zero, next - now) + Self.interval * count
    }
}
