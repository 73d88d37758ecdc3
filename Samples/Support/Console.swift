public import Dispatch
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Whether a person reads and types here.
public var isTerminal: Bool { isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0 }

/// Prints a line, at once.
public func say(_ text: String, end: String = "\n") {
    var rest = Array((text + end).utf8)[...]
    while !rest.isEmpty {
        let written = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
        if written < 0, errno == EINTR { continue }
        guard written > 0 else { return }
        rest = rest.dropFirst(written)
    }
}

/// Ends the process.
public func leave(_ code: Int32) -> Never { exit(code) }

/// Ends the process with one line of complaint.
public func give(up complaint: String, code: Int32) -> Never {
    let name = CommandLine.arguments.first?.split(separator: "/").last ?? "sample"
    let bytes = Array("\(name): \(complaint)\n".utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
    exit(code)
}

/// Calls `body` at each Ctrl-C, instead of ending the process.
public func onInterrupt(_ body: @escaping @Sendable () -> Void) -> any DispatchSourceSignal {
    signal(SIGINT, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: SIGINT)
    source.setEventHandler(handler: body)
    source.resume()
    return source
}

/// Lines a person types, or a script in their place; each goes to `hear` when it is asked for, nil at the end.
public final class Keyboard: Sendable {
    private struct State {
        /// What was typed, or will be, and has not been asked for.
        var ahead: [String?]
        var isAsking = false
    }

    private let isScripted: Bool
    private let state: Mutex<State>
    private let hear: @Sendable (String?) -> Void

    /// Without a script, reads standard input from now on.
    public init(script: [String]?, hear: @escaping @Sendable (String?) -> Void) {
        self.hear = hear
        isScripted = script != nil
        state = Mutex(State(ahead: script.map { $0 + [nil] } ?? []))
        guard script == nil else { return }
        DispatchQueue.global().async {
            while let line = readLine() { self.take(line) }
            self.take(nil)
        }
    }

    /// Asks; what a script answers is shown as if typed.
    public func ask(_ question: String) {
        say(question, end: " ")
        let line = state.withLock { state -> String?? in
            guard let next = state.ahead.first else {
                state.isAsking = true
                return nil
            }
            // The end stays the end.
            if next != nil { state.ahead.removeFirst() }
            return .some(next)
        }
        guard let line else { return }
        if isScripted { say(line ?? "") }
        hear(line)
    }

    private func take(_ line: String?) {
        let isAsked = state.withLock { state in
            defer { state.isAsking = false }
            if !state.isAsking || line == nil { state.ahead.append(line) }
            return state.isAsking
        }
        if isAsked { hear(line) }
    }
}
