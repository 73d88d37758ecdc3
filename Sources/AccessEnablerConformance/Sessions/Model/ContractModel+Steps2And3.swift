import AccessEnabler

/// Steps 2 and 3.
extension ContractModel {
    /// Words: what a silent look at the platform tells.
    enum Reading: Sendable, Hashable {
        case denied
        case undetermined
        case failed(ExpectedCallback)
        case noAccount
        case lapsed(String?)
        case signedIn(String)
    }

    /// Permission, then the account, without prompt and interruption.
    func look() -> Reading {
        if let trouble = world.permissionTrouble {
            // accessNotGranted = permission, read again; said again, it is denied.
            return trouble == .refused ? .denied : .failed(trouble.details)
        }
        switch world.permission {
        case .denied, .restricted: return .denied  // restricted counts as denied
        case .notDetermined: return .undetermined
        case .granted: break
        }
        switch world.accountTrouble {
        case .cancelled, .unsupported: return .noAccount
        case .rejected: return .lapsed(nil)
        // Permission is read again and stands: the platform contradicts itself.
        case .refused?, .later?, .odd?: return .failed(world.accountTrouble?.details ?? .platformSilence)
        case nil: break
        }
        guard let provider = world.account?.provider, !provider.isEmpty else { return .noAccount }
        if isLapsed(world.account) { return .lapsed(provider) }
        return .signedIn(provider)
    }

    /// Past its expiration date; no date = valid.
    func isLapsed(_ account: ModelAccount?) -> Bool { account?.end.map { $0 <= now } ?? false }

    // MARK: Step 2

    mutating func setRequestor(_ requestor: String) {
        if let before = object.requestor, before != requestor {
            cover("S4.2")
            abandon()  // S2.F: the requestor changes
            object.selection = nil
        }
        object.requestor = requestor
        readClock()
        guard askConfiguration(of: requestor) else { return }
        let reading = look()
        switch reading {
        case .denied: end("S2.E1", "S2.X1", explanation: .code("VSA403"))
        case .undetermined: end("S2.E2", "S2.X1", explanation: .code("VSA404"))
        case .failed(let details): end("S2.E3", explanation: details)
        case .noAccount:
            cover(world.account != nil && world.accountTrouble == nil ? "S2.X3" : "S2.X2")
            removePartnerTokens(of: requestor, but: nil)
            tell(.complete(1))
        case .lapsed:
            cover("S2.X2")  // S2.F: it stays when lapsed
            tell(.complete(1))
        case .signedIn(let provider):
            removePartnerTokens(of: requestor, but: provider)
            exchangeSilently(provider, requestor)
        }
    }

    private mutating func end(_ ids: String..., explanation: ExpectedCallback) {
        for id in ids { cover(id) }
        tell(explanation, .complete(1))
    }

    /// S2.K: by the `Date` of whatever the service answers; once an object.
    private mutating func readClock() {
        if let fault = world.configurationFault, !fault.tellsTime { return }
        object.seenAhead = world.deviceAhead
        let isOff = world.deviceAhead > .seconds(300) || world.deviceAhead < .seconds(-300)
        object.clockOffset = isOff ? .zero - world.deviceAhead : .zero
        if isOff, !object.hasWarnedOfClock {
            object.hasWarnedOfClock = true
            cover("S2.K")
            tell(.code("CFG100"))
        }
    }

    /// S2.C1: VSA is not asked, tokens stay, and so does this object's last configuration of the requestor.
    private mutating func askConfiguration(of requestor: String) -> Bool {
        let isKnown = [Programme.requestor, Programme.otherRequestor].contains(requestor)
        guard let code = world.configurationFault?.code ?? (isKnown ? nil : "CFG400") else {
            object.configurations[requestor] = world.mvpds.filter(\.isIntegrated)
            return true
        }
        cover("S2.C1")
        object.missing = code
        tell(.code(code), .complete(0))
        return false
    }

    /// S2.F: the account is gone or another one.
    private mutating func removePartnerTokens(of requestor: String, but provider: String?) {
        let isOfAnother: (ModelToken) -> Bool = { token in
            token.requestor == requestor && token.kind == .partner
                && (provider == nil || token.provider != provider)
        }
        if tokens.contains(where: isOfAnother) { cover("S2.F") }
        remove(isOfAnother)
    }

    /// S2.X: X1 to X3 hold.
    private mutating func exchangeSilently(_ provider: String, _ requestor: String) {
        defer { tell(.complete(1)) }
        if let latest, isGood(latest, in: object.configuration ?? []) { return cover("S2.X9") }
        guard let mvpd = object.configuration?.first(where: { $0.platformID == provider }) else {
            return cover("S2.X4")
        }
        guard mvpd.isSSOEnabled else { return cover("S2.X5") }
        switch beginExchange(with: mvpd.id, requestor) {
        case .declined, .signedIn(isPartner: false): return cover("S2.X6")
        case .signedIn(isPartner: true):  // V2: the service holds the sign-in still
            savePartnerToken(provider, mvpd.id, requestor)
            return cover("S2.X")
        case .asksPlatform: break
        }
        switch world.samlTrouble {
        case .cancelled, .unsupported, .rejected: return cover("S2.X7")
        case .refused?, .later?, .odd?:
            cover("S2.E3")
            return tell(world.samlTrouble?.details ?? .platformSilence)
        case nil: break
        }
        if world.saml == .missing || world.saml == .blank { return cover("S2.X7") }
        guard completeExchange(provider, mvpd.id, requestor) else { return cover("S2.X8") }
        cover(object.hasLoggedOut ? "L5" : "S2.X")
    }

    // MARK: Step 3

    /// What step 3 answers, told to nobody.
    struct Check: Sendable {
        var token: ModelToken?
        var explanation: ExpectedCallback?
        var error: String
        var ids: [String]
    }

    mutating func checkAuthentication() {
        let check = judge()
        exercised(check)
        if let explanation = check.explanation { tell(explanation) }
        tell(.authentication(check.token == nil ? 0 : 1, check.error))
        trackAuthentication(check.token, isCached: check.token != nil)
    }

    private mutating func exercised(_ check: Check) {
        for id in check.ids { cover(id) }
    }

    mutating func judge() -> Check {
        object.framework = nil
        guard let configuration = object.configuration else {
            // S2.L: never called, or S2.C1's code.
            return Check(
                explanation: .code(object.missing), error: "GENERIC_AUTHENTICATION_ERROR", ids: ["S2.L"])
        }
        guard let token = latest else { return signedOut("S3.Z1") }
        if token.kind == .partner {
            let reading = look()
            if case .signedIn(let provider) = reading { object.framework = provider }
            switch reading {
            case .denied: return signedOut("S3.E1", "S3.Z5", by: .code("VSA403"))
            case .undetermined: return signedOut("S3.E2", "S3.Z6", by: .code("VSA404"))
            case .failed(let details): return signedOut("S3.E3", "S3.Z7", by: details)
            case .noAccount: return signedOut("S3.Z8")
            case .lapsed(let provider?) where provider != token.provider: return signedOut("S3.Z8")
            case .signedIn(let provider) where provider != token.provider: return signedOut("S3.Z8")
            case .lapsed, .signedIn: break  // a lapsed account changes nothing
            }
        }
        let isPartner = token.kind == .partner
        if token.end <= now { return signedOut(isPartner ? "S3.Z2a" : "S3.Z2b") }
        guard let mvpd = configuration.first(where: { $0.id == token.mvpd }) else {
            return signedOut(isPartner ? "S3.Z3a" : "S3.Z3b")
        }
        if !mvpd.isSSOEnabled {
            if isPartner { return signedOut("S3.Z4") }
            if mvpd.platformID != nil { return Check(token: token, error: "", ids: ["S3.O1b", "S3.Z4r"]) }
        }
        return Check(token: token, error: "", ids: [isPartner ? "S3.O1a" : "S3.O1b"])
    }

    /// Every status 0: USER_NOT_AUTHENTICATED_ERROR, after N000 where no other code explains it.
    private func signedOut(_ ids: String..., by explanation: ExpectedCallback = .code("N000")) -> Check {
        Check(explanation: explanation, error: "USER_NOT_AUTHENTICATED_ERROR", ids: ids)
    }

    /// A token by itself, whatever the platform says.
    private func isGood(_ token: ModelToken, in configuration: [ModelMVPD]) -> Bool {
        guard token.end > now, let mvpd = configuration.first(where: { $0.id == token.mvpd }) else { return false }
        return token.kind == .regular || mvpd.isSSOEnabled
    }
}
