import Base

/// Lets requests to a service through one after the other, in the order they came, as fast as `PaceBucket` allows.
///
/// The limit is one of the address the requests come from, so objects of a process share one pacer.
final class Pacer: Sendable {
    /// The pacer of this process, on the real clock.
    static let process = Pacer(clock: SystemClock())

    /// Why somebody got no turn.
    enum Refusal: Error, Sendable, Hashable {
        /// The turn would come after the deadline; nothing was waited for.
        case tooLate
        /// The task was cancelled.
        case cancelled
    }

    private struct Line {
        var bucket = PaceBucket()
        var hasHead = false
        var waiting: [(id: UInt64, continuation: CheckedContinuation<Bool, Never>)] = []
    }

    private struct State {
        var lines: [String: Line] = [:]
        var nextID: UInt64 = 0
    }

    private let state = Lock(State())
    private let clock: any DeviceClock

    init(clock: any DeviceClock) {
        self.clock = clock
    }

    /// Returns when the caller's turn has come.
    ///
    /// Only the head of a line waits on the clock; whoever leaves the line early takes no turn with them.
    func turn(at authority: String, by deadline: Deadline) async throws(Refusal) {
        try await reachHead(of: authority, by: deadline)
        defer { leaveHead(of: authority) }
        while let pause = state.withLock({ $0.lines[authority, default: Line()].bucket.take(at: clock.uptime) }) {
            if pause > deadline.remaining(on: clock) { throw .tooLate }
            do {
                try await clock.sleep(for: pause, reason: .pace)
            } catch {
                throw .cancelled
            }
        }
    }

    /// How many stand behind the head of a line.
    func countWaiting(at authority: String) -> Int {
        state.withLock { $0.lines[authority]?.waiting.count ?? 0 }
    }

    private func reachHead(of authority: String, by deadline: Deadline) async throws(Refusal) {
        if Task.isCancelled { throw .cancelled }
        let (id, mayWait) = state.withLock { state -> (UInt64, Bool?) in
            state.nextID += 1
            var line = state.lines[authority, default: Line()]
            let others = line.waiting.count + (line.hasHead ? 1 : 0)
            if line.bucket.wait(at: clock.uptime, behind: others) > deadline.remaining(on: clock) {
                return (state.nextID, false)
            }
            if line.hasHead { return (state.nextID, true) }
            line.hasHead = true
            state.lines[authority] = line
            return (state.nextID, nil)
        }
        switch mayWait {
        case nil: return
        case false?: throw .tooLate
        case true?: break
        }
        let isHead = await withTaskCancellationHandler {
            await withCheckedContinuation { stand(in: authority, id, $0) }
        } onCancel: {
            step(outOf: authority, id)
        }
        if !isHead { throw .cancelled }
    }

    private func stand(in authority: String, _ id: UInt64, _ continuation: CheckedContinuation<Bool, Never>) {
        let answer = state.withLock { state -> Bool? in
            // The task is marked cancelled before `step(outOf:)` runs, so one of the two sees the other.
            if Task.isCancelled { return false }
            var line = state.lines[authority, default: Line()]
            defer { state.lines[authority] = line }
            if !line.hasHead {
                line.hasHead = true
                return true
            }
            line.waiting.append((id, continuation))
            return nil
        }
        if let answer { continuation.resume(returning: answer) }
    }

    private func step(outOf authority: String, _ id: UInt64) {
        let continuation = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard let index = state.lines[authority]?.waiting.firstIndex(where: { $0.id == id }) else { return nil }
            return state.lines[authority]?.waiting.remove(at: index).continuation
        }
        continuation?.resume(returning: false)
    }

    private func leaveHead(of authority: String) {
        let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard var line = state.lines[authority] else { return nil }
            defer { state.lines[authority] = line }
            if line.waiting.isEmpty {
                line.hasHead = false
                return nil
            }
            return line.waiting.removeFirst().continuation
        }
        next?.resume(returning: true)
    }
}
