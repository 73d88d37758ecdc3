import AccessEnablerConformance

/// `schema`: the JSON Schema of what other programs read or write.
struct SchemaCommand: Subcommand {
    static let name = "schema"
    static let usage = """
        schema list | report | protocol
               the JSON Schema of the list, of a report in JSON, and of the adapter protocol's messages
        """

    private let schema: Schemas

    init(_ words: inout Words) throws {
        schema = try words.choice(of: "schema")
    }

    func run() throws -> ExitCode {
        Output.write(schema.json)
        return .holds
    }
}
