import Base
import TestSupport
import Testing

private struct Mishap: Error {}

/// Tells when a wait was given up.
private struct WatchedClock: DeviceClock {
    let manual = ManualClock()
    let dropped = Gate()
    var now: Timestamp { manual.now }
    var uptime: Duration { manual.uptime }

    func sleep(for duration: Duration, reason: WaitReason) async throws {
        do {
            try await manual.sleep(for: duration, reason: reason)
        } catch {
            dropped.open()
            throw error
        }
    }
}

/// A second passes whenever somebody looks.
private struct HurriedClock: DeviceClock {
    let manual = ManualClock()
    var now: Timestamp { manual.now }
    var uptime: Duration {
        defer { manual.advance(by: .seconds(1)) }
        return manual.uptime
    }

    func sleep(for duration: Duration, reason: WaitReason) async throws {
        try await manual.sleep(for: duration, reason: reason)
    }
}

@Suite(.timeLimit(.minutes(10)))
struct TimeLimitTests {
    private let clock = ManualClock()

    @Test func theResultOrErrorOfTheOperationComesThrough() async throws {
        #expect(try await withTimeLimit(.seconds(1), on: clock) { 7 } == 7)
        await #expect(throws: Mishap.self) { try await withTimeLimit(.seconds(1), on: clock) { throw Mishap() } }
    }

    @Test func anOperationThatIgnoresItsCancellationIsLeftBehind() async {
        let never = Gate()
        let ended = Gate()
        let task = Task {
            try await withTimeLimit(.seconds(5), on: clock) {
                await never.wait()
                ended.open()
            }
        }
        await clock.waitForSleepers(.deadline)
        clock.advance(by: .seconds(5))
        await #expect(throws: TimeLimitExceeded.self) { try await task.value }
        #expect(!ended.isOpen)
        never.open()
        await ended.wait()
    }

    @Test func anOperationThatHeedsItsCancellationIsCancelled() async {
        let cancelled = Gate()
        let task = Task {
            try await withTimeLimit(.seconds(5), on: clock) {
                do {
                    try await clock.sleep(for: .seconds(100), reason: .poll)
                } catch {
                    cancelled.open()
                }
            }
        }
        await clock.waitForSleepers(.deadline)
        await clock.waitForSleepers(.poll)
        clock.advance(by: .seconds(5))
        await #expect(throws: TimeLimitExceeded.self) { try await task.value }
        await cancelled.wait()
    }

    @Test func cancellingTheCallerEndsTheWaitWithoutWaitingForTheOperation() async {
        let never = Gate()
        let started = Gate()
        let task = Task {
            try await withTimeLimit(.seconds(5), on: clock) {
                started.open()
                await never.wait()
            }
        }
        await started.wait()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        never.open()
    }

    @Test("Nothing is started for a limit that has passed, or a task that is cancelled")
    func notStarted() async {
        let started = Recorder<Int>()
        for limit in [Duration.zero, .seconds(-1)] {
            await #expect(throws: TimeLimitExceeded.self) {
                try await withTimeLimit(limit, on: clock) { started.add(1) }
            }
        }
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await withTimeLimit(.seconds(1), on: clock) { started.add(2) }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(started.values.isEmpty)
    }

    @Test("A limit begins with the call: an alarm that is set late rings no later")
    func lateAlarm() async throws {
        let clock = HurriedClock()
        try await withTimeLimit(.seconds(5), on: clock) { await clock.manual.waitForSleepers(.deadline) }
        let waits = clock.manual.waits.map(\.duration)
        #expect(waits.count == 1 && waits[0] <= .seconds(4), "\(waits)")
    }

    @Test("The deadline's wait does not outlive the operation")
    func deadlineIsDropped() async throws {
        let clock = WatchedClock()
        try await withTimeLimit(.seconds(1), on: clock) { await clock.manual.waitForSleepers(.deadline) }
        await clock.dropped.wait()
    }
}
