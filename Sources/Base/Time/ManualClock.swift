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
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct Watcher {
        let reason: WaitReason
        let length: Duration?
        let count: Int
        let continuation: CheckedContinuation<Void, Never>

        func isSatisfied(by sleepers: [Sleeper]) -> Bool {
            sleepers.count { $0.reason == reason && (length == nil || $0.length == length) } >= count
        }
    }

    private struct State {
        var wall: Timestamp
        var uptime: Duration = .zero
        var nextID: UInt64 = 0
        var sleepers: [Sleeper] = []
        var cancelled: Set<UInt64> = []
        var waits: [(duration: Duration, reason: WaitReason)] = []
        var watchers: [Watcher] = []
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

    /// Every wait asked for so far, in order, skipped ones included.
    public var waits: [(duration: Duration, reason: WaitReason)] { state.withLock { $0.waits } }

    /// Moves wall and monotonic time and ends the waits that are over.
    public func advance(by duration: Duration) {
        let over = state.withLock { state in
            state.wall = state.wall + duration
            state.uptime += duration
            return Self.takeOver(&state)
        }
        for sleeper in over { sleeper.continuation.resume() }
    }

    /// Sets the wall clock alone, as a person would in Settings.
    public func setWall(_ now: Timestamp) {
        state.withLock { $0.wall = now }
    }

    /// Returns once at least `count` waits of that kind, and with `lasting` of that length, are under way.
    public func waitForSleepers(_ reason: WaitReason, count: Int = 1, lasting length: Duration? = nil) async {
        await withCheckedContinuation { continuation in
            let watcher = Watcher(reason: reason, length: length, count: count, continuation: continuation)
            let ready = state.withLock { state in
                if watcher.isSatisfied(by: state.sleepers) { return true }
                state.watchers.append(watcher)
                return false
            }
            if ready { continuation.resume() }
        }
    }

    /// Waits until the clock has been moved that far; see `skips`.
    public func sleep(for duration: Duration, reason: WaitReason) async throws {
        try Task.checkCancellation()
        let id = state.withLock { state in
            state.nextID += 1
            state.waits.append((duration, reason))
            return state.nextID
        }
        if duration <= .zero { return }
        if skips.contains(reason) {
            advance(by: duration)
            return
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                begin(id, duration, reason, continuation)
            }
        } onCancel: {
            cancel(id)
        }
    }

    private func begin(
        _ id: UInt64, _ duration: Duration, _ reason: WaitReason, _ continuation: CheckedContinuation<Void, any Error>
    ) {
        let (refused, watchers) = state.withLock { state in
            if state.cancelled.remove(id) != nil {
                return (true, [CheckedContinuation<Void, Never>]())
            }
            state.sleepers.append(
                Sleeper(
                    id: id, length: duration, end: state.uptime + duration, reason: reason, continuation: continuation))
            let sleepers = state.sleepers
            let ready = state.watchers.filter { $0.isSatisfied(by: sleepers) }
            state.watchers.removeAll { $0.isSatisfied(by: sleepers) }
            return (false, ready.map(\.continuation))
        }
        for watcher in watchers { watcher.resume() }
        if refused { continuation.resume(throwing: CancellationError()) }
    }

    private func cancel(_ id: UInt64) {
        let sleeper = state.withLock { state -> Sleeper? in
            guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
                state.cancelled.insert(id)
                return nil
            }
            return state.sleepers.remove(at: index)
        }
        sleeper?.continuation.resume(throwing: CancellationError())
    }

    private static func takeOver(_ state: inout State) -> [Sleeper] {
        let over = state.sleepers.filter { $0.end <= state.uptime }.sorted { ($0.end, $0.id) < ($1.end, $1.id) }
        state.sleepers.removeAll { $0.end <= state.uptime }
        return over
    }
}
