import Base
import PassSimulator

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

@main
struct Main {
    static func main() {
        StandardStreams.fill()
        signal(SIGPIPE, SIG_IGN)
        let options: Options
        do throws(Options.Mistake) {
            options = try Options(Array(CommandLine.arguments.dropFirst()))
        } catch {
            complain("\(error.message) Try 'pass-simulator --help'.")
            exit(2)
        }
        if options.wantsHelp {
            return answer(Options.help)
        }
        // Before the first thread is made, so that every thread leaves them to the wait below.
        let ends = signalsThatEnd()
        do throws(SimulatorError) {
            let simulator = try PassSimulator(options.scenario, port: options.port)
            let statement = try options.statement.map { place throws(SimulatorError) in
                try hand(simulator.softwareStatement, to: place)
            }
            answer(Options.welcome(simulator, statement: statement))
            wait(for: ends)
            simulator.stop()
        } catch {
            complain(error.message)
            exit(1)
        }
    }

    /// Puts the statement where it was asked for, and tells where that is.
    private static func hand(_ statement: String, to place: String) throws(SimulatorError) -> Options.Statement {
        if place == "-" { return .text(statement) }
        let file = open(place, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        func failure(_ number: Int32) -> SimulatorError {
            SimulatorError("'\(place)' cannot be written: \(String(cString: strerror(number))).")
        }
        guard file >= 0 else { throw failure(errno) }
        defer { close(file) }
        // A file that was there keeps its mode otherwise.
        guard fchmod(file, 0o600) == 0 else { throw failure(errno) }
        do { try WholeText.write(statement + "\n", to: file) } catch { throw failure(error.number) }
        return .file(place)
    }

    private static func signalsThatEnd() -> sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        return signals
    }

    private static func wait(for signals: sigset_t) {
        var (signals, signal) = (signals, Int32(0))
        sigwait(&signals, &signal)
    }

    /// To whoever reads the answer; the program ends when it cannot be had whole.
    private static func answer(_ text: String) {
        if let status = WholeText.answer(text, from: "pass-simulator") { exit(status) }
    }

    private static func complain(_ message: String) {
        try? WholeText.write("pass-simulator: \(message)\n", to: STDERR_FILENO)
    }
}
