/// A clock that stands still until told to move, for tests of a host and of this SDK.
///
/// Waits of the kinds in `skips` end at once and move the clock by their length, so back-off and polling need no
/// help; a `deadline` wait ends only when the clock reaches it.
public final class ManualClock: DeviceClock {
    private struct Sleeper {
        let id: UInt64
        let length: Duration
        let end: Duration
        let reason: WaitReason
        let outcome = OneShot<Result<Void, CancellationError>>()
    }

    private struct Watcher {
        let id: UInt64
        let reason: WaitReason
        let length: Duration?
        let count: Int
        let outcome = OneShot<Void>()

        func isSatisfied(by sleepers: [Sleeper]) -> Bool {
            sleepers.count { $0.reason == reason && (length == nil || $0.length == length) } >= count
        }
    }

    private struct State {
        var wall: Timestamp
        var uptime: Duration = .zero
        var lastID: UInt64 = 0
        var sleepers: [Sleeper] = []
        var watchers: [Watcher] = []
        var waits: [(duration: Duration, reason: WaitReason)] = []

        mutating func nextID() -> UInt64 {
            lastID += 1
            return lastID
        }
    }

    private let state: Lock<State>
    private let skips: Set<WaitReason>

    /// A clock that shows `now`.
    public init(now: Timestamp = Timestamp(milliseconds: 1_796_050_800_000), skips: Set<WaitReason> = []) {
        state = Lock(State(wall: now))
        self.skips = skips
    }

    /// The wall time set last, moved by `advance`.
    public var now: Timestamp { state.withLock { $0.wall } }

    /// Time moved since the clock was made.
    public var uptime: Duration { state.withLock { $0.uptime } }

    /// Every wait asked for so far or since `clearWaits()`, in order, skipped ones included.
    public var waits: [(duration: Duration, reason: WaitReason)] { state.withLock { $0.waits } }

    /// Forgets the waits asked for so far; those under way go on.
    public func clearWaits() { state.withLock { $0.waits = [] } }

    /// Moves wall and monotonic time and ends the waits that are over, the earliest first.
    ///
    /// A negative duration moves nothing: time does not go back (see `setWall`).
    public func advance(by duration: Duration) {
        let duration = min(max(duration, .zero), .longest)
        let over = state.withLock { state -> [Sleeper] in
            state.wall = state.wall + duration
            state.uptime += duration
            let over = state.sleepers.filter { $0.end <= state.uptime }
            state.sleepers.removeAll { $0.end <= state.uptime }
            return over.sorted { ($0.end, $0.id) < ($1.end, $1.id) }
        }
        for sleeper in over { sleeper.outcome.give(.success(())) }
    }

    /// Sets the wall clock alone, as a person would in Settings.
    public func setWall(_ now: Timestamp) {
        state.withLock { $0.wall = now }
    }

    /// Returns once at least `count` waits of that kind, and with `lasting` of that length, are under way, or the
    /// calling task is cancelled.
    public func waitForSleepers(_ reason: WaitReason, count: Int = 1, lasting length: Duration? = nil) async {
        let watcher = state.withLock { state in
            let watcher = Watcher(id: state.nextID(), reason: reason, length: length, count: count)
            if watcher.isSatisfied(by: state.sleepers) {
                watcher.outcome.give(())
            } else {
                state.watchers.append(watcher)
            }
            return watcher
        }
        await withTaskCancellationHandler {
            await watcher.outcome.value
        } onCancel: {
            state.withLock { state in state.watchers.removeAll { $0.id == watcher.id } }
            watcher.outcome.give(())
        }
    }

    /// How many waits of that kind, and with `lasting` of that length, are under way.
    public func sleeperCount(_ reason: WaitReason, lasting length: Duration? = nil) -> Int {
        state.withLock { state in
            state.sleepers.count { $0.reason == reason && (length == nil || $0.length == length) }
        }
    }

    /// Waits until the clock has been moved that far; see `skips`.
    public func sleep(for duration: Duration, reason: WaitReason) async throws {
        try Task.checkCancellation()
        guard duration > .zero, !skips.contains(reason) else {
            state.withLock { $0.waits.append((duration, reason)) }
            return advance(by: duration)
        }
        let (sleeper, ready) = state.withLock { state -> (Sleeper, [Watcher]) in
            state.waits.append((duration, reason))
            let end = state.uptime + min(duration, .longest)
            let sleeper = Sleeper(id: state.nextID(), length: duration, end: end, reason: reason)
            state.sleepers.append(sleeper)
            let sleepers = state.sleepers
            let ready = state.watchers.filter { $0.isSatisfied(by: sleepers) }
            state.watchers.removeAll { $0.isSatisfied(by: sleepers) }
            return (sleeper, ready)
        }
        for watcher in ready { watcher.outcome.give(()) }
        try await withTaskCancellationHandler {
            try await sleeper.outcome.value.get()
        } onCancel: {
            state.withLock { state in state.sleepers.removeAll { $0.id == sleeper.id } }
            sleeper.outcome.give(.failure(CancellationError()))
        }
    }
}
