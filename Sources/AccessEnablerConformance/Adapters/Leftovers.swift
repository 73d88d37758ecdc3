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

    /// Makes a file or folder that is to go when the run is broken off; once it is, nothing is made any more, and the
    /// caller waits for the end. Negative = it could not be made, for the reason in `errno`.
    public static func make(path: String, _ make: () -> Int32) -> Int32 {
        let made = state.withLock { state -> Int32? in
            if state.isOver { return nil }
            let made = make()
            if made >= 0 { state.paths.insert(path) }
            return made
        }
        if let made { return made }
        while true { pause() }
    }

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
        // Who works in a folder may put something into it meanwhile: then it is there once more.
        for path in paths {
            for _ in 0..<100 where access(path, F_OK) == 0 { try? FileManager.default.removeItem(atPath: path) }
        }
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
