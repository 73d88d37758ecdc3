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
        guard let program = command.first, !program.isEmpty else { throw failure(ENOENT) }
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
        var pid: pid_t = 0
        let files = [toChild.read, fromChild.write, complaints.write]
        let number = Leftovers.start { (Self.spawn(command, program, files: files, group: 0, &pid), pid) }
        for file in files { close(file) }
        guard number == 0 else {
            for file in [toChild.write, fromChild.read, complaints.read, wake.read, wake.write] { close(file) }
            throw failure(number)
        }
        for file in [toChild.write, fromChild.read, complaints.read, wake.read, wake.write] {
            _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK)
        }
        self.pid = pid
        guardian = Guardian(of: pid)
        input = toChild.write
        output = fromChild.read
        errors = complaints.read
        self.wake = wake
    }

    /// Starts a program with these three files, and no other, in a process group; 0 = one of its own.
    fileprivate static func spawn(
        _ command: [String], _ program: String, files: [Int32], group: pid_t, _ pid: inout pid_t
    ) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (place, file) in files.enumerated() { posix_spawn_file_actions_adddup2(&actions, file, Int32(place)) }
        closeOthers(&actions)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, group)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        return posix_spawnp(&pid, program, &actions, &attributes, &words, environ)
    }
}

extension Spawned {
    private typealias CloseFrom = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

    /// Not all that is open here was opened to be closed there, and pipes of other adapters must not stay open there.
    private static func closeOthers(_ actions: inout posix_spawn_file_actions_t) {
        // The C library has it since 2.34, but its Swift module does not.
        if let found = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") {
            _ = unsafeBitCast(found, to: CloseFrom.self)(&actions, 3)
        } else {
            for file in Int32(3)..<256 { posix_spawn_file_actions_addclose(&actions, file) }
        }
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
        let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { if nothing >= 0 { close(nothing) } }
        var pid: pid_t = 0
        let command = ["sh", "-c", "read -r line; kill -s KILL 0"]
        guard nothing >= 0,
            Spawned.spawn(command, "/bin/sh", files: [ends[0], nothing, nothing], group: group, &pid) == 0
        else {
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
