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
        if overflow { return Timestamp(milliseconds: duration < .zero ? .min : .max) }
        return Timestamp(milliseconds: sum)
    }

    /// The instant `duration` earlier.
    public static func - (instant: Timestamp, duration: Duration) -> Timestamp {
        instant + (.zero - duration)
    }

    /// The time from `earlier` to `later`.
    public static func - (later: Timestamp, earlier: Timestamp) -> Duration {
        let (difference, overflow) = later.milliseconds.subtractingReportingOverflow(earlier.milliseconds)
        if overflow { return .milliseconds(later > earlier ? Int64.max : Int64.min) }
        return .milliseconds(difference)
    }
}

extension Duration {
    /// This duration in whole milliseconds, rounded down, at the far end instead of overflowing.
    public var inMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        if overflow { return seconds < 0 ? .min : .max }
        let (sum, overflowed) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        return overflowed ? (seconds < 0 ? .min : .max) : sum
    }
}
