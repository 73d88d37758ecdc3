import AccessEnabler
import AccessEnablerConformance
import Base
import PlatformAccount

/// Answers `checkAuthentication` before the verb has returned.
struct SynchronousImplementation: Implementation {
    let name = "answers inside the verb"
    let capabilities = Set(Capability.allCases)

    func make(
        _ context: ImplementationContext, receive: @escaping @Sendable (Callback) -> Void
    ) async throws -> any ImplementationInstance {
        Instance(instance: try await InProcessImplementation().make(context, receive: receive), receive: receive)
    }

    private struct Instance: ImplementationInstance {
        let instance: any ImplementationInstance
        let receive: @Sendable (Callback) -> Void

        func perform(_ verb: Verb) {
            guard verb == .checkAuthentication else { return instance.perform(verb) }
            receive(.setAuthenticationStatus(1, errorCode: ""))
        }

        func release() { instance.release() }
    }
}

/// Tells the host of a released object something once there is another object.
final class LateImplementation: Implementation {
    let name = "is late"
    let capabilities = Set(Capability.allCases)
    private let latest = Lock<(@Sendable (Callback) -> Void)?>(nil)

    func make(
        _ context: ImplementationContext, receive: @escaping @Sendable (Callback) -> Void
    ) async throws -> any ImplementationInstance {
        let before = latest.withLock { latest in
            defer { latest = receive }
            return latest
        }
        before?(.setRequestorComplete(1))
        return try await InProcessImplementation().make(context, receive: receive)
    }
}

/// A platform on which nobody ever signs out.
struct NeverSignedOut: PlatformAccountBackend {
    let platform: any PlatformAccountBackend

    func permission(prompting: Bool) async throws(PlatformAccountError) -> AccessPermission {
        try await platform.permission(prompting: prompting)
    }

    func account(
        _ request: AccountRequest, presenter: (any TVProviderPresenter)?
    ) async throws(PlatformAccountError) -> AccountMetadata {
        var answer = try await platform.account(request, presenter: presenter)
        if answer.providerIdentifier == nil { answer.providerIdentifier = Programme.northOnPlatform }
        return answer
    }
}

/// The core, of which the runner may use verbs only.
struct WithoutCapabilities: Implementation {
    let name = "verbs only"
    let capabilities: Set<Capability> = [.speaksV1, .behavesAsIOS, .tvProviderAccount, .deviceClock]

    func make(
        _ context: ImplementationContext, receive: @escaping @Sendable (Callback) -> Void
    ) async throws -> any ImplementationInstance {
        try await InProcessImplementation().make(context, receive: receive)
    }
}
