import Base
public import Foundation
import Glibc

// @unchecked: what describes the child is set by one task before it runs; what happens to it is behind the lock.
/// Another program, started by a test.
///
/// Not Foundation's `Process`: it waits on run loops of the threads that started it, and those of Swift's tasks come and go.
/// The properties have its names and are set before `run()`. A child does not outlive its object.
public final class ChildProcess: @unchecked Sendable {
    /// It could not be started.
    public struct Failure: Error, CustomStringConvertible {
        /// What was to be started, and why it was not.
        public let description: String
    }

    private struct State {
        var pid: pid_t = 0
        /// As `waitpid` tells it.
        var ended: Int32?
    }

    /// The program.
    public var executableURL: URL?
    /// Its words, without its name.
    public var arguments: [String] = []
    /// Nil: this process's own.
    public var environment: [String: String]?
    /// A `Pipe` or a `FileHandle`; nil = that of this process.
    public var standardInput: Any?
    /// As above.
    public var standardOutput: Any?
    /// As above.
    public var standardError: Any?

    private let state = Lock(State())

    /// Makes a child that does not run yet.
    public init() {}

    deinit {
        guard isRunning else { return }
        // With all it has started.
        kill(-processIdentifier, SIGKILL)
        waitUntilExit()
    }

    /// 0 before it was started.
    public var processIdentifier: pid_t { state.withLock { $0.pid } }

    /// Starts it in a process group of its own, with no signal blocked and no file open but the three.
    public func run() throws {
        guard let program = executableURL?.path, processIdentifier == 0 else {
            throw Failure(description: "no program, or started before")
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let inputs = [(standardInput as? Pipe)?.fileHandleForReading]
        let outputs = [standardOutput, standardError].map { ($0 as? Pipe)?.fileHandleForWriting }
        for (place, (end, stream)) in zip(inputs + outputs, [standardInput, standardOutput, standardError]).enumerated()
        {
            guard let file = end ?? stream as? FileHandle else { continue }
            if file === FileHandle.nullDevice {
                posix_spawn_file_actions_addopen(&actions, Int32(place), "/dev/null", O_RDWR, 0)
            } else {
                posix_spawn_file_actions_adddup2(&actions, file.fileDescriptor, Int32(place))
            }
        }
        Self.closeOthers(&actions)
        let pid = try Self.spawn(program, arguments, environment, &actions)
        state.withLock { $0.pid = pid }
        // The reader sees the end only when nobody else holds the writing end.
        for end in inputs + outputs { try? end?.close() }
    }

    /// Whether it was started and has not ended.
    public var isRunning: Bool {
        state.withLock { state in
            guard state.pid > 0, state.ended == nil else { return false }
            var status: Int32 = 0
            if waitpid(state.pid, &status, WNOHANG) == 0 { return true }
            state.ended = status
            return false
        }
    }

    /// Waits for its end, however long.
    public func waitUntilExit() {
        // Not reaped before its status is kept: its number is nobody else's meanwhile.
        var info = siginfo_t()
        while isRunning, waitid(P_PID, id_t(processIdentifier), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        _ = isRunning
    }

    /// The exit status; 128 more than the signal that ended it, as a shell says; -1 before `waitUntilExit()`.
    public var terminationStatus: Int32 {
        guard let ended = state.withLock({ $0.ended }) else { return -1 }
        let signal = ended & 0x7F
        return signal == 0 ? (ended >> 8) & 0xFF : 128 + signal
    }

    /// Sends it a signal, unless it has ended.
    public func terminate(by signal: Int32) {
        state.withLock { state in
            if state.pid > 0, state.ended == nil { kill(state.pid, signal) }
        }
    }

    private static func spawn(
        _ program: String, _ arguments: [String], _ environment: [String: String]?,
        _ actions: inout posix_spawn_file_actions_t
    ) throws -> pid_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
        let variables = environment ?? ProcessInfo.processInfo.environment
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        var fields = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + fields { free(text) } }
        var pid: pid_t = 0
        let failure = posix_spawn(&pid, program, &actions, &attributes, &words, &fields)
        guard failure == 0 else { throw Failure(description: "\(program): \(String(cString: strerror(failure)))") }
        return pid
    }

    private typealias CloseFrom = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

    /// The C library has it since 2.34, but its Swift module does not.
    private static func closeOthers(_ actions: inout posix_spawn_file_actions_t) {
        guard let found = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return }
        _ = unsafeBitCast(found, to: CloseFrom.self)(&actions, 3)
    }
}
