import Base
import Testing

private let farthest = Duration(attoseconds: .max)
private let earliest = Duration(attoseconds: .min)

struct TimestampTests {
    @Test(
        "Sums stay at the ends of time",
        arguments: [
            (0, .milliseconds(5), 5), (10, .milliseconds(-15), -5), (.max, .milliseconds(1), .max),
            (.min, .milliseconds(-1), .min), (.max, .milliseconds(-1), .max - 1), (0, farthest, .max),
            (0, earliest, .min),
            (5, .seconds(Int64.max), .max), (-1, .milliseconds(Int64.max), .max - 1), (.max, earliest, -1),
        ] as [(Int64, Duration, Int64)])
    func sum(_ start: Int64, _ duration: Duration, _ end: Int64) {
        #expect(Timestamp(milliseconds: start) + duration == Timestamp(milliseconds: end))
    }

    @Test(
        "Differences stay at the ends of time",
        arguments: [
            (10, .milliseconds(4), 6), (.min, .milliseconds(1), .min), (.max, .milliseconds(-1), .max),
            (0, farthest, -.max),
            (0, earliest, .max), (-1, earliest, .max),
        ] as [(Int64, Duration, Int64)])
    func difference(_ start: Int64, _ duration: Duration, _ end: Int64) {
        #expect(Timestamp(milliseconds: start) - duration == Timestamp(milliseconds: end))
    }

    @Test("The time between two instants is exact, however far apart")
    func between() {
        #expect(Timestamp(milliseconds: 1500) - Timestamp(milliseconds: 2500) == .seconds(-1))
        let all = Timestamp(milliseconds: .max) - Timestamp(milliseconds: .min)
        #expect(all == .milliseconds(Int64.max) + .milliseconds(Int64.max) + .milliseconds(1))
    }

    @Test(
        "Durations in milliseconds, rounded toward zero",
        arguments: [
            (.zero, 0), (.microseconds(1999), 1), (.microseconds(-1999), -1), (.seconds(-2), -2000), (farthest, .max),
            (earliest, .min), (.milliseconds(Int64.max), .max), (.milliseconds(Int64.min), .min),
            (.milliseconds(Int64.max) - .nanoseconds(1), .max - 1), (.seconds(86_400), 86_400_000),
        ] as [(Duration, Int64)])
    func milliseconds(_ duration: Duration, _ count: Int64) {
        #expect(duration.inMilliseconds == count)
    }
}
