import PassSimulator

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

@main
struct Main {
    static func main() {
        let options: Options
        do throws(Options.Mistake) {
            options = try Options(Array(CommandLine.arguments.dropFirst()))
        } catch {
            say("pass-simulator: \(error.message) Try 'pass-simulator --help'.\n", to: STDERR_FILENO)
            exit(2)
        }
        if options.wantsHelp {
            say(Options.help, to: STDOUT_FILENO)
            return
        }
        // Before the first thread is made, so that every thread leaves them to the wait below.
        let ends = signalsThatEnd()
        do throws(SimulatorError) {
            let simulator = try PassSimulator(options.scenario, port: options.port)
            let statement = try options.statement.map { place throws(SimulatorError) in
                try hand(simulator.softwareStatement, to: place)
            }
            say(Options.welcome(simulator, statement: statement), to: STDOUT_FILENO)
            wait(for: ends)
            simulator.stop()
        } catch {
            say("pass-simulator: \(error.message)\n", to: STDERR_FILENO)
            exit(1)
        }
    }

    /// Puts the statement where it was asked for, and tells where that is.
    private static func hand(_ statement: String, to place: String) throws(SimulatorError) -> Options.Statement {
        if place == "-" { return .text(statement) }
        let file = open(place, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw SimulatorError("'\(place)' cannot be written: \(String(cString: strerror(errno))).")
        }
        defer { close(file) }
        // A file that was there keeps its mode otherwise.
        guard fchmod(file, 0o600) == 0, say(statement + "\n", to: file) else {
            throw SimulatorError("'\(place)' cannot be written: \(String(cString: strerror(errno))).")
        }
        return .file(place)
    }

    private static func signalsThatEnd() -> sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        signal(SIGPIPE, SIG_IGN)
        return signals
    }

    private static func wait(for signals: sigset_t) {
        var (signals, signal) = (signals, Int32(0))
        sigwait(&signals, &signal)
    }

    /// Writes all of a text, past any buffer.
    @discardableResult
    private static func say(_ text: String, to file: Int32) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { return false }
            rest = rest.dropFirst(written)
        }
        return true
    }
}
