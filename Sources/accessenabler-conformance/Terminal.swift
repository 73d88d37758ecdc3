import AccessEnablerConformance
import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Standard output, when a person looks at it.
struct Terminal {
    /// It is a terminal.
    let isThere: Bool
    /// It shows colours, and nobody minds.
    let hasColours: Bool

    init(isPlain: Bool) {
        func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
        isThere = isatty(STDOUT_FILENO) == 1 && variable("TERM") != "dumb"
        hasColours = isThere && !isPlain && variable("NO_COLOR").isEmpty
    }
}

/// How far the run has come: one line, written over and over. Nothing when nobody looks.
final class ProgressLine: Sendable {
    private let all: Int
    private let terminal: Terminal
    private let queue = DispatchQueue(label: "progress")
    // Touched on `queue` alone.
    private nonisolated(unsafe) var counts = (done: 0, failing: 0)

    init(all: Int, _ terminal: Terminal) {
        self.all = all
        self.terminal = terminal
    }

    /// A case is done.
    func take(_ result: CaseResult) {
        guard terminal.isThere else { return }
        queue.sync {
            counts.done += 1
            if result.outcome == .fails || result.outcome == .couldNotRun { counts.failing += 1 }
            let line = TerminalReport.progress(
                done: counts.done, of: all, failing: counts.failing, colours: terminal.hasColours)
            _ = Output.write("\r\(line)\u{1B}[K")
        }
    }

    /// The line goes away.
    func end() {
        if terminal.isThere { queue.sync { _ = Output.write("\r\u{1B}[K") } }
    }
}
