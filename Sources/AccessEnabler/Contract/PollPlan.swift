import Base

/// S4.R3: when the second screen's session is asked next.
///
/// REST API V1 names no rate; 5 s growing to 15 s keeps well below the service's limit (choice). The last poll falls on
/// the code's very end, so that a login in the last second counts.
package struct PollPlan: Sendable, Hashable {
    private static let first = Duration.seconds(5)
    private static let step = Duration.seconds(2)
    private static let longest = Duration.seconds(15)

    private var next = PollPlan.first
    private var isLast = false

    package init() {}

    /// How long to wait before the next poll, given what is left of the code's life; nil = over.
    package mutating func wait(remaining: Duration) -> Duration? {
        if isLast { return nil }
        if remaining <= next {
            isLast = true
            return max(.zero, remaining)
        }
        defer { next = min(next + Self.step, Self.longest) }
        return next
    }
}
