import AccessEnablerConformance

/// What is tested.
enum Adapter: Hashable {
    /// `AccessEnablerCore`, in this process.
    case core
    /// The facade of the original SDK, in this process.
    case facade
    /// A command that speaks the adapter protocol, run by the shell.
    case process(String)

    /// `core`, `facade`, or else a command.
    init(_ word: String) {
        switch word {
        case "core": self = .core
        case "facade": self = .facade
        default: self = .process(word)
        }
    }

    /// Does something with the implementation, and ends its processes if it has any.
    func with<Value>(_ body: (any Implementation) async throws -> Value) async throws -> Value {
        switch self {
        case .core: return try await body(InProcessImplementation())
        case .facade: return try await body(FacadeImplementation())
        case .process(let command):
            let implementation = try await ProcessImplementation.start(["/bin/sh", "-c", command])
            do {
                let value = try await body(implementation)
                await implementation.close()
                return value
            } catch {
                await implementation.close()
                throw error
            }
        }
    }
}
