import AccessEnabler
import AccessEnablerConformance
import Base

/// The core with something wrong in it, from outside: callbacks changed on their way, or a request too many.
struct WrongImplementation: Implementation {
    /// What becomes of each callback; called for one at a time.
    typealias Change = @Sendable (Callback) -> [Callback]

    let name: String
    let capabilities = Set(Capability.allCases)
    /// Made anew for each object.
    let change: @Sendable () -> Change
    var onVerb: @Sendable (Verb, ImplementationContext) -> Void = { _, _ in }
    var drops: @Sendable (Verb) -> Bool = { _ in false }
    var context: @Sendable (ImplementationContext) -> ImplementationContext = { $0 }

    init(_ name: String, change: @escaping @Sendable () -> Change) {
        self.name = name
        self.change = change
    }

    /// Without memory.
    init(_ name: String, each change: @escaping Change) {
        self.init(name) { change }
    }

    func make(
        _ context: ImplementationContext, receive: @escaping @Sendable (Callback) -> Void
    ) async throws -> any ImplementationInstance {
        let change = change()
        let context = self.context(context)
        let instance = try await InProcessImplementation().make(context) { callback in
            for changed in change(callback) { receive(changed) }
        }
        return WrongInstance(instance: instance, wrong: self, context: context)
    }

    func seed(_ tokens: [SeededToken], in context: ImplementationContext) async throws {
        try await InProcessImplementation().seed(tokens, in: context)
    }
}

private struct WrongInstance: ImplementationInstance {
    let instance: any ImplementationInstance
    let wrong: WrongImplementation
    let context: ImplementationContext

    func perform(_ verb: Verb) {
        wrong.onVerb(verb, context)
        if !wrong.drops(verb) { instance.perform(verb) }
    }

    func release() { instance.release() }
}

extension Callback {
    var isCompletion: Bool { if case .setRequestorComplete = self { true } else { false } }
    var isAuthentication: Bool { if case .setAuthenticationStatus = self { true } else { false } }
    var isAuthorizationTracking: Bool {
        if case .sendTrackingData(_, .authorization) = self { true } else { false }
    }
    /// The runner's own question has arguments no case uses.
    var isMetadataOfACase: Bool {
        if case .setMetadataStatus(_, _, _, let arguments) = self {
            arguments["METADATA_OPCODE_KEY"] != nil
        } else {
            false
        }
    }

    func code(_ id: String, insteadOf wrong: String) -> Callback {
        guard case .status(var status) = self, status.errorID == wrong else { return self }
        status.errorID = id
        return .status(status)
    }
}
