import Base
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct SystemClockTests {
    private let clock = SystemClock()

    @Test(
        "A wait of centuries does not end at once, and can be cancelled",
        arguments: [
            Duration.seconds(Int64.max), Duration(attoseconds: .max), .seconds(86_400 * 36_500),
        ])
    func longWait(duration: Duration) async {
        let ended = Recorder<Bool>()
        let task = Task {
            do {
                try await clock.sleep(for: duration, reason: .deadline)
                ended.add(true)
            } catch {
                ended.add(false)
            }
        }
        // Whatever would end at once has ended by the time a short wait has.
        try? await clock.sleep(for: .milliseconds(30), reason: .poll)
        #expect(ended.count == 0)
        task.cancel()
        await task.value
        #expect(ended.values == [false])
    }

    @Test(
        "A wait of nothing ends at once, one of a cancelled task throws",
        arguments: [
            Duration.zero, .seconds(-1), Duration(attoseconds: .min), .nanoseconds(1),
        ])
    func noWait(duration: Duration) async throws {
        try await clock.sleep(for: duration, reason: .poll)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(for: duration, reason: .poll)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func aWaitLastsAtLeastThatLong() async throws {
        let start = clock.uptime
        try await clock.sleep(for: .milliseconds(20), reason: .poll)
        #expect(clock.uptime - start >= .milliseconds(20))
    }

    @Test func theWallIsLaterThanThisCode() {
        #expect(clock.now > Timestamp(milliseconds: 1_750_000_000_000))
    }
}
