public import Dispatch
import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Whether a person reads and types here.
public var isTerminal: Bool { isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0 }

/// Prints a line, at once; ends the process where nobody reads any more, or nothing can be written.
public func say(_ text: String, end: String = "\n") {
    var rest = Array((text + end).utf8)[...]
    while !rest.isEmpty {
        let written = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
        if written < 0, errno == EINTR { continue }
        guard written >= 0 else {
            // As behind `| head -1`, where the signal is ignored.
            if errno == EPIPE { exit(128 + SIGPIPE) }
            give(up: "standard output cannot be written: \(String(cString: strerror(errno)))", code: 1)
        }
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

/// For a program without options: says what it does when asked to (`--help`), refuses all else, and goes on without words.
public func expectNoOptions(about: String) {
    guard let word = CommandLine.arguments.dropFirst().first else { return }
    guard ["--help", "-h"].contains(word) else { give(up: "'\(word)' is not known (try --help)", code: 2) }
    say(about)
    leave(0)
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
    /// What a script has not answered yet; nil = a person types.
    private let script: Mutex<[String]?>
    private let isAsking = Mutex(false)
    private let asked = DispatchSemaphore(value: 0)
    private let hear: @Sendable (String?) -> Void

    /// Without a script, reads standard input: a line when it is asked for, so that what comes faster waits outside.
    public init(script: [String]?, hear: @escaping @Sendable (String?) -> Void) {
        self.hear = hear
        self.script = Mutex(script)
        guard script == nil else { return }
        Thread.detachNewThread {
            var hasEnded = false
            while true {
                self.asked.wait()
                let line = hasEnded ? nil : typedLine()
                // The end stays the end.
                hasEnded = line == nil
                // Without a terminal nothing shows what was typed; and the end of input comes without a line end.
                if line == nil || isatty(STDIN_FILENO) == 0 { say(line ?? "") }
                self.isAsking.withLock { $0 = false }
                hear(line)
            }
        }
    }

    /// Asks; what no terminal shows is shown as if typed.
    public func ask(_ question: String) {
        say(question, end: " ")
        let answer = script.withLock { script -> String?? in
            guard let next = script?.first else { return script == nil ? nil : .some(nil) }
            script?.removeFirst()
            return next
        }
        if let answer {
            say(answer ?? "")
            return hear(answer)
        }
        let isAsked = isAsking.withLock { isAsking in
            defer { isAsking = true }
            return isAsking
        }
        if !isAsked { asked.signal() }
    }
}

/// A line of standard input; nil at its end, and for what is too long to be a line.
private func typedLine() -> String? {
    var bytes: [UInt8] = []
    while bytes.count < 65_536 {
        var byte: UInt8 = 0
        let count = read(STDIN_FILENO, &byte, 1)
        if count < 0, errno == EINTR { continue }
        guard count == 1 else { return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self) }
        if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
        bytes.append(byte)
    }
    return nil
}
