import Base
import PlatformAccount

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

@main
struct Main {
    static func main() async {
        StandardStreams.fill()
        signal(SIGPIPE, SIG_IGN)
        let invocation: Invocation
        do throws(Invocation.Mistake) {
            invocation = try Invocation(Array(CommandLine.arguments.dropFirst()))
        } catch {
            let more = error.command.map { "\($0.rawValue) --help" } ?? "--help"
            Terminal.say("tv-provider: \(error.message) (try: tv-provider \(more))\n")
            exit(ExitCode.usage.rawValue)
        }
        guard let command = invocation.command, !invocation.wantsHelp else {
            return Terminal.answer(Help.text(invocation.command))
        }
        let endings = Terminal.leavesInOrder()
        defer { withExtendedLifetime(endings) {} }
        let settings = Settings(
            database: DeviceAccountDatabase(log: Notices()), transport: CurlTransport(), clock: SystemClock())
        do throws(Failure) {
            let answer = try await settings.carryOut(command, invocation)
            Terminal.answer(answer.text(invocation))
        } catch {
            Terminal.say("tv-provider: \(printable(error.message, longest: .max))\n")
            exit(error.code.rawValue)
        }
    }
}

/// What the database has to tell goes to the person.
private struct Notices: LogSink {
    func log(_ level: LogLevel, category: String, _ message: @autoclosure () -> String) {
        if level == .error { Terminal.say("tv-provider: \(message())\n") }
    }
}
