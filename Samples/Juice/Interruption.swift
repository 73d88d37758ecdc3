import Foundation

/// Ctrl-C and SIGTERM: what Juice made goes, the terminal is as it was, and whoever started it can tell.
enum Interruption {
    // Set once, before there is a handler that reads it.
    /// Where the handler writes.
    nonisolated(unsafe) private static var bell = Int32(-1)

    /// Removes the directory when one comes, and ends the process with 128 + its number.
    static func watch(removing directory: URL) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return }
        let ear = ends[0]
        bell = ends[1]
        var terminal = termios()
        let isTerminal = tcgetattr(STDIN_FILENO, &terminal) == 0
        let modes = terminal
        Thread.detachNewThread {
            var (number, modes) = (UInt8(0), modes)
            while read(ear, &number, 1) != 1 {}
            try? FileManager.default.removeItem(at: directory)
            if isTerminal {
                tcsetattr(STDIN_FILENO, TCSANOW, &modes)
                // The shell's prompt stands on a line of its own.
                FileHandle.standardError.write(Data("\n".utf8))
            }
            // Not `exit`: another thread may sit in `readLine`, and hold what `exit` would wait for.
            _exit(128 + Int32(number))
        }
        for number in [SIGINT, SIGTERM] {
            signal(number) { number in
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(Interruption.bell, &byte, 1)
            }
        }
    }
}
