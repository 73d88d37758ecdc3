/// Why an adapter cannot be used, or ended in the middle of something.
public enum AdapterError: Error, Sendable, Hashable {
    /// The command could not be started: why.
    case cannotStart(command: String, reason: String)
    /// It said nothing that is a hello in time.
    case noHello(after: Duration, errors: [String])
    /// It speaks another version of the protocol.
    case otherProtocol(String)
    /// It wrote a line that is no message, or one that makes no sense: its beginning, and what is wrong with it.
    case strange(line: String, reason: String)
    /// It wrote a line longer than this many bytes.
    case lineTooLong(Int)
    /// Its output ended in the middle of a line.
    case halfLine(String)
    /// It closed its output, but did not end.
    case closedOutput
    /// It does not read its input: this many bytes wait.
    case doesNotRead(waiting: Int)
    /// It did not answer a message in time.
    case noAnswer(to: String, after: Duration)
    /// It could not do what a message asked for: its own words.
    case failed(String)
    /// Its process ended with this exit status.
    case exited(Int32, errors: [String])
    /// A signal ended its process.
    case killed(signal: Int32, errors: [String])
    /// It wrote more than this many bytes in one case.
    case tooMuch(Int)
    /// So many of its processes in a row ended before they had made one object: why the last one did.
    case givenUp(after: Int, last: String)
    /// It was closed by this side.
    case closed
}

extension AdapterError: CustomStringConvertible {
    /// One line, for people.
    public var description: String {
        switch self {
        case .cannotStart(let command, let reason): "the adapter '\(command)' could not be started: \(reason)"
        case .noHello(let limit, let errors): "the adapter said no hello within \(limit)" + Self.told(errors)
        case .otherProtocol(let version): "the adapter speaks version \(version) of the protocol, this is version 1"
        case .strange(let line, let reason): "the adapter wrote what is no message (\(reason)): \(line)"
        case .lineTooLong(let limit): "the adapter wrote a line of more than \(limit) bytes"
        case .halfLine(let line): "the adapter's output ended in the middle of a line: \(line)"
        case .closedOutput: "the adapter closed its output"
        case .doesNotRead(let waiting): "the adapter does not read its input: \(waiting) bytes wait"
        case .noAnswer(let message, let limit): "the adapter did not answer '\(message)' within \(limit)"
        case .failed(let words): "the adapter could not do it: \(words)"
        case .exited(let status, let errors):
            "the adapter's process ended with exit status \(status)" + Self.told(errors)
        case .killed(let signal, let errors): "signal \(signal) ended the adapter's process" + Self.told(errors)
        case .tooMuch(let limit): "the adapter wrote more than \(limit) bytes in one case"
        case .givenUp(let count, let last):
            "the adapter was given up after \(count) starts in a row that led to nothing; the last time: \(last)"
        case .closed: "the adapter was closed"
        }
    }

    private static func told(_ errors: [String]) -> String {
        errors.isEmpty ? "" : "; it wrote to standard error: " + errors.suffix(3).joined(separator: " | ")
    }
}
