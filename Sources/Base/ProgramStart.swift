#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Another program, about to be started from this process: it gets the three files it is given and no other, blocks no
/// signal and ignores none, whatever the host does.
package struct ProgramStart: Sendable {
    /// Where one of its three standard files leads.
    package enum Stream: Sendable {
        /// To this process's own.
        case inherited
        /// Nowhere.
        case nothing
        /// To this file; it stays open here.
        case file(Int32)
    }

    /// Why it was not started.
    package struct Failure: Error, CustomStringConvertible {
        /// The system's error number.
        package let number: Int32

        package init(number: Int32) { self.number = number }

        package var description: String { String(cString: strerror(number)) }
    }

    /// The program, looked for on the PATH unless its name holds a slash, and its words.
    private let command: [String]
    /// Its standard input, output and error.
    private let streams: [Stream]
    /// The process group it joins, 0 = one of its own; nil = it stays in this process's.
    private let group: Int32?
    /// Its variables; nil = those of this process.
    private let environment: [String: String]?

    /// Describes it; see the members.
    package init(
        _ command: [String], input: Stream = .inherited, output: Stream = .inherited, errors: Stream = .inherited,
        group: Int32? = nil, environment: [String: String]? = nil
    ) {
        self.command = command
        streams = [input, output, errors]
        self.group = group
        self.environment = environment
    }

    /// Starts it. Whoever does waits for its end.
    package func start() throws(Failure) -> Int32 {
        guard let program = command.first, !program.isEmpty else { throw Failure(number: ENOENT) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (place, stream) in zip(Int32(0)..., streams) {
            switch stream {
            case .inherited: break
            case .nothing: posix_spawn_file_actions_addopen(&actions, place, "/dev/null", O_RDWR, 0)
            case .file(let file): posix_spawn_file_actions_adddup2(&actions, file, place)
            }
        }
        Self.closeOthers(&actions)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        setSignalsAndGroup(&attributes)
        var words = command.map { strdup($0) } + [nil]
        var variables = environment.map { $0.map { strdup("\($0.key)=\($0.value)") } + [nil] } ?? []
        defer { for text in words + variables { free(text) } }
        var pid = pid_t()
        let number =
            environment == nil
            ? posix_spawnp(&pid, program, &actions, &attributes, &words, environ)
            : posix_spawnp(&pid, program, &actions, &attributes, &words, &variables)
        guard number == 0 else { throw Failure(number: number) }
        return pid
    }

    private func setSignalsAndGroup(_ attributes: inout posix_spawnattr_t) {
        var none = sigset_t()
        sigemptyset(&none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, group ?? 0)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (group == nil ? 0 : POSIX_SPAWN_SETPGROUP)
        posix_spawnattr_setflags(&attributes, Int16(flags))
    }

    private typealias CloseFrom = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

    /// Not all that is open here was opened to be closed there.
    private static func closeOthers(_ actions: inout posix_spawn_file_actions_t) {
        // The C library has it since 2.34, but its Swift module does not.
        if let found = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") {
            _ = unsafeBitCast(found, to: CloseFrom.self)(&actions, 3)
        } else {
            for file in Int32(3)..<256 { posix_spawn_file_actions_addclose(&actions, file) }
        }
    }
}
