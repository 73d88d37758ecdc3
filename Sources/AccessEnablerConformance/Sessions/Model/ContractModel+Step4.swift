import AccessEnabler
import PlatformAccount

/// Step 4 up to the MVPD's own login.
extension ContractModel {
    mutating func getAuthentication(isForced: Bool, _ filter: ProviderFilter?) {
        if object.flow != nil { cover("S4.2") }
        abandon()  // S4.2: without a status of its own
        begin(judge(), isForced: isForced, filter: filter)
    }

    /// A login, with nothing else on its way; `waiting` is answered at its end (A2).
    mutating func begin(
        _ check: Check, isForced: Bool = false, filter: ProviderFilter? = nil, waiting: [String] = []
    ) {
        let selection = object.selection
        object.selection = nil
        object.flow = ModelFlow(
            stage: .going, configuration: object.configuration ?? [], before: check.token, filter: filter,
            handlesSVC: object.handlesSVC, waiting: waiting)
        guard let configuration = object.configuration else {
            cover("S2.L")
            return conclude(.code(object.missing), "GENERIC_AUTHENTICATION_ERROR")
        }
        if let token = check.token, !isForced {
            cover("S4.A")
            return conclude(nil, "", token, isCached: true)
        }
        if isForced, latest != nil { cover("S4.AF") }
        if let selection {
            cover("S4.S")
            return openLogin(of: selection)  // tracked when it was selected
        }
        guard configuration.contains(where: \.isSSOEnabled) else {
            cover("S4.N")  // VSA untouched, no code, filter ignored
            return showDialog()
        }
        askPermission()
    }

    // MARK: The VSA path

    /// The permission, asked for with a prompt.
    private mutating func askPermission() {
        if let trouble = world.permissionTrouble {
            return trouble == .refused ? fallBack("S4.E1", .code("VSA403")) : fail()
        }
        if world.permission == .notDetermined {
            if world.promptWaits {
                let number = nextNumber()
                lastPrompt = number
                object.flow?.stage = .prompt(number: number)
                return
            }
            if let answer = world.promptAnswer { world.permission = answer }
        }
        permissionTold()
    }

    /// The person answers the prompt; nil = dismisses it.
    mutating func answerPrompt(_ answer: AccessPermission?) {
        guard case .prompt = object.flow?.stage else { return }
        object.flow?.stage = .going
        if let answer { world.permission = answer }
        permissionTold()
    }

    private mutating func permissionTold() {
        switch world.permission {
        case .denied, .restricted: fallBack("S4.E1", .code("VSA403"))
        case .notDetermined: fallBack("S4.E2", .code("VSA404"))
        case .granted: askAccount()
        }
    }

    /// The account; nobody signed in opens the platform's picker.
    private mutating func askAccount() {
        if let trouble = world.accountTrouble { return accountFailed(trouble) }
        if let account = world.account { return accountTold(account) }
        let (providers, featured, allowed) = picker(object.flow?.filter)
        tell(.present(providers: providers, featured: featured))
        if object.flow?.filter != nil { cover("S4.F") }
        let number = nextNumber()
        lastPicker = number
        object.flow?.stage = .picker(allowed: allowed, number: number)
        if let choice = world.pickerChoice { answerPicker(choice) }
    }

    /// S4.F: what the picker shows, what it features, and what counts when it is chosen.
    private func picker(_ filter: ProviderFilter?) -> (shown: [String], featured: [String], allowed: [String]) {
        let entries = (object.flow?.configuration ?? []).filter(\.isInPicker)
        func platformIDs(_ ids: [String]) -> [String] {
            var found: [String] = []
            for id in ids {
                guard let name = entries.first(where: { $0.id == id })?.platformID, !found.contains(name) else {
                    continue
                }
                found.append(name)
            }
            return found
        }
        let limited = platformIDs(filter?.tvProviders ?? [])
        let all = entries.compactMap(\.platformID)
        let allowed = limited.isEmpty ? all : limited  // an empty result means no filter
        let featured = platformIDs(filter?.featuredTVProviders ?? []).filter { limited.contains($0) }
        return (featured + allowed.filter { !featured.contains($0) }, featured, allowed)
    }

    /// The person answers the platform's picker; it closes.
    mutating func answerPicker(_ choice: PickerChoice) {
        guard case .picker(let allowed, _) = object.flow?.stage else { return }
        object.flow?.stage = .going
        tell(.dismiss)
        switch choice {
        case .cancel: fallBack("S4.E6a", .code("N005"))
        case .otherProvider: fallBack("S4.E4", .code("N003"))
        case .provider(let provider):
            // Two of the providers have accounts the platform signs in; the others it says it does not support.
            let signsIn = [Programme.northOnPlatform, Programme.westOnPlatform].contains(provider)
            guard allowed.contains(provider), signsIn else { return chosen(provider, isSupported: false) }
            world.account = ModelAccount(provider: provider, end: nil)
            chosen(provider, isSupported: true)
        }
    }

    private mutating func accountTold(_ account: ModelAccount) {
        // S4.E3: no provider id, a lapsed account.
        guard let provider = account.provider, !provider.isEmpty, !isLapsed(account) else { return fail() }
        chosen(provider, isSupported: true)
    }

    /// A query for the account that fails.
    private mutating func accountFailed(_ trouble: PlatformTrouble) {
        switch trouble {
        case .cancelled: fallBack("S4.E6a", .code("N005"))
        case .unsupported: fallBack("S4.E4", .code("N003"))
        case .later, .rejected, .odd, .refused: fail()  // refused: permission is read again, and stands
        }
    }

    /// Chosen: named by metadata, or by the error unsupportedProvider.
    private mutating func chosen(_ provider: String, isSupported: Bool) {
        let found = object.flow?.configuration.first { $0.platformID == provider }
        guard let mvpd = found else { return fallBack("S4.E5a", .telling("N004", message: provider)) }
        if mvpd.isPickerOnly {
            cover("S4.P")
            return open(mvpd.id)
        }
        guard mvpd.isSSOEnabled else { return fallBack("S4.E5b", .telling("N004", message: provider)) }
        guard isSupported else {
            cover("S4.P")  // SSO enabled, yet unsupported to VSA
            return open(mvpd.id)
        }
        object.framework = provider
        exchange(provider, mvpd.id)
    }

    private mutating func exchange(_ provider: String, _ mvpd: String) {
        let requestor = object.requestor ?? ""
        switch beginExchange(with: mvpd, requestor) {
        case .declined:
            cover("S4.D")
            return open(mvpd)
        case .signedIn(isPartner: true):
            cover("S4.X")
            let token = savePartnerToken(provider, mvpd, requestor)
            return conclude(nil, "", token)
        case .signedIn(isPartner: false):
            cover("S4.D")
            return signInAtOnce(mvpd, requestor)
        case .asksPlatform: break
        }
        guard readSAML() else { return }
        guard completeExchange(provider, mvpd, requestor), let token = latest else {
            cover("S4.X0")
            return conclude(.code("N500"), "GENERIC_AUTHENTICATION_ERROR")
        }
        cover("S4.X")
        conclude(nil, "", token)
    }

    /// The query with attributes; false = it fell back to the host's own list.
    private mutating func readSAML() -> Bool {
        if world.permission != .granted {
            // Withdrawn in mid-flow: the permission is read again, without a prompt.
            if let trouble = world.permissionTrouble, trouble != .refused {
                fail()
            } else if world.permission == .notDetermined, world.permissionTrouble == nil {
                fallBack("S4.E2", .code("VSA404"))
            } else {
                fallBack("S4.E1", .code("VSA403"))
            }
            return false
        }
        if let trouble = world.samlTrouble {
            accountFailed(trouble)
            return false
        }
        if world.saml == .missing || world.saml == .blank {
            fail()
            return false
        }
        return true
    }

    /// S4.E3
    private mutating func fail() { fallBack("S4.E3", .telling("VSA503", message: nil)) }

    /// Exactly one code with each fallback to the host's own list.
    private mutating func fallBack(_ id: String, _ code: ExpectedCallback) {
        cover(id)
        tell(code)
        showDialog()
    }

    /// All integrated MVPDs.
    private mutating func showDialog() {
        object.flow?.stage = .dialog
        tell(.dialog((object.flow?.configuration ?? []).map(\.id)))
    }

    // MARK: The end

    /// One verdict; then what waited for the login is answered, in order (A2).
    mutating func conclude(
        _ explanation: ExpectedCallback?, _ error: String, _ token: ModelToken? = nil, isCached: Bool = false
    ) {
        if let explanation { tell(explanation) }
        tell(.authentication(token == nil ? 0 : 1, error))
        trackAuthentication(token, isCached: isCached)
        let waiting = object.flow?.waiting ?? []
        object.flow = nil
        for resource in waiting {
            cover("A2")
            guard let token else {
                refuse(resource, nil, error)
                continue
            }
            authorize(resource, under: token)
        }
    }

    /// S4.2, L4: whatever waits for a person is closed; an unfinished logout ends with its status first.
    mutating func abandon() {
        if object.logoutEnd != nil { concludeLogout() }
        guard let flow = object.flow else { return }
        object.flow = nil
        if case .picker = flow.stage { tell(.dismiss) }
        for resource in flow.waiting {
            cover("A2")
            refuse(resource, nil, "USER_NOT_AUTHENTICATED_ERROR")
        }
    }
}
