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
    /// It closed its input, but did not end.
    case closedInput
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
    /// It told a callback of an object that had gone, when the case was over already.
    case late(object: Int)
    /// Another process of it says another hello than the first: its name there.
    case otherHello(name: String)
    /// It was of no use so often in a row: what happened the last time.
    case givenUp(after: Int, Vain, last: String)
    /// It was closed by this side.
    case closed

    /// What leads to nothing, again and again.
    public enum Vain: Sendable, Hashable {
        /// Its process ended before it had made one object.
        case starts
        /// It told nothing at all in a case.
        case cases
        /// A message was not answered.
        case messages
    }

    /// Nothing of the surroundings: no object may do so (Always.release).
    var isLate: Bool { if case .late = self { true } else { false } }

    /// It is not only gone: it did what no adapter may do.
    var isBreach: Bool {
        switch self {
        case .exited, .killed, .closed: false
        default: true
        }
    }
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
        case .closedInput: "the adapter closed its input"
        case .doesNotRead(let waiting): "the adapter does not read its input: \(waiting) bytes wait"
        case .noAnswer(let message, let limit): "the adapter did not answer '\(message)' within \(limit)"
        case .failed(let words): "the adapter could not do it: \(words)"
        case .exited(let status, let errors):
            "the adapter's process ended with exit status \(status)" + Self.told(errors)
        case .killed(let signal, let errors): "signal \(signal) ended the adapter's process" + Self.told(errors)
        case .tooMuch(let limit): "the adapter wrote more than \(limit) bytes in one case"
        case .late(let object):
            "the adapter told a callback of object \(object) after it had gone, and its case was over"
        case .otherHello(let name): "the adapter says another hello than it did at first: '\(name)'"
        case .givenUp(let count, let vain, let last):
            "the adapter was given up after \(count) \(vain.words); the last time: \(last)"
        case .closed: "the adapter was closed"
        }
    }

    private static func told(_ errors: [String]) -> String {
        errors.isEmpty ? "" : "; it wrote to standard error: " + errors.suffix(3).joined(separator: " | ")
    }
}

extension AdapterError.Vain {
    fileprivate var words: String {
        switch self {
        case .starts: "starts in a row that led to nothing"
        case .cases: "cases in a row in which it told nothing"
        case .messages: "messages in a row that it did not answer"
        }
    }
}
