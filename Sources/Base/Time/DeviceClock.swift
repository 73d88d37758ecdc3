/// The device's clock: wall time, monotonic time, and waiting.
///
/// Injected everywhere, so tests need no sleeps.
public protocol DeviceClock: Sendable {
    /// The wall time the device believes in.
    ///
    /// May jump when somebody sets the clock.
    var now: Timestamp { get }

    /// Time since an arbitrary start; never goes back.
    var uptime: Duration { get }

    /// Waits.
    ///
    /// Throws `CancellationError` at once when the task is cancelled.
    ///
    /// `reason` lets a test clock tell a wait that delays work from one that limits it.
    func sleep(for duration: Duration, reason: WaitReason) async throws
}

/// Why somebody waits.
public enum WaitReason: Sendable, Hashable, CaseIterable {
    /// A limit: it should not be reached in good times.
    case deadline
    /// A pause before a retry.
    case backOff
    /// A turn in the paced queue of a service.
    case pace
    /// A pause between two polls.
    case poll
}

/// The point in monotonic time by which a verb must have ended, its waits and retries included.
public struct Deadline: Sendable, Hashable {
    /// The end, on `DeviceClock.uptime`.
    public var uptime: Duration

    /// A deadline at a point of `DeviceClock.uptime`.
    public init(uptime: Duration) {
        self.uptime = uptime
    }

    /// A deadline `limit` from now.
    ///
    /// A negative limit has passed already.
    public init(in limit: Duration, on clock: any DeviceClock) {
        uptime = clock.uptime + min(max(limit, .zero), .longest)
    }

    /// What is left, never negative.
    public func remaining(on clock: any DeviceClock) -> Duration {
        max(.zero, uptime - clock.uptime)
    }
}

/// The real clock.
public struct SystemClock: DeviceClock {
    private static let start = ContinuousClock.now

    /// The real clock.
    public init() {}

    /// The system's wall time.
    public var now: Timestamp {
        Timestamp(milliseconds: wallClockMilliseconds())
    }

    /// Time since the process first asked.
    public var uptime: Duration {
        ContinuousClock.now - Self.start
    }

    /// Waits on the continuous clock: time asleep counts. A century at most, since the system's timers trap on more.
    public func sleep(for duration: Duration, reason: WaitReason) async throws {
        try await Task.sleep(for: min(max(duration, .zero), Duration.longest), clock: .continuous)
    }
}
