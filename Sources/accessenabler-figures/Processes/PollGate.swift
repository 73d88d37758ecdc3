import Base

/// The real clock, but for the pauses between polls: those last until the gate is opened.
final class PollGate: DeviceClock {
    private let clock = SystemClock()
    private let polls = ManualClock()

    var now: Timestamp { clock.now }

    var uptime: Duration { clock.uptime }

    func sleep(for duration: Duration, reason: WaitReason) async throws {
        try await (reason == .poll ? polls as any DeviceClock : clock).sleep(for: duration, reason: reason)
    }

    /// Returns once a pause is under way.
    func waitForPause() async {
        await polls.waitForSleepers(.poll)
    }

    /// Ends the pause under way.
    func open() {
        polls.advance(by: .seconds(60))
    }
}
