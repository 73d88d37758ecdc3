public import Base

/// A platform account that does what a script says, so that every situation of the contract can be produced.
///
/// The script may change at any time; each call acts on the script as it stands when the call begins. A prompt
/// answered and a provider chosen change the script themselves, as they would change the device.
///
/// A query whose task is cancelled ends at once with `serviceTemporarilyUnavailable`: nobody learnt anything about
/// the account, and `userCancelled` would say that a person had acted (choice).
public final class ScriptedPlatformAccount: PlatformAccountBackend {
    private struct State {
        var script: Script
        var questions: [Question] = []
        var promptCount = 0
        var held: [OneAnswer<Void>] = []
        var watchers: [(count: Int, answer: OneAnswer<Void>)] = []
    }

    private let state: Lock<State>
    private let clock: any DeviceClock

    /// A platform that follows `script`.
    public init(_ script: Script = Script(), clock: any DeviceClock = SystemClock()) {
        state = Lock(State(script: script))
        self.clock = clock
    }

    /// Everything asked so far or since `clearQuestions()`, in order.
    public var questions: [Question] { state.withLock { $0.questions } }

    /// Forgets the questions asked so far.
    public func clearQuestions() { state.withLock { $0.questions = [] } }

    /// How often the person was prompted for permission.
    public var promptCount: Int { state.withLock { $0.promptCount } }

    /// The script as it stands, with what the person did so far.
    public var script: Script { state.withLock { $0.script } }

    /// Changes the script from the next call on.
    public func change(_ body: (inout Script) -> Void) {
        state.withLock { body(&$0.script) }
    }

    /// Lets every query answer that is `held` at this moment.
    ///
    /// A query asked afterwards is held anew.
    public func release() {
        let held = state.withLock { state in
            defer { state.held = [] }
            return state.held
        }
        for query in held { query.give(()) }
    }

    /// Returns once at least `count` queries are `held`, or the task is cancelled.
    public func waitForHeld(count: Int = 1) async {
        let answer = OneAnswer<Void>()
        let isReady = state.withLock { state in
            if state.held.count >= count { return true }
            state.watchers.append((count, answer))
            return false
        }
        if !isReady { _ = await answer.wait() }
    }

    /// See `PlatformAccountBackend`.
    ///
    /// The person is prompted when `prompting` and the permission is undetermined.
    public func permission(prompting: Bool) async throws(PlatformAccountError) -> AccessPermission {
        let (script, hold) = begin(.permission(prompting: prompting), \.permissionPace)
        let prompts = prompting && script.permission == .notDetermined && script.permissionError == nil
        if prompts { state.withLock { $0.promptCount += 1 } }
        try await wait(script.permissionPace, hold)
        if let error = script.permissionError { throw error }
        guard prompts, let answer = script.promptAnswer else { return script.permission }
        state.withLock { $0.script.permission = answer }
        return answer
    }

    /// See `PlatformAccountBackend`.
    ///
    /// The picker opens when the request may interrupt, a presenter is there, and nobody is signed in or the request
    /// forces authentication. Without it, nobody signed in is an answer without a provider id. An account outside
    /// the request's supported providers counts as signed in (choice, S4.F).
    public func account(
        _ request: AccountRequest, presenter: (any TVProviderPresenter)?
    ) async throws(PlatformAccountError) -> AccountMetadata {
        let wantsSAML = !request.attributeNames.isEmpty
        let pace = wantsSAML ? \Script.samlPace : \Script.accountPace
        let (script, hold) = begin(.account(request), pace)
        try await wait(script[keyPath: pace], hold)
        defer { changePermission(after: script) }

        guard script.permission == .granted else {
            throw PlatformAccountError(.accessNotGranted, message: "The app has no permission.")
        }
        if !wantsSAML, let error = script.accountError { throw error }

        var account = script.account
        if let presenter, request.isInterruptionAllowed, account == nil || request.forcesAuthentication {
            account = try await pick(request, script, presenter)
        }

        var answer = AccountMetadata()
        if request.includesProviderIdentifier { answer.providerIdentifier = account?.providerIdentifier }
        if request.includesExpirationDate { answer.expirationDate = account?.expirationDate }
        guard wantsSAML else { return answer }
        if let error = script.samlError { throw error }
        if let account { answer.samlResponse = await samlResponse(script.saml, account, request) }
        return answer
    }

    private func samlResponse(_ source: SAMLSource, _ account: Account, _ request: AccountRequest) async -> Secret? {
        switch source {
        case .text(let text):
            return text
        case .endpoint(let ask):
            guard let provider = account.providerIdentifier else { return nil }
            return await ask(provider, request.verificationToken, request.attributeNames)
        }
    }
}

// MARK: - The person

extension ScriptedPlatformAccount {
    /// Opens the picker, closes it, and signs the chosen provider's account in.
    private func pick(
        _ request: AccountRequest, _ script: Script, _ presenter: any TVProviderPresenter
    ) async throws(PlatformAccountError) -> Account {
        guard !Task.isCancelled else { throw Self.abandoned }
        let list = PickerList(script.pickerProviders, for: request)
        let answer = OneAnswer<PickerChoice>()
        let dialog = TVProviderDialog(providers: list.providers, featured: list.featured) { answer.give($0) }
        presenter.present(dialog)
        if let choice = script.pickerChoice { answer.give(choice) }
        let choice = await answer.wait()
        presenter.dismiss(dialog)

        switch choice {
        case nil:
            throw Self.abandoned
        case .cancel:
            throw PlatformAccountError(.userCancelled, message: "The picker was closed.")
        case .otherProvider:
            throw PlatformAccountError(.unsupportedProvider, message: "Another provider was chosen.")
        case .provider(let identifier):
            if let error = script.pickerError { throw error }
            guard PickerList.allows(identifier, in: request), let account = script.accountsByChoice[identifier] else {
                throw PlatformAccountError(
                    .unsupportedProvider, message: "The provider is not supported.",
                    unsupportedProviderIdentifier: identifier)
            }
            state.withLock { $0.script.account = account }
            return account
        }
    }

    private func changePermission(after script: Script) {
        guard let permission = script.permissionAfterAccountQuery else { return }
        state.withLock { state in
            state.script.permission = permission
            state.script.permissionAfterAccountQuery = nil
        }
    }
}

// MARK: - Pace

extension ScriptedPlatformAccount {
    private static let abandoned = PlatformAccountError(
        .serviceTemporarilyUnavailable, message: "The asker gave up before an answer came.")

    /// Records the question and takes the script, and the hold if there is one, in one step, so that whoever sees the
    /// question can release it.
    private func begin(_ question: Question, _ pace: KeyPath<Script, Pace>) -> (Script, OneAnswer<Void>) {
        let hold = OneAnswer<Void>()
        let (script, watchers) = state.withLock { state in
            state.questions.append(question)
            guard state.script[keyPath: pace] == .held else { return (state.script, [OneAnswer<Void>]()) }
            state.held.append(hold)
            let count = state.held.count
            let ready = state.watchers.filter { $0.count <= count }
            state.watchers.removeAll { $0.count <= count }
            return (state.script, ready.map(\.answer))
        }
        for watcher in watchers { watcher.give(()) }
        return (script, hold)
    }

    private func wait(_ pace: Pace, _ hold: OneAnswer<Void>) async throws(PlatformAccountError) {
        switch pace {
        case .immediate:
            return
        case .after(let duration):
            do {
                try await clock.sleep(for: duration, reason: .poll)
            } catch {
                throw Self.abandoned
            }
        case .never, .held:
            if await hold.wait() != nil { return }
            state.withLock { $0.held.removeAll { $0 === hold } }
            throw Self.abandoned
        }
    }
}
