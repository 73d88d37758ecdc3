import Base

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A program just started, and this side's ends of its streams.
struct Spawned {
    let pid: pid_t
    let input: Int32
    let output: Int32
    let errors: Int32
    /// A pipe of this side alone.
    let wake: (read: Int32, write: Int32)
    /// Ends the group when this process has ended, however it ended; nil = there is no shell.
    let guardian: Guardian?

    /// Starts a program in a process group of its own, looked for on the PATH unless its name holds a slash.
    init(_ command: [String]) throws(AdapterError) {
        func failure(_ number: Int32) -> AdapterError {
            .cannotStart(command: command.joined(separator: " "), reason: String(cString: strerror(number)))
        }
        var open: [Int32] = []
        func pipe() throws(AdapterError) -> (read: Int32, write: Int32) {
            var ends: [Int32] = [-1, -1]
            guard Glibc.pipe(&ends) == 0 else {
                let number = errno
                for file in open { close(file) }
                throw failure(number)
            }
            for file in ends { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }
            open += ends
            return (ends[0], ends[1])
        }
        let (toChild, fromChild, complaints, wake) = (try pipe(), try pipe(), try pipe(), try pipe())
        let launch = ProgramStart(
            command, input: .file(toChild.read), output: .file(fromChild.write), errors: .file(complaints.write),
            group: 0)
        defer { for file in [toChild.read, fromChild.write, complaints.write] { close(file) } }
        do throws(ProgramStart.Failure) {
            pid = try Leftovers.start(launch)
        } catch {
            for file in [toChild.write, fromChild.read, complaints.read, wake.read, wake.write] { close(file) }
            throw failure(error.number)
        }
        for file in [toChild.write, fromChild.read, complaints.read, wake.read, wake.write] {
            _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK)
        }
        guardian = Guardian(of: pid)
        input = toChild.write
        output = fromChild.read
        errors = complaints.read
        self.wake = wake
    }
}

/// A shell in an adapter's process group that waits for the end of this process, and then ends the group: a kit killed
/// by force can do nothing any more.
struct Guardian {
    private let pid: pid_t
    /// Open as long as this process lives.
    private let line: Int32

    init?(of group: pid_t) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for file in ends { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        let shell = ProgramStart(
            ["/bin/sh", "-c", "read -r line; kill -s KILL 0"], input: .file(ends[0]), output: .nothing,
            errors: .nothing, group: group)
        guard let pid = try? shell.start() else {
            close(ends[1])
            return nil
        }
        self.pid = pid
        line = ends[1]
    }

    /// Once its group was ended.
    func reap() {
        close(line)
        while waitpid(pid, nil, 0) < 0, errno == EINTR {}
    }
}

/// Writing to a pipe nobody reads any more, without the signal that would end this process.
enum WithoutSignal {
    /// What came of it.
    enum Outcome {
        /// So many bytes are written.
        case wrote(Int)
        /// There is no room now.
        case later
        /// Nobody reads.
        case never
    }

    /// Writes what there is room for.
    static func write(_ bytes: ArraySlice<UInt8>, to file: Int32) -> Outcome {
        var pipe = sigset_t()
        sigemptyset(&pipe)
        sigaddset(&pipe, SIGPIPE)
        var before = sigset_t()
        var pending = sigset_t()
        sigpending(&pending)
        let wasPending = sigismember(&pending, SIGPIPE) == 1
        pthread_sigmask(SIG_BLOCK, &pipe, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        while true {
            let count = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count >= 0 { return .wrote(count) }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .later
            case EPIPE:
                var now = timespec()
                if !wasPending { while sigtimedwait(&pipe, nil, &now) < 0, errno == EINTR {} }
                return .never
            default: return .never
            }
        }
    }
}
