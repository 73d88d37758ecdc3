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

    /// Starts it in a process group of its own.
    public func run() throws {
        guard let program = executableURL?.path, processIdentifier == 0 else {
            throw Failure(description: "no program, or started before")
        }
        let inputs = [(standardInput as? Pipe)?.fileHandleForReading]
        let outputs = [standardOutput, standardError].map { ($0 as? Pipe)?.fileHandleForWriting }
        let streams = zip(inputs + outputs, [standardInput, standardOutput, standardError]).map {
            (end, given) -> ProgramStart.Stream in
            guard let file = end ?? given as? FileHandle else { return .inherited }
            return file === FileHandle.nullDevice ? .nothing : .file(file.fileDescriptor)
        }
        let launch = ProgramStart(
            [program] + arguments, input: streams[0], output: streams[1], errors: streams[2], group: 0,
            environment: environment)
        let pid: pid_t
        do throws(ProgramStart.Failure) {
            pid = try launch.start()
        } catch {
            throw Failure(description: "\(program): \(error)")
        }
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
}
