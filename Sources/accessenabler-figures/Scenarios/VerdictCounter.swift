import AccessEnabler
import Base
import Dispatch

/// A host that counts verdicts, and wakes whoever waits for the last of them.
final class VerdictCounter: AccessEnablerDelegate {
    private struct State {
        var due = 0
        var status = -1
    }

    private let state = Lock(State())
    private let isOver = DispatchSemaphore(value: 0)

    /// From now on, so many verdicts are due.
    func expect(_ count: Int) {
        state.withLock { $0.due = count }
    }

    /// Blocks until they are in: the last one's status, or nil after ten minutes.
    func wait() -> Int? {
        isOver.wait(timeout: .now() + 600) == .success ? state.withLock { $0.status } : nil
    }

    func setRequestorComplete(_ status: Int) {}

    func setAuthenticationStatus(_ status: Int, errorCode: String) {
        let isLast = state.withLock { state in
            state.status = status
            state.due -= 1
            return state.due == 0
        }
        if isLast { isOver.signal() }
    }
}
