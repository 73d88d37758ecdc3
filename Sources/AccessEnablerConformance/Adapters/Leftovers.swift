import Base
import FoundationEssentials

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What this process would leave behind if it ended now: adapters with all they started, folders and drafts.
///
/// A program that is told to end in the middle of a run calls `clear()` first.
public enum Leftovers {
    private struct State {
        var groups: Set<pid_t> = []
        var paths: Set<String> = []
        var isOver = false
    }

    private static let state = Lock(State())

    /// A file or folder that is to go when the run is broken off.
    public static func add(path: String) { state.withLock { _ = $0.paths.insert(path) } }

    /// It is gone, or is to stay.
    public static func drop(path: String) { state.withLock { _ = $0.paths.remove(path) } }

    /// Ends every adapter by force with all it started, and removes what lies in files; the process is to end then, and
    /// can start no adapter any more.
    public static func clear() {
        let paths = state.withLock { state in
            state.isOver = true
            for group in state.groups { _ = kill(-group, SIGKILL) }
            return state.paths
        }
        for path in paths { try? FileManager.default.removeItem(atPath: path) }
    }

    /// Starts a process that leads a group. None is missed: `clear()` waits for it.
    static func start(_ launch: ProgramStart) throws(ProgramStart.Failure) -> pid_t {
        try state.withLock { (state) throws(ProgramStart.Failure) in
            if state.isOver { throw ProgramStart.Failure(number: ECANCELED) }
            let group = try launch.start()
            state.groups.insert(group)
            return group
        }
    }

    /// Ends a group, and reaps what leads it: from then on its id may be another's.
    static func end(group: pid_t, reap: () -> Void) {
        state.withLock { state in
            _ = kill(-group, SIGKILL)
            reap()
            state.groups.remove(group)
        }
    }
}
