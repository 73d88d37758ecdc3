import AdobePass
import Base
import EntitlementStore
import PlatformAccount

extension Engine {
    /// Step 4, carried out: runs until it ends or waits for a person.
    func getAuthentication(isForced: Bool, data: [String: String], filter: ProviderFilter?) async {
        endFlow()  // S4.2
        await signIn(await judgeAuthentication(), isForced: isForced, data: data, filter: filter)
    }

    /// Starts step 4 where step 3 says `check`, with no flow on its way; `waiting` is answered at its end (A2).
    func signIn(
        _ check: CheckAuthentication.Decision, isForced: Bool = false, data: [String: String],
        filter: ProviderFilter? = nil, waiting: [ResourceWish] = []
    ) async {
        defer { selection = nil }
        await begin(
            GetAuthentication.Start(
                configuration: configurationInForce, check: check, isForced: isForced, filter: filter,
                selected: selection, platform: surroundings.platform, handlesSVC: options.handleSVC), data, waiting)
    }

    private func begin(
        _ start: GetAuthentication.Start, _ data: [String: String], _ waiting: [ResourceWish] = []
    ) async {
        lastFlow += 1
        var machine = GetAuthentication(start)
        let actions = machine.begin()
        flow = Flow(id: lastFlow, machine: machine, data: data, waiting: waiting)
        await carryOut(actions)
    }

    /// News for the flow that waits; late news of another is dropped.
    func take(_ event: GetAuthentication.Event, of id: Int) async {
        guard flow?.id == id, let actions = flow?.machine.handle(event) else { return }
        await carryOut(actions)
    }

    /// S4.R: the person, or the host for them, chose an MVPD of the host's own list.
    func setSelectedProvider(_ id: String?) async {
        if let flow, flow.machine.waitsForPerson { return await take(.selected(id), of: flow.id) }
        selection = nil
        guard let id else { return conclude(nil, .providerNotSelected, nil, isCached: false) }  // S4.E6b
        switch configurationInForce {
        case .missing(let code): conclude(code, .generic, nil, isCached: false)
        case .inForce(let configuration):
            guard let bound = configuration.mvpd(id: id) else {
                return conclude(.loginFailed, .generic, nil, isCached: false)  // S4.R2
            }
            tell(Tracking.selectedProvider(bound.mvpd.id, hardwareType: hardwareType))
            if bound.mvpd.isTempPass {
                await signIn(with: bound, configuration)
            } else {
                selection = bound  // S4.S
            }
        }
    }

    /// S4.T: selecting a temporary pass alone signs in.
    private func signIn(with pass: BoundMVPD, _ configuration: MergedConfiguration) async {
        if pendingLogout != nil { concludeLogout() }
        await begin(
            GetAuthentication.Start(
                configuration: .inForce(configuration), check: await judgeAuthentication(), isForced: true,
                selected: pass, platform: surroundings.platform),
            [:])
    }

    /// S4.R: the host saw an address; only the redirect that is waited for matters.
    func handleExternalURL(_ url: String) async {
        let isRedirect = redirect(useSVC: true).matches(url) || surroundings.redirect.matches(url)
        if isRedirect, pendingLogout != nil { return concludeLogout() }
        guard isRedirect, let flow, flow.machine.waitsForRedirect else {
            return surroundings.log.log(.debug, category: "login", "an address nobody waits for was ignored")
        }
        await take(.redirected, of: flow.id)
    }

    /// S4.2: whatever waits for a person is closed without a status of its own.
    func endFlow() {
        if pendingLogout != nil { concludeLogout() }
        guard let actions = flow?.machine.abandon() else { return }
        for action in actions { close(action) }
        let waiting = flow?.waiting ?? []
        flow = nil
        for wish in waiting { refuse(wish, .notAuthenticated) }  // A2
    }

    private func close(_ action: GetAuthentication.Action) {
        switch action {
        case .dropQuestion: flow?.dropQuestion()
        case .stopPolling: flow?.stopPolling()
        default: break
        }
    }

    private func carryOut(_ first: [GetAuthentication.Action]) async {
        guard let id = flow?.id else { return }
        var actions = first
        while !actions.isEmpty {
            if Task.isCancelled { return }
            let event = await carryOut(actions.removeFirst(), id)
            if let event, let more = flow?.machine.handle(event) { actions += more }
        }
        guard let ended = flow, ended.machine.isOver else { return }
        flow = nil
        await settle(ended)
    }

    /// A2: what waited for the login is answered, in the order called.
    private func settle(_ ended: Flow) async {
        guard let outcome = ended.outcome else { return }
        for wish in ended.waiting {
            guard let token = outcome.token else {
                refuse(wish, AuthorizationErrorCode(outcome.code))
                continue
            }
            await authorize(
                wish, CheckAuthentication.Decision(token: token, explanation: nil, errorCode: .none), signsIn: false)
        }
    }

    /// The service is waited for here; a person is not: those questions run in the background.
    private func carryOut(_ action: GetAuthentication.Action, _ id: Int) async -> GetAuthentication.Event? {
        switch action {
        case .tell(let callback): tell(callback)
        case .trackSelection(let bound):
            tell(Tracking.selectedProvider(bound.mvpd.id, hardwareType: hardwareType))
        case .conclude(let status, let code, let token, let isCached):
            flow?.outcome = (code, token)
            conclude(status, code, token, isCached: isCached)
        case .askPermission(let prompting): askPermission(prompting: prompting, id)
        case .askAccount(let content, let forced): askAccount(content, forced: forced, id)
        case .askSAML(let token, let attributes): askSAML(token, attributes, id)
        case .dropQuestion, .stopPolling: close(action)
        case .poll(let session, let bound):
            guard let call = loginCall() else { return .storeUnreadable }
            poll(session, bound, call, id)
        case .start, .exchange, .openLogin, .fetch:
            // The device id is read anew: without it nothing can be asked (Always).
            guard let call = loginCall() else { return .storeUnreadable }
            return await askService(action, call)
        case .save(let authentication, let bound, let provider):
            return .saved(save(authentication, provider: provider, url: bound.serviceURL))
        }
        return nil
    }

    private func askService(
        _ action: GetAuthentication.Action, _ call: ServiceCall
    ) async -> GetAuthentication.Event? {
        switch action {
        case .start(let request, let url): return .started(await begin(request, url, call))
        case .exchange(let request, let saml, let url): return .exchanged(await exchange(request, saml, url, call))
        case .openLogin(let bound): return .opened(await openLogin(bound, call), now: now)
        case .fetch(let session, let bound): return .fetched(await fetch(session, bound, call))
        default: return nil
        }
    }

    /// One verdict with its explanation and tracking event.
    func conclude(
        _ status: AdvancedStatus?, _ code: AuthenticationErrorCode, _ token: AuthenticationToken?, isCached: Bool
    ) {
        if let status { tell(.status(status)) }
        tell(
            .setAuthenticationStatus(code == .none ? 1 : 0, errorCode: code.rawValue),
            Tracking.authentication(token, isCached: isCached, hardwareType: hardwareType))
    }
}
