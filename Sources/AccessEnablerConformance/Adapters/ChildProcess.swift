import Base
import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A program in a process of its own: what it writes, what it is told, and its end.
///
/// It leads a process group, so that nothing it started outlives it, nor does it outlive this process. It inherits no open file but its three streams.
/// Everything arrives on one thread, one thing after the other.
final class ChildProcess: Sendable {
    /// How it ended.
    enum End: Sendable, Hashable {
        case exited(Int32)
        case killed(signal: Int32)
    }

    /// What arrives.
    struct Handlers: Sendable {
        var output: @Sendable ([UInt8]) -> Void
        var errors: @Sendable ([UInt8]) -> Void
        /// It closed its output, and has not ended.
        var closedOutput: @Sendable () -> Void
        /// It closed its input, is told something all the same, and has not ended.
        var closedInput: @Sendable () -> Void
        /// Called once, after everything else.
        var end: @Sendable (End) -> Void
    }

    fileprivate struct State {
        /// Nil once it is closed.
        var input: Int32?
        var backlog: [UInt8] = []
        var closesInput = false
        /// Nobody reads what the program is told.
        var isDeaf = false
        var hasEnded = false
        /// Nil once the process is reaped: its id may be another's.
        var pid: pid_t?
        /// Wakes the thread that waits for something to happen; nil once that is over.
        var wake: Int32?
    }

    /// Time in which a process that closed a stream ends, if that was its end.
    private static let grace = Duration.milliseconds(500)

    let pid: pid_t
    private let files: Spawned
    private let handlers: Handlers
    private let state: Lock<State>

    /// Starts a program, looked for on the PATH unless its name holds a slash.
    init(_ command: [String], _ handlers: Handlers) throws(AdapterError) {
        files = try Spawned(command)
        pid = files.pid
        state = Lock(State(input: files.input, pid: files.pid, wake: files.wake.write))
        self.handlers = handlers
        DispatchQueue(label: "conformance.adapter").async { [self] in serve() }
        DispatchQueue(label: "conformance.adapter.end").async { [self] in waitForEnd() }
    }

    /// How many bytes wait to be read by the program.
    var waiting: Int { state.withLock { $0.backlog.count } }

    /// Tells the program something.
    func write(_ bytes: [UInt8]) {
        state.withLock { state in
            guard state.input != nil, !state.closesInput else { return }
            state.backlog += bytes
            state.ring()
        }
    }

    /// Tells the program that nothing more comes, once it has read the rest.
    func closeInput() {
        state.withLock { state in
            state.closesInput = true
            state.ring()
        }
    }

    /// Ends the program and what it started.
    func kill() {
        state.withLock { state in
            if let pid = state.pid { _ = Glibc.kill(-pid, SIGKILL) }
        }
    }

    /// Waits on a thread of its own. The process stays a zombie meanwhile, so that its id is nobody else's.
    private func waitForEnd() {
        var information = siginfo_t()
        while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        state.withLock { state in
            state.hasEnded = true
            state.ring()
        }
    }
}

extension ChildProcess.State {
    /// Wakes the thread that waits.
    fileprivate func ring() {
        // A full pipe wakes it, too.
        if let wake { _ = Glibc.write(wake, [1], 1) }
    }
}

// MARK: - The thread

extension ChildProcess {
    /// Reads and writes until the process has ended.
    private func serve() {
        var output: Int32? = files.output
        var errors: Int32? = files.errors
        var closed: ContinuousClock.Instant?
        while !state.withLock({ $0.hasEnded }) {
            waitForSomething(output, errors, limit: closed)
            Self.drain(files.wake.read)
            flush()
            Self.take(&errors, handlers.errors)
            Self.take(&output, handlers.output)
            let (isDeaf, hasEnded) = state.withLock { ($0.isDeaf, $0.hasEnded) }
            if output == nil || isDeaf, closed == nil { closed = .now + Self.grace }
            if let limit = closed, limit <= .now, !hasEnded {
                if output == nil { handlers.closedOutput() } else { handlers.closedInput() }
                closed = .now + .seconds(3600)
            }
        }
        // What it wrote last lies in the pipes still; what holds them open beside it is not waited for.
        Self.take(&errors, handlers.errors)
        Self.take(&output, handlers.output)
        let end = reap()
        for file in [output, errors, files.wake.read] { if let file { close(file) } }
        handlers.end(end)
    }

    private func waitForSomething(_ output: Int32?, _ errors: Int32?, limit: ContinuousClock.Instant?) {
        let input = state.withLock { $0.backlog.isEmpty ? nil : $0.input }
        var polls = [files.wake.read, output, errors].compactMap(\.self).map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        if let input { polls.append(pollfd(fd: input, events: Int16(POLLOUT), revents: 0)) }
        let time = limit.map { max(0, ($0 - .now).inMilliseconds + 1) } ?? -1
        _ = poll(&polls, nfds_t(polls.count), Int32(time))
    }

    private func flush() {
        state.withLock { state in
            while let file = state.input {
                if state.backlog.isEmpty {
                    if state.closesInput { state.dropInput() }
                    return
                }
                switch WithoutSignal.write(state.backlog.prefix(1 << 16), to: file) {
                case .wrote(let count): state.backlog.removeFirst(count)
                case .later: return
                case .never:
                    state.dropInput()
                    state.isDeaf = true
                }
            }
        }
    }

    /// Reads what is there, up to a limit; closes a stream that is over.
    private static func take(_ file: inout Int32?, _ handler: ([UInt8]) -> Void) {
        guard let open = file else { return }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < 1 << 20 {
            let count = read(open, &part, part.count)
            if count > 0 {
                bytes += part.prefix(count)
                continue
            }
            if count < 0, errno == EINTR { continue }
            if count == 0 || errno != EAGAIN {
                close(open)
                file = nil
            }
            break
        }
        if !bytes.isEmpty { handler(bytes) }
    }

    private static func drain(_ file: Int32) {
        var part = [UInt8](repeating: 0, count: 256)
        while read(file, &part, part.count) > 0 {}
    }

    private func reap() -> End {
        var status: Int32 = 0
        state.withLock { state in
            state.dropInput()
            if let wake = state.wake { close(wake) }
            state.wake = nil
            // What it started goes with it.
            Leftovers.end(group: pid) {
                while waitpid(pid, &status, 0) < 0, errno == EINTR {}
                files.guardian?.reap()
            }
            state.pid = nil
        }
        let signal = status & 0x7F
        return signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
    }
}

extension ChildProcess.State {
    fileprivate mutating func dropInput() {
        if let input { close(input) }
        input = nil
        backlog = []
    }
}
