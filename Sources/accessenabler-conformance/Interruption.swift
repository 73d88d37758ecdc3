import AccessEnablerConformance
import Base
import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Ctrl-C, a terminal that is closed, a request to end: the command ends at once, and leaves nothing behind.
enum Interruption {
    /// What has to be put right on the terminal.
    static let progress = Lock<ProgressLine?>(nil)

    // Written once, before there is a handler that reads it.
    private nonisolated(unsafe) static var pipe: (read: Int32, write: Int32) = (-1, -1)

    /// From now on. Whoever started the command may have chosen that some signals are ignored, as `nohup` does: they stay
    /// ignored.
    static func watch() {
        // Told by the write that fails.
        signal(SIGPIPE, SIG_IGN)
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { return }
        for file in ends { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }
        pipe = (ends[0], ends[1])
        DispatchQueue(label: "interruption").async {
            var number = UInt8(0)
            while read(pipe.read, &number, 1) < 0, errno == EINTR {}
            Leftovers.clear()
            progress.withLock { $0 }?.end()
            _exit(128 + Int32(number))
        }
        // Waiting for signals instead would not do: the main thread of Swift takes them all.
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] where !isIgnored(number) {
            signal(number) { number in
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(Interruption.pipe.write, &byte, 1)
            }
        }
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        let before = signal(number, SIG_DFL)
        signal(number, before)
        return unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
