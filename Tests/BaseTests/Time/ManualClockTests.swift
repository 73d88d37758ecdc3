import Base
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ManualClockTests {
    @Test func itStandsStillUntilMoved() {
        let clock = ManualClock(now: Timestamp(milliseconds: 1000))
        #expect(clock.now == Timestamp(milliseconds: 1000))
        #expect(clock.uptime == .zero)
        clock.advance(by: .seconds(2))
        #expect(clock.now == Timestamp(milliseconds: 3000))
        #expect(clock.uptime == .seconds(2))
        clock.setWall(Timestamp(milliseconds: 0))
        clock.advance(by: .seconds(-5))
        #expect(clock.now == Timestamp(milliseconds: 0))
        #expect(clock.uptime == .seconds(2))
    }

    @Test func waitsEndInTheOrderOfTheirEnds() async throws {
        let clock = ManualClock()
        let ends = Recorder<Int>()
        let tasks = [3, 1, 2].map { seconds in
            Task {
                try await clock.sleep(for: .seconds(seconds), reason: .poll)
                ends.add(seconds)
            }
        }
        await clock.waitForSleepers(.poll, count: 3)
        for count in 1...3 {
            clock.advance(by: .seconds(1))
            await ends.wait(for: count)
        }
        #expect(ends.values == [1, 2, 3])
        for task in tasks { try await task.value }
    }

    @Test func skippedWaitsMoveTheClockAndAreRecorded() async throws {
        let clock = ManualClock(skips: [.backOff, .poll])
        try await clock.sleep(for: .seconds(3), reason: .backOff)
        try await clock.sleep(for: .zero, reason: .deadline)
        try await clock.sleep(for: .seconds(4), reason: .poll)
        #expect(clock.uptime == .seconds(7))
        #expect(clock.waits.map(\.duration) == [.seconds(3), .zero, .seconds(4)])
        #expect(clock.waits.map(\.reason) == [.backOff, .deadline, .poll])
    }

    @Test func aDeadlineIsNeverReachedByItself() async throws {
        let clock = ManualClock(skips: [.backOff])
        let task = Task { try await clock.sleep(for: .seconds(5), reason: .deadline) }
        await clock.waitForSleepers(.deadline, lasting: .seconds(5))
        try await clock.sleep(for: .seconds(4), reason: .backOff)
        #expect(clock.uptime == .seconds(4))
        await clock.waitForSleepers(.deadline)
        try await clock.sleep(for: .seconds(1), reason: .backOff)
        try await task.value
    }

    @Test func aCancelledWaitThrowsAtOnceAndIsForgotten() async {
        let clock = ManualClock()
        let task = Task { try await clock.sleep(for: .seconds(5), reason: .poll) }
        await clock.waitForSleepers(.poll)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let early = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(for: .seconds(5), reason: .poll)
        }
        await #expect(throws: CancellationError.self) { try await early.value }
        #expect(clock.waits.count == 1)
    }

    @Test("A wait cancelled while the clock passes its end ends once, either way, 2,000 times")
    func cancelAgainstAdvance() async {
        let clock = ManualClock()
        let ends = Recorder<Bool>()
        for _ in 0..<2000 {
            let task = Task {
                do {
                    try await clock.sleep(for: .seconds(1), reason: .poll)
                    ends.add(true)
                } catch {
                    ends.add(false)
                }
            }
            await clock.waitForSleepers(.poll)
            async let moved: Void = clock.advance(by: .seconds(1))
            task.cancel()
            await moved
            await task.value
        }
        #expect(ends.count == 2000)
    }

    @Test func whoeverWaitsForSleepersCanBeCancelled() async {
        let clock = ManualClock()
        let task = Task { await clock.waitForSleepers(.pace, count: 1) }
        task.cancel()
        await task.value
    }

    @Test func hugeDurationsDoNotOverflow() async throws {
        let clock = ManualClock()
        let task = Task { try await clock.sleep(for: Duration(attoseconds: .max), reason: .poll) }
        await clock.waitForSleepers(.poll, lasting: Duration(attoseconds: .max))
        for _ in 0..<3 { clock.advance(by: Duration(attoseconds: .max)) }
        try await task.value
        #expect(Deadline(in: Duration(attoseconds: .max), on: clock).remaining(on: clock) > .seconds(1 << 31))
        #expect(Deadline(in: Duration(attoseconds: .min), on: clock).remaining(on: clock) == .zero)
    }
}
