import AccessEnablerConformance

/// `serve`: the other side of the adapter protocol, with an implementation of this package behind it.
struct ServeCommand: Subcommand {
    static let name = "serve"
    static let usage = """
        serve [--adapter core | facade]
               speaks the adapter protocol on its standard streams for AccessEnablerCore, or for the facade
        """

    private let adapter: Adapter

    init(_ words: inout Words) throws {
        guard let word = words.next() else {
            adapter = .core
            return
        }
        guard word == "--adapter" else { throw UsageError(message: "'\(word)' is not understood") }
        switch try Adapter(words.value(of: word), of: word) {
        case .process: throw UsageError(message: "serve takes core or facade")
        case let own: adapter = own
        }
    }

    func run() async throws -> ExitCode {
        switch adapter {
        case .facade: try await AdapterServer(FacadeImplementation()).run()
        case .core, .process: try await AdapterServer(InProcessImplementation()).run()
        }
        return .holds
    }
}
