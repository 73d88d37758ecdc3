import AccessEnablerConformance
import Base
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
    // Touched on `queue` alone, too.
    private nonisolated(unsafe) var isOver = false

    init(all: Int, _ terminal: Terminal) {
        self.all = all
        self.terminal = terminal
        Interruption.progress.withLock { $0 = self }
    }

    /// A case is done.
    func take(_ result: CaseResult) {
        guard terminal.isThere else { return }
        queue.sync {
            if isOver { return }
            counts.done += 1
            if result.outcome == .fails || result.outcome == .couldNotRun { counts.failing += 1 }
            let line = TerminalReport.progress(
                done: counts.done, of: all, failing: counts.failing, colours: terminal.hasColours)
            Self.show("\r\(line)\u{1B}[K")
        }
    }

    /// The line goes away, and does not come again.
    func end() {
        guard terminal.isThere else { return }
        queue.sync {
            isOver = true
            Self.show("\r\u{1B}[K")
        }
    }

    /// A progress line that cannot be shown is no reason to end.
    private static func show(_ text: String) { try? WholeText.write(text, to: STDOUT_FILENO) }
}
