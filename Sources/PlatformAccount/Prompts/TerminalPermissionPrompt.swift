import Base
import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Asks in the terminal the process was started in; nobody is asked without one, or in the background.
///
/// Reads one line of the terminal itself, whatever standard input is: `y` or `yes` allows, `n` or `no` refuses, an empty
/// line or the end of input dismisses, anything else is asked again.
public struct TerminalPermissionPrompt: PermissionPrompt {
    private let path: String

    /// The process's own terminal.
    public init() { self.init(path: "/dev/tty") }

    init(path: String) { self.path = path }

    /// See `PermissionPrompt`.
    public func ask(_ question: PermissionQuestion) async -> Bool? {
        guard let bell = Bell() else { return nil }
        let path = path
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    continuation.resume(returning: PromptTerminal(path, bell)?.ask(question) ?? nil)
                }
            }
        } onCancel: {
            bell.ring()
        }
    }

    static func text(_ question: PermissionQuestion) -> String {
        let provider = question.providerName.map { " (\($0))" } ?? ""
        return "Allow \"\(printable(question.applicationName))\" to use your TV provider\(provider)? [y/n] "
    }
}

/// A terminal open for a question.
final class PromptTerminal {
    private let descriptor: Int32
    private let bell: Bell
    private var unread: [UInt8] = []

    /// Nil when there is none, or another process has it: reading would stop this one.
    convenience init?(_ path: String, _ bell: Bell) {
        let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOCTTY)
        if descriptor < 0 { return nil }
        self.init(descriptor: descriptor, bell)
        if isatty(descriptor) == 0 || tcgetpgrp(descriptor) != getpgrp() { return nil }
    }

    /// Takes an open one over.
    init(descriptor: Int32, _ bell: Bell) {
        self.bell = bell
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    func ask(_ question: PermissionQuestion) -> Bool? {
        while true {
            say(TerminalPermissionPrompt.text(question))
            guard let line = line() else {
                say("\n")
                return nil
            }
            switch line.lowercased().filter({ !$0.isWhitespace }) {
            case "y", "yes": return true
            case "n", "no": return false
            case "": return nil
            default: say("Please answer y or n; Enter decides later.\n")
            }
        }
    }

    private func say(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(descriptor, bytes, bytes.count)
    }

    /// Nil at the end of input, or when the bell rings.
    private func line() -> String? {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: unread[..<end], as: UTF8.self)
                unread.removeSubrange(...end)
                return line
            }
            var pollers = [descriptor, bell.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            if poll(&pollers, 2, -1) < 0, errno != EINTR { return nil }
            if pollers[1].revents != 0 { return nil }
            guard pollers[0].revents != 0 else { continue }
            var buffer = [UInt8](repeating: 0, count: 1024)
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0, unread.count < 65_536 else { return nil }
            unread += buffer.prefix(count)
        }
    }
}
