import Base
import Foundation

@testable import AccessEnablerConformance

/// A program run to its end, with every signal at its default.
final class Ran: Sendable {
    private let output = Lock<[UInt8]>([])
    private let errors = Lock<[UInt8]>([])
    private let end = OneShot<ChildProcess.End>()
    private let child: ChildProcess

    init(_ command: [String]) throws {
        let (output, errors, end) = (output, errors, end)
        child = try ChildProcess(
            command,
            ChildProcess.Handlers(
                output: { bytes in output.withLock { $0 += bytes } },
                errors: { bytes in errors.withLock { $0 += bytes } },
                closedOutput: {}, closedInput: {}, end: { end.give($0) }))
    }

    /// The kit's command, with these words.
    convenience init(kit words: [String], temporary: String? = nil) throws {
        let variables = temporary.map { ["env", "TMPDIR=\($0)"] } ?? []
        try self.init(variables + [try AdapterServeTests.command()] + words)
    }

    /// A line for the shell, in which `$kit` is the kit's command.
    convenience init(shell line: String) throws {
        try self.init(["env", "kit=\(try AdapterServeTests.command())", "/bin/sh", "-c", line])
    }

    /// How it ended: its exit status; with a minus, the signal.
    var status: Int32 {
        get async {
            switch await end.value {
            case .exited(let status): status
            case .killed(let signal): -signal
            }
        }
    }

    /// What it wrote, once it has ended.
    var told: (output: String, errors: String) {
        (
            String(decoding: output.withLock { $0 }, as: UTF8.self),
            String(decoding: errors.withLock { $0 }, as: UTF8.self)
        )
    }

    func send(_ signal: Int32) { _ = Foundation.kill(child.pid, signal) }
}
