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
        var promptsWait = false
        /// The prompts on the screen, the last one last.
        var prompts: [(number: Int, answers: AsyncStream<AccessPermission?>.Continuation)] = []
        var promptCount = 0
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
        let script = scripted.script
        if prompting, script.permission == .notDetermined, script.permissionError == nil,
            let answers = showPrompt()
        {
            guard let answer = await answers.first(where: { _ in true }) else {
                throw PlatformAccountError(
                    .serviceTemporarilyUnavailable, message: "The asker gave up before an answer came.")
            }
            if let answer { scripted.change { $0.permission = answer } }
            return scripted.script.permission
        }
        noteSilence(script.permissionPace)
        return try await scripted.permission(prompting: prompting)
    }

    // MARK: Prompts

    /// From now on a permission prompt stays on the screen until `answerPrompt`.
    func setPromptsWait(_ wait: Bool) { changes.withLock { $0.promptsWait = wait } }

    /// How many prompts are on the screen.
    var openPrompts: Int { changes.withLock { $0.prompts.count } }

    /// The person answers the prompt shown last; nil = dismisses it.
    func answerPrompt(_ answer: AccessPermission?) {
        let prompt = changes.withLock { $0.prompts.popLast() }
        prompt?.answers.yield(answer)
        prompt?.answers.finish()
    }

    /// Nil = prompts do not wait.
    private func showPrompt() -> AsyncStream<AccessPermission?>? {
        let (answers, continuation) = AsyncStream<AccessPermission?>.makeStream()
        let number = changes.withLock { changes -> Int? in
            guard changes.promptsWait else { return nil }
            changes.promptCount += 1
            changes.prompts.append((changes.promptCount, continuation))
            return changes.promptCount
        }
        guard let number else { return nil }
        // Also when the asker gives up.
        continuation.onTermination = { [weak self] _ in
            self?.changes.withLock { changes in changes.prompts.removeAll { $0.number == number } }
        }
        return answers
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
