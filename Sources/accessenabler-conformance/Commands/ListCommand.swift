import AccessEnablerConformance

/// `list`: the conditions, and the cases that prove them.
struct ListCommand: Subcommand {
    /// A format of the list.
    enum Format: String, CaseIterable {
        case text = "--text"
        case markdown = "--markdown"
        case json = "--json"
    }

    static let name = "list"
    static let usage = """
        list [--markdown | --json]
               the conditions of the contract and the cases that prove them
        """

    private let format: Format

    init(_ words: inout Words) throws {
        guard let word = words.next() else {
            format = .text
            return
        }
        guard let format = Format(rawValue: word) else {
            throw UsageError(message: "'\(word)' is no format of the list")
        }
        self.format = format
    }

    func run() throws -> ExitCode {
        switch format {
        case .text: Output.write(ConditionTable.text)
        case .markdown: Output.write(ConditionTable.markdown)
        case .json: Output.write(try ConditionList.json())
        }
        return .holds
    }
}
