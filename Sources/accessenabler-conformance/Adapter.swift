import AccessEnablerConformance

/// What is tested.
enum Adapter: Hashable {
    /// `AccessEnablerCore`, in this process.
    case core
    /// The facade of the original SDK, in this process.
    case facade
    /// A command that speaks the adapter protocol, run by the shell.
    case process(String)

    /// The value of `--adapter`: `core`, `facade`, or else a command; or that of `--process`: a command.
    init(_ word: String, of flag: String = "--adapter") throws(UsageError) {
        guard word.contains(where: { !$0.isWhitespace }) else {
            throw UsageError(
                message: flag == "--process"
                    ? "--process takes a command, not nothing"
                    : "--adapter takes core, facade or a command, not nothing")
        }
        switch (flag, word) {
        case ("--adapter", "core"): self = .core
        case ("--adapter", "facade"): self = .facade
        default: self = .process(word)
        }
    }

    /// How a command line names it; empty = by nothing.
    var words: String {
        switch self {
        case .core: ""
        case .facade: " --adapter facade"
        case .process(let command): " --process '\(command.replacing("'", with: "'\\''"))'"
        }
    }

    /// Does something with the implementation, which has to have some capabilities, and ends its processes if it has
    /// any. What there is to be known of it is told, and so is why it was given up, if it was.
    func with<Value>(
        needs: Set<Capability> = [], _ body: (any Implementation) async throws -> Value
    ) async throws -> (Value, isGivenUp: Bool) {
        func use(_ implementation: any Implementation) async throws -> (Value, isGivenUp: Bool) {
            for note in implementation.notes { Output.complain(note) }
            let missing = needs.subtracting(implementation.capabilities).map(\.rawValue).sorted()
            guard missing.isEmpty else {
                throw Failure(
                    "nothing can be played: what the implementation lacks is \(missing.joined(separator: ", "))")
            }
            let value = try await body(implementation)
            if let why = implementation.givenUp { Output.complain(why) }
            return (value, implementation.givenUp != nil)
        }
        switch self {
        case .core: return try await use(InProcessImplementation())
        case .facade: return try await use(FacadeImplementation())
        case .process(let command):
            let implementation = try await ProcessImplementation.start(["/bin/sh", "-c", command])
            do {
                let value = try await use(implementation)
                await implementation.close()
                return value
            } catch {
                await implementation.close()
                throw error
            }
        }
    }
}
