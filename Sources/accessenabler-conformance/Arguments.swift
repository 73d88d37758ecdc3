import AccessEnablerConformance

/// The command line cannot be understood.
struct UsageError: Error {
    let message: String
}

/// What the command line asks for.
struct Arguments {
    /// A format of the list.
    enum Format {
        case text
        case markdown
        case json
    }

    /// What to do.
    enum Command {
        case help
        case list(Format)
        case run(CaseFilter?, services: [ServiceVersion], jobs: Int)
    }

    let command: Command

    static let usage = """
        usage: accessenabler-conformance list [--markdown | --json]
               accessenabler-conformance run [--only PATTERN[,PATTERN…]] [--service v1 | v2] [--jobs N]

        list   the conditions of the contract and the cases that prove them
        run    proves AccessEnablerCore against them
               --only S2.*   cases about these conditions alone
               --service v2  over this REST API of the service; over both by default
               --jobs 4      so many cases at once; 2 by default

        exit codes: 0 all cases hold, 1 some fail, 2 could not run

        """

    init(_ words: [String]) throws {
        var words = words[...]
        switch words.popFirst() {
        case nil, "help", "--help", "-h":
            command = .help
        case "list":
            command = .list(try Self.format(&words))
        case "run":
            command = try Self.run(&words)
        case let word?:
            throw UsageError(message: "'\(word)' is no command")
        }
        if let word = words.first { throw UsageError(message: "'\(word)' is not understood") }
    }

    private static func format(_ words: inout ArraySlice<String>) throws -> Format {
        switch words.popFirst() {
        case nil: return .text
        case "--markdown": return .markdown
        case "--json": return .json
        case let word?: throw UsageError(message: "'\(word)' is no format of the list")
        }
    }

    private static func run(_ words: inout ArraySlice<String>) throws -> Command {
        var filter: CaseFilter?
        var services = ServiceVersion.allCases
        var jobs = 2
        while let word = words.popFirst() {
            guard let value = words.popFirst() else { throw UsageError(message: "'\(word)' needs a value") }
            switch word {
            case "--only":
                filter = CaseFilter(value)
            case "--service":
                guard let version = ServiceVersion(rawValue: value) else {
                    throw UsageError(message: "--service takes v1 or v2")
                }
                services = [version]
            case "--jobs":
                guard let number = Int(value), (1...64).contains(number) else {
                    throw UsageError(message: "--jobs takes a number from 1 to 64")
                }
                jobs = number
            default:
                throw UsageError(message: "'\(word)' is not understood")
            }
        }
        return .run(filter, services: services, jobs: jobs)
    }
}
