import AppleIDSimulator
import Base

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

@main
struct Main {
    static let help = """
        Usage: apple-id-simulator [--port N] [--key FILE] [--client ID] [--redirect URI]

        A local stand-in for Apple's identity provider: the pages of Sign in with Apple, tokens, keys, revocation, and a
        dashboard to change what it does. Listens on 127.0.0.1 alone, until Ctrl-C or SIGTERM.

        Options:
          --port N          Listen on this port (default: one the system chooses).
          --key FILE        Write the developer key (.p8) to a file only you can read.
          --client ID       The app's Services ID (default: com.example.juice).
          --redirect URI    The app's redirect address (default: any on loopback).
          -h, --help        Show this.

        Exit status: 0 after Ctrl-C or SIGTERM, 1 when it cannot start, 2 for bad options.

        """

    static func main() {
        StandardStreams.fill()
        signal(SIGPIPE, SIG_IGN)
        var (port, key, client) = (UInt16(0), String?.none, AppleClient())
        var words = CommandLine.arguments.dropFirst()
        while let word = words.popFirst() {
            if ["-h", "--help"].contains(word) { return answer(help) }
            guard ["--port", "--key", "--client", "--redirect"].contains(word) else {
                fail("'\(word)' is not known.\nTry 'apple-id-simulator --help'.", 2)
            }
            guard let value = words.popFirst(), !value.isEmpty, !value.hasPrefix("-") else {
                fail("'\(word)' needs a value.", 2)
            }
            switch word {
            case "--port":
                guard let number = UInt16(value) else { fail("'--port' needs a number from 0 to 65535.", 2) }
                port = number
            case "--key": key = value
            case "--client": client.id = value
            default: client.redirectURIs = [value]
            }
        }
        // Before the first thread is made, so that every thread leaves them to the wait below.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        do {
            let simulator = try AppleIDSimulator(client: client, port: port)
            if let key { write(simulator.developerKeyPEM.exposed, to: key) }
            let people = AppleAccount.samples.map { "\($0.address) (password secret, code \($0.code))" }
            answer(
                """
                Listening on \(simulator.baseURL)
                Client: \(client.id), team \(client.teamID), key \(client.keyID)\(key.map { " in \($0)" } ?? "")
                People: \(people.joined(separator: ", "))
                Dashboard: \(simulator.baseURL)/
                Ctrl-C ends it.

                """)
            var signal = Int32(0)
            sigwait(&signals, &signal)
            simulator.stop()
        } catch {
            fail(error.message, 1)
        }
    }

    private static func write(_ text: String, to path: String) {
        // Without waiting: for a reader of a pipe there may be none.
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard file >= 0 else { fail("'\(path)' cannot be written: \(String(cString: strerror(errno))).", 1) }
        var status = stat()
        // A file that was there keeps its mode otherwise; a device, which is everybody's, must keep its own.
        if fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, fchmod(file, 0o600) != 0 {
            fail("'\(path)' cannot be made private.", 1)
        }
        do { try WholeText.write(text, to: file) } catch { fail("'\(path)' cannot be written: \(error.reason).", 1) }
        guard close(file) == 0 else { fail("'\(path)' cannot be written: \(String(cString: strerror(errno))).", 1) }
    }

    private static func fail(_ message: String, _ status: Int32) -> Never {
        try? WholeText.write("apple-id-simulator: \(message)\n", to: STDERR_FILENO)
        exit(status)
    }

    /// To whoever reads the answer; the program ends when it cannot be had whole.
    private static func answer(_ text: String) {
        if let status = WholeText.answer(text, from: "apple-id-simulator") { exit(status) }
    }
}
