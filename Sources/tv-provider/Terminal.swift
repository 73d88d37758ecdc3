import Base
import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The person's terminal.
enum Terminal {
    /// Whether a person can be asked on standard input.
    static var isThere: Bool { isatty(STDIN_FILENO) != 0 && isatty(STDERR_FILENO) != 0 }

    /// Asks in one line; nil at the end of input.
    static func ask(_ question: String) -> String? {
        say(question)
        return line()
    }

    /// A line of standard input; nil at its end. Not buffered, so that what is typed ahead of a hidden question is not kept.
    static func line() -> String? {
        var bytes: [UInt8] = []
        while bytes.count < 65_536 {
            var byte: UInt8 = 0
            let count = read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self) }
            if byte == UInt8(ascii: "\n") { break }
            bytes.append(byte)
        }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The terminal as it was before a hidden question.
    private static let shown = Lock(termios?.none)

    /// Asks for what must not show; nil without a terminal, no text at the end of input.
    static func askHidden(_ question: String) -> String? {
        var before = termios()
        guard isatty(STDIN_FILENO) != 0, tcgetattr(STDIN_FILENO, &before) == 0 else { return nil }
        var hidden = before
        // Ctrl-Z would leave the terminal as it is.
        hidden.c_lflag &= ~tcflag_t(ECHO)
        withUnsafeMutablePointer(to: &hidden.c_cc) { pointer in
            pointer.withMemoryRebound(to: cc_t.self, capacity: Int(NCCS)) { $0[Int(VSUSP)] = 0 }
        }
        shown.withLock { $0 = before }
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
        say(question)
        let line = line()
        show()
        say("\n")
        return line ?? ""
    }

    /// Shows again what is typed, where it is hidden.
    private static func show() {
        shown.withLock { shown in
            if var before = shown { tcsetattr(STDIN_FILENO, TCSAFLUSH, &before) }
            shown = nil
        }
    }

    /// Has Ctrl-C, and whatever else asks the program to end, leave the terminal as it was, and say so in one line.
    ///
    /// What was under way ends with the process: a listener's port is free again, a transaction that was not committed is
    /// undone.
    static func leavesInOrder() -> [any DispatchSourceSignal] {
        [SIGINT, SIGTERM, SIGQUIT].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler {
                show()
                say("\ntv-provider: interrupted\n")
                exit(128 + number)
            }
            source.resume()
            return source
        }
    }

    /// To the person, not to whoever reads the answer.
    static func say(_ text: String) { try? WholeText.write(text, to: STDERR_FILENO) }

    /// Whoever reads the answer; the program ends when it cannot be had whole.
    static func answer(_ text: String) {
        if let status = WholeText.answer(text, from: "tv-provider") { exit(status) }
    }
}
