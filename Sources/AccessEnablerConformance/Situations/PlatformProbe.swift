import Base
import PlatformAccount

/// The scripted platform as the implementation sees it, with what a script cannot say added.
final class PlatformProbe: PlatformAccountBackend {
    /// The platform that answers.
    let scripted: ScriptedPlatformAccount
    private let changes = Lock(Changes())

    private struct Changes {
        var providerOfSAML: String?
        var onSilence: (@Sendable () -> Void)?
    }

    init(clock: any DeviceClock) {
        scripted = ScriptedPlatformAccount(clock: clock)
    }

    /// Answers to queries with attributes name this provider: another person signed in meanwhile.
    func setProviderOfSAML(_ provider: String?) {
        changes.withLock { $0.providerOfSAML = provider }
    }

    /// Is called each time something is asked that will not be answered.
    func onSilence(_ body: @escaping @Sendable () -> Void) {
        changes.withLock { $0.onSilence = body }
    }

    func permission(prompting: Bool) async throws(PlatformAccountError) -> AccessPermission {
        noteSilence(scripted.script.permissionPace)
        return try await scripted.permission(prompting: prompting)
    }

    func account(
        _ request: AccountRequest, presenter: (any TVProviderPresenter)?
    ) async throws(PlatformAccountError) -> AccountMetadata {
        let wantsSAML = !request.attributeNames.isEmpty
        noteSilence(wantsSAML ? scripted.script.samlPace : scripted.script.accountPace)
        var answer = try await scripted.account(request, presenter: presenter)
        if wantsSAML, let provider = changes.withLock({ $0.providerOfSAML }) {
            answer.providerIdentifier = provider
        }
        return answer
    }

    private func noteSilence(_ pace: ScriptedPlatformAccount.Pace) {
        guard pace == .never else { return }
        changes.withLock { $0.onSilence }?()
    }
}
