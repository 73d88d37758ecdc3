import Foundation

/// Ctrl-C and SIGTERM: what Juice made goes, the terminal is as it was, and whoever started it can tell.
enum Interruption {
    private static var signals: sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        return signals
    }

    /// Keeps both for `watch`. Before the first thread is made, so that every thread leaves them to it.
    static func hold() {
        var signals = signals
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Removes the directory when one comes, and ends the process with 128 + its number.
    static func watch(removing directory: URL) {
        var terminal = termios()
        let isTerminal = tcgetattr(STDIN_FILENO, &terminal) == 0
        let modes = terminal
        Thread.detachNewThread {
            var (signals, number, modes) = (signals, Int32(0), modes)
            sigwait(&signals, &number)
            try? FileManager.default.removeItem(at: directory)
            if isTerminal {
                tcsetattr(STDIN_FILENO, TCSANOW, &modes)
                // The shell's prompt stands on a line of its own.
                FileHandle.standardError.write(Data("\n".utf8))
            }
            // Not `exit`: another thread may sit in `readLine`, and hold what `exit` would wait for.
            _exit(128 + number)
        }
    }
}
