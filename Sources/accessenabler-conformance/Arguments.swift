/// The command line cannot be understood.
struct UsageError: Error {
    let message: String
}

/// One of the things the command does: each reads its own words, and has its own file.
protocol Subcommand: Sendable {
    /// The word that chooses it.
    static var name: String { get }

    /// How it is called, one line a form, and below that what its flags mean.
    static var usage: String { get }

    /// Reads the words after its name; all that are left over are refused.
    init(_ words: inout Words) throws

    /// Does it.
    func run() async throws -> ExitCode
}

/// What the command ends with.
enum ExitCode: Int32, Comparable {
    /// All that was judged holds.
    case holds = 0
    /// Something fails.
    case fails = 1
    /// Nothing can be said.
    case couldNotRun = 2

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// What the command line asks for.
enum Arguments {
    /// Everything the command can do, in the order of its help.
    static let commands: [any Subcommand.Type] = [
        ListCommand.self, RunCommand.self, SessionsCommand.self, PairsCommand.self, FaultsCommand.self,
        ServeCommand.self, SchemaCommand.self,
    ]

    static var usage: String {
        """
        usage: accessenabler-conformance COMMAND [FLAGS]

        \(commands.map { $0.usage }.joined(separator: "\n\n"))

        exit codes: 0 all that was judged holds, 1 something fails, 2 could not run

        """
    }

    /// The sub-command the words ask for; nil = help.
    static func command(_ all: [String]) throws -> (any Subcommand)? {
        var words = Words(all)
        guard let name = words.next(), !["help", "--help", "-h"].contains(name) else { return nil }
        guard let type = commands.first(where: { $0.name == name }) else {
            throw UsageError(message: "'\(name)' is no command")
        }
        if words.isHelp { return nil }
        let command = try type.init(&words)
        if let word = words.next() { throw UsageError(message: "'\(word)' is not understood") }
        return command
    }
}
