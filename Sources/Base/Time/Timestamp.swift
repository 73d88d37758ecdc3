/// An instant in milliseconds since 1970, UTC: the service's unit.
///
/// Source: "REST API V1", ground rules (`expires`, `generated`: ms since 1970).
public struct Timestamp: Hashable, Comparable, Sendable, Codable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public var milliseconds: Int64

    /// Makes an instant from milliseconds since 1970.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Orders two instants in time.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// The instant `duration` later; stays at the far end of time instead of overflowing.
    public static func + (instant: Timestamp, duration: Duration) -> Timestamp {
        let (sum, overflow) = instant.milliseconds.addingReportingOverflow(duration.inMilliseconds)
        return Timestamp(milliseconds: overflow ? (duration < .zero ? .min : .max) : sum)
    }

    /// The instant `duration` earlier; stays at the far end of time instead of overflowing.
    public static func - (instant: Timestamp, duration: Duration) -> Timestamp {
        let (difference, overflow) = instant.milliseconds.subtractingReportingOverflow(duration.inMilliseconds)
        return Timestamp(milliseconds: overflow ? (duration < .zero ? .max : .min) : difference)
    }

    /// The time from `earlier` to `later`; exact, since a `Duration` reaches further than an instant.
    public static func - (later: Timestamp, earlier: Timestamp) -> Duration {
        .milliseconds(later.milliseconds) - .milliseconds(earlier.milliseconds)
    }
}

extension Duration {
    /// This duration in whole milliseconds, rounded toward zero, at the far end instead of overflowing.
    public var inMilliseconds: Int64 {
        if self >= .milliseconds(Int64.max) { return .max }
        if self <= .milliseconds(Int64.min) { return .min }
        let (seconds, attoseconds) = components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }

    /// A century: longer than any wait, and in nanoseconds still an `Int64`.
    static let longest = Duration.seconds(100 * 365 * 86_400)
}
