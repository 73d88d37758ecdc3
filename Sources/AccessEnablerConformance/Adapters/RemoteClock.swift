import AccessEnabler
import Base

/// The clock of the device on the other side: its time comes with each message, and it ends every wait.
final class RemoteClock: DeviceClock {
    private struct State {
        var now = Timestamp(milliseconds: 0)
        var uptime = Duration.zero
        var sleepers: [Int: OneShot<Result<Void, CancellationError>>] = [:]
    }

    private let wire: AdapterWire
    private let state = Lock(State())

    init(wire: AdapterWire) {
        self.wire = wire
    }

    var now: Timestamp { state.withLock { $0.now } }

    var uptime: Duration { state.withLock { $0.uptime } }

    /// Takes the time a message carries.
    func set(_ message: JSONValue) {
        guard let now = message["now"]?.whole, let uptime = message["uptime"]?.duration else { return }
        state.withLock { state in
            state.now = Timestamp(milliseconds: Int64(now))
            state.uptime = uptime
        }
    }

    /// A wait is over.
    func wake(_ number: Int) { end(number, .success(())) }

    func sleep(for duration: Duration, reason: WaitReason) async throws {
        try Task.checkCancellation()
        let number = wire.nextNumber()
        let outcome = OneShot<Result<Void, CancellationError>>()
        let since = state.withLock { state in
            state.sleepers[number] = outcome
            return state.uptime
        }
        wire.send(
            "sleep",
            [
                "sleep": .count(number), "milliseconds": .time(duration), "reason": .string(reason.name),
                "since": .time(since),
            ])
        try await withTaskCancellationHandler {
            try await outcome.value.get()
        } onCancel: {
            if end(number, .failure(CancellationError())) { wire.send("awake", ["sleep": .count(number)]) }
        }
    }

    @discardableResult
    private func end(_ number: Int, _ outcome: Result<Void, CancellationError>) -> Bool {
        let sleeper = state.withLock { $0.sleepers.removeValue(forKey: number) }
        sleeper?.give(outcome)
        return sleeper != nil
    }
}
