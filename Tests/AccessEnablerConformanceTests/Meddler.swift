import AccessEnabler
import AccessEnablerConformance
import Base
import Dispatch

/// The core behind somebody who meddles with verbs and callbacks.
struct Meddler: Implementation {
    /// What becomes of a verb.
    enum Meeting: Sendable {
        /// The core gets it.
        case passed
        /// The core gets another.
        case replaced(Verb)
        /// The core never hears of it; the host is told this.
        case answered([Callback])
    }

    let name: String
    let capabilities = Set(Capability.allCases)
    var inner: any Implementation
    /// Made anew for each object.
    let verbs: @Sendable () -> @Sendable (Verb, ImplementationContext) -> Meeting

    init(
        _ name: String, inner: any Implementation = InProcessImplementation(),
        verbs: @escaping @Sendable () -> @Sendable (Verb, ImplementationContext) -> Meeting
    ) {
        self.name = name
        self.inner = inner
        self.verbs = verbs
    }

    /// Without memory.
    init(_ name: String, each meeting: @escaping @Sendable (Verb) -> Meeting) {
        self.init(name) { { verb, _ in meeting(verb) } }
    }

    func make(
        _ context: ImplementationContext, receive: @escaping @Sendable (Callback) -> Void
    ) async throws -> any ImplementationInstance {
        Instance(
            instance: try await inner.make(context, receive: receive), meet: verbs(), context: context,
            receive: receive)
    }

    func seed(_ tokens: [SeededToken], in context: ImplementationContext) async throws {
        try await inner.seed(tokens, in: context)
    }

    private struct Instance: ImplementationInstance {
        let instance: any ImplementationInstance
        let meet: @Sendable (Verb, ImplementationContext) -> Meeting
        let context: ImplementationContext
        let receive: @Sendable (Callback) -> Void
        let queue = DispatchQueue(label: "Meddler")

        func perform(_ verb: Verb) {
            switch meet(verb, context) {
            case .passed: instance.perform(verb)
            case .replaced(let other): instance.perform(other)
            case .answered(let callbacks): queue.async { for callback in callbacks { receive(callback) } }
            }
        }

        func release() { instance.release() }
    }
}

/// A clock on which the wall stands still: nothing is ever over.
struct StandingClock: DeviceClock {
    let clock: any DeviceClock
    let now: Timestamp

    init(_ clock: any DeviceClock) {
        self.clock = clock
        now = clock.now
    }

    var uptime: Duration { clock.uptime }

    func sleep(for duration: Duration, reason: WaitReason) async throws {
        try await clock.sleep(for: duration, reason: reason)
    }
}
