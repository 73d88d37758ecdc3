import Base

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A program in a process of its own, with pipes to its input and from its output.
///
/// Used from one thread.
final class Child {
    /// How a child ended, and what it took.
    struct End {
        /// The exit status; -1 after a signal.
        var status: Int32
        /// CPU time of all its threads, user and system, in seconds.
        var cpu: Double
    }

    /// It could not be started.
    struct Missing: Error {
        var program: String
    }

    let program: String
    private let pid: pid_t
    private var input: Int32
    private let output: Int32
    private var unread: [UInt8] = []

    /// Starts a program, looked for on the PATH unless its name holds a slash.
    ///
    /// With `mixesErrors` its standard error goes where its output goes, instead of where ours goes.
    init(_ program: String, _ arguments: [String] = [], mixesErrors: Bool = false) throws(Missing) {
        self.program = program
        guard let toChild = Self.makePipe(), let fromChild = Self.makePipe() else { throw Missing(program: program) }
        input = toChild.write
        output = fromChild.read
        let launch = ProgramStart(
            [program] + arguments, input: .file(toChild.read), output: .file(fromChild.write),
            errors: mixesErrors ? .file(fromChild.write) : .inherited)
        defer {
            close(toChild.read)
            close(fromChild.write)
        }
        guard let pid = try? launch.start() else {
            close(input)
            close(output)
            throw Missing(program: program)
        }
        self.pid = pid
    }

    /// Writes to its input and, as the last thing, may close that.
    func give(_ text: String, closing: Bool = false) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            rest = rest.dropFirst(count)
        }
        if closing { closeInput() }
    }

    func closeInput() {
        if input >= 0 { close(input) }
        input = -1
    }

    /// The next line of its output; nil at the end.
    func line() -> String? {
        while true {
            if let end = unread.firstIndex(of: 0x0A) {
                defer { unread.removeSubrange(...end) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            guard fill() else { return nil }
        }
    }

    /// The rest of its output.
    func rest() -> String {
        while fill() {}
        defer { unread = [] }
        return String(decoding: unread, as: UTF8.self)
    }

    /// Waits for its end. Its input is closed first; nothing of its output is read.
    func end() -> End {
        closeInput()
        var status: Int32 = 0
        var usage = rusage()
        while wait4(pid, &status, 0, &usage) < 0, errno == EINTR {}
        close(output)
        let isExit = status & 0x7F == 0
        return End(status: isExit ? (status >> 8) & 0xFF : -1, cpu: usage.cpuSeconds)
    }

    /// Ends that no other child inherits.
    private static func makePipe() -> (read: Int32, write: Int32)? {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    private func fill() -> Bool {
        var part = [UInt8](repeating: 0, count: 64 << 10)
        let count = read(output, &part, part.count)
        if count < 0, errno == EINTR { return fill() }
        guard count > 0 else { return false }
        unread += part.prefix(count)
        return true
    }
}

extension Child {
    /// Runs a program to its end: what it wrote on both outputs, or nil when it is not there or failed.
    static func output(of program: String, _ arguments: [String], input: String = "") -> String? {
        guard let child = try? Child(program, arguments, mixesErrors: true) else { return nil }
        child.give(input, closing: true)
        let output = child.rest()
        return child.end().status == 0 ? output : nil
    }
}

extension rusage {
    /// User and system time.
    var cpuSeconds: Double {
        Double(ru_utime.tv_sec + ru_stime.tv_sec) + Double(ru_utime.tv_usec + ru_stime.tv_usec) / 1_000_000
    }
}
