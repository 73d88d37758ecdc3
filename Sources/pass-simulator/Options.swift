import PassSimulator

/// What the command line asks for.
struct Options: Sendable, Equatable {
    /// The port; 0 lets the system choose.
    var port: UInt16 = 0
    /// 1,000 MVPDs instead of 3.
    var isLarge = false
    /// Configurations as XML whatever was asked for.
    var forcesXML = false
    /// Enhanced error bodies.
    var enhancedErrors = false
    /// The service's limit of requests.
    var throttles = false
    /// Where the software statement goes: a file, or `-` for standard output.
    var statement: String?
    /// Explain and end.
    var wantsHelp = false

    /// What is wrong with a command line, for the person who typed it.
    struct Mistake: Error, Equatable {
        var message: String
    }

    /// Reads the words after the command's name.
    init(_ words: [String]) throws(Mistake) {
        var rest = words[...]
        while let word = rest.popFirst() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let (name, attached) = (parts.first ?? "", parts.count == 2 ? parts[1] : nil)
            switch name {
            case "--port": port = try Self.port(try Self.value(of: name, attached, &rest))
            case "--statement": statement = try Self.value(of: name, attached, &rest)
            case _ where attached != nil: throw Mistake(message: "'\(word)' is not known or takes no value.")
            case "--large": isLarge = true
            case "--xml": forcesXML = true
            case "--enhanced": enhancedErrors = true
            case "--throttle": throttles = true
            case "--help", "-h": wantsHelp = true
            default: throw Mistake(message: "'\(word)' is not known.")
            }
        }
    }

    private static func value(of name: String, _ attached: String?, _ rest: inout ArraySlice<String>) throws(Mistake)
        -> String
    {
        guard let value = attached ?? rest.popFirst(), !value.isEmpty, value == "-" || !value.hasPrefix("-") else {
            throw Mistake(message: "'\(name)' needs a value.")
        }
        return value
    }

    private static func port(_ text: String) throws(Mistake) -> UInt16 {
        guard let port = UInt16(text) else { throw Mistake(message: "'--port' needs a number from 0 to 65535.") }
        return port
    }

    /// The dashboard to start with.
    var scenario: Scenario {
        var scenario = isLarge ? Scenario.large : .small
        scenario.dashboard.forcesXML = forcesXML
        scenario.dashboard.enhancedErrors = enhancedErrors
        scenario.dashboard.throttles = throttles
        return scenario
    }

    /// What `--help` prints.
    static let help = """
        Usage: pass-simulator [options]

        A local stand-in for the Adobe Pass service: client registration, REST API V1 and V2, the pages and the identity
        endpoint of the TV providers, and a dashboard to change what it does. Listens on 127.0.0.1 alone, until Ctrl-C
        or SIGTERM. Open the address it prints in a browser.

        Options:
          --port N            Listen on this port (default: one the system chooses).
          --large             1,000 TV providers instead of 3.
          --xml               Configurations as XML, whatever is asked for.
          --enhanced          Error bodies in the enhanced form.
          --throttle          Limit each address to 1 request a second after a burst of 10.
          --statement FILE    Write the software statement to a file only you can read; '-' prints it.
          -h, --help          Show this.

        Examples:
          pass-simulator --port 8080
          pass-simulator --large --statement statement.jwt

        Exit status: 0 after Ctrl-C or SIGTERM, 1 when it cannot start, 2 for bad options.

        """

    /// Where the statement went.
    enum Statement {
        /// Nowhere but here.
        case text(String)
        /// Into this file.
        case file(String)
    }

    /// A word as a shell reads it.
    private static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || "-._/".utf8.contains(byte)
        }
        return isPlain
            ? word
            : "'"
                + word.split(separator: "'", omittingEmptySubsequences: false)
                .joined(separator: #"'\''"#) + "'"
    }

    /// What is printed once it listens.
    static func welcome(_ simulator: PassSimulator, statement: Statement?) -> String {
        let requestors = simulator.dashboard { $0.requestors.values.sorted { $0.id < $1.id } }
        let first = requestors.first
        let requestor = first?.id ?? ""
        let mvpd = first?.mvpds.first?.id ?? ""
        let known = requestors.map { "\($0.id) (\($0.mvpds.count) TV providers)" }.joined(separator: ", ")
        let url = simulator.baseURL
        let json = "-H 'Content-Type: application/json'"
        let told: String
        var (save, file) = ("", "statement.jwt")
        switch statement {
        case .text(let text): told = text
        case .file(let path): (told, file) = ("in \(path)", quoted(path))
        case nil: told = "\(url)/dashboard/statement.jwt"
        }
        if case .file = statement {
        } else {
            save = "  statement  (umask 077; curl -fso \(file) \(url)/dashboard/statement.jwt)\n"
        }
        return """
            Listening on \(url)
            Requestors: \(known)
            Software statement: \(told)

            In a browser:
              what this is       \(url)/
              dashboard          \(url)/dashboard
              second screen      \(url)/activate
            At every TV provider 'viewer' signs in with 'secret'.

            From a command line, while it runs:
            \(save)  host       swift run TVEConsole --service \(url) --software-statement \(file)
              settings   swift run tv-provider providers --identity \(url)
              state      curl \(url)/dashboard
              requests   curl \(url)/dashboard/requests
              provider   curl \(json) -d '{"isDegraded": true}' \(url)/dashboard/mvpd/\(requestor)/\(mvpd)
              change     curl \(json) -d '{"clockSkewSeconds": 3600}' \(url)/dashboard/settings
              fault      curl \(json) -d '{"effect": "html", "times": 1}' \(url)/dashboard/faults/v2Configuration
              providers  curl \(url)/idp/providers
              start over curl -X POST -H 'X-Pass-Simulator: 1' \(url)/dashboard/reset
            Any other path under /dashboard lists what there is. Ctrl-C ends it.

            """
    }
}
