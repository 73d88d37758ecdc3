import AccessEnabler

/// Step 4 at the MVPD's own login: page, second screen.
extension ContractModel {
    mutating func setSelectedProvider(_ id: String?) {
        if let flow = object.flow {
            // S4.W: drops picker, page or code.
            if case .picker = flow.stage { tell(.dismiss) }
            object.flow?.stage = .going
            cover("S4.W")
            guard let id else {
                cover("S4.E6b")
                return conclude(.code("N005"), "PROVIDER_NOT_SELECTED_ERROR")
            }
            guard flow.configuration.contains(where: { $0.id == id }) else {
                cover("S4.R2")
                return conclude(.code("N500"), "GENERIC_AUTHENTICATION_ERROR")
            }
            cover("S4.R")
            return open(id)
        }
        object.selection = nil
        guard let id else {
            cover("S4.E6b")  // no flow waiting: no N005
            return answer(nil, "PROVIDER_NOT_SELECTED_ERROR")
        }
        guard let configuration = object.configuration else {
            cover("S2.L")
            return answer(.code(object.missing), "GENERIC_AUTHENTICATION_ERROR")
        }
        guard configuration.contains(where: { $0.id == id }) else {
            cover("S4.R2")
            return answer(.code("N500"), "GENERIC_AUTHENTICATION_ERROR")
        }
        trackSelection(id)
        guard configuration.contains(where: { $0.id == id && $0.isPass }) else {
            cover("S4.S")
            object.selection = id
            return
        }
        // S4.T: its selection alone signs in.
        if object.logoutEnd != nil { concludeLogout() }
        object.selection = id
        begin(judge(), isForced: true)
    }

    /// A verdict outside a login.
    private mutating func answer(_ explanation: ExpectedCallback?, _ error: String) {
        if let explanation { tell(explanation) }
        tell(.authentication(0, error))
        trackAuthentication(nil, isCached: false)
    }

    /// The selection is made, by the person or silently.
    mutating func open(_ id: String) {
        trackSelection(id)
        openLogin(of: id)
    }

    /// As `open`, for a selection tracked before.
    mutating func openLogin(of id: String) {
        let requestor = object.requestor ?? ""
        let isPass = world.mvpd(id)?.isPass == true
        guard isPass || !world.faults.contains(.registrationCode), let mvpd = world.mvpd(id), mvpd.isIntegrated else {
            cover(platform == .tvOS ? "S4.R3" : "S4.R2")
            let code = platform == .tvOS ? "REG500" : "N500"
            return conclude(.code(code), "GENERIC_AUTHENTICATION_ERROR")
        }
        if mvpd.isPass { return signInByPass(id, requestor) }
        if world.service == .v2,
            mvpd.isDegraded || world.memory.profile(requestor, id, isPartner: false, at: world.time) != nil
        {
            if mvpd.isDegraded { cover("S4.D") }
            return signInAtOnce(id, requestor)
        }
        let login = ModelLogin(
            requestor: requestor, mvpd: id, opened: world.time, number: nextNumber(),
            earlier: latest.map { ModelLogin.Earlier(mvpd: $0.mvpd, end: $0.end) })
        switch platform {
        case .iOS:
            cover("S4.R")
            lastPage = login.number
            object.flow?.stage = .page(login)
            // S4.P: only if the host set handleSVC and the MVPD needs it.
            let useSVC = object.flow?.handlesSVC == true && configured(id)?.wantsSVC == true
            tell(.page(.login(id, isOwnRedirect: object.handlesSVC && useSVC), useSVC: useSVC))
        case .tvOS:
            cover("S4.R3")
            lastCode = login.number
            object.flow?.stage = .screen(login)
            tell(.registrationCode(nil, life: world.time + ModelLogin.life))
        }
    }

    private func configured(_ id: String) -> ModelMVPD? { object.flow?.configuration.first { $0.id == id } }

    /// REST API V2: the service signs in without page or code; by a rule = N010.
    mutating func signInAtOnce(_ id: String, _ requestor: String) {
        // A platform sign-in counts beside the account's good word, and then before any other.
        let isAccount = world.mvpd(id)?.platformID != nil && object.framework == world.mvpd(id)?.platformID
        let partner = isAccount ? world.memory.profile(requestor, id, isPartner: true, at: world.time) : nil
        let held = partner ?? world.memory.profile(requestor, id, isPartner: false, at: world.time)
        var metadata = held == nil ? [:] : metadataOfSignIn
        if partner != nil { metadata?["tokenSource"] = .string("Apple") }  // M1: whatever the service says
        let token = ModelToken(
            requestor: requestor, mvpd: id, kind: .regular, end: held?.end ?? (world.time + Programme.tokenLife),
            provider: nil, person: partner == nil ? Programme.viewerDigest : Programme.userDigest,
            source: held == nil ? .rule : .mvpd, number: nextNumber(), metadata: metadata)
        save(token)
        object.framework = nil
        conclude(held == nil ? .code("N010") : nil, "", token)
    }

    /// S4.T
    private mutating func signInByPass(_ id: String, _ requestor: String) {
        cover("S4.T")
        let end = world.memory.usePass(requestor, at: world.time)
        if end > world.time, world.service == .v1 {
            world.memory.keep(.v1, requestor: requestor, mvpd: id, isPartner: false, end: end)
        }
        // REST API V1 has the token in a request of its own.
        let isRead = world.service == .v2 || !world.faults.contains(.authentication)
        guard end > world.time, isRead else { return conclude(.code("N111"), "GENERIC_AUTHENTICATION_ERROR") }
        let token = ModelToken(
            requestor: requestor, mvpd: id, kind: .regular, end: end, provider: nil, person: Self.passDigest,
            source: .pass, number: nextNumber(), metadata: world.service == .v2 ? [:] : nil)
        save(token)
        object.framework = nil
        conclude(.code("N011"), "", token)
    }

    /// MD5 of the person on a pass, worked out by `printf u-trial | md5sum`.
    private static let passDigest = "6c199a5bba98a7609086fe99f37c14e3"

    // MARK: The person

    /// A person signs in at the page or with the code that came last.
    mutating func personSignsIn() {
        guard var login = object.flow?.login else { return }
        login.isUsed = true
        world.memory.keep(
            world.service, requestor: login.requestor, mvpd: login.mvpd, isPartner: false,
            end: world.time + Programme.tokenLife)
        if case .page = object.flow?.stage {
            object.flow?.stage = .page(login)
        } else {
            object.flow?.stage = .screen(login)
        }
    }

    mutating func handleExternalURL(_ url: String) {
        let isRedirect = url == Programme.redirect || url == Programme.ownRedirect
        guard isRedirect else { return cover("S4.R2") }
        if object.logoutEnd != nil { return concludeLogout() }
        guard case .page(let login) = object.flow?.stage else { return cover("S4.R2") }
        cover("S4.R")
        guard let end = tokenOnSession(login) else {
            return conclude(.code("N130"), "GENERIC_AUTHENTICATION_ERROR")
        }
        signIn(login, until: end)
    }

    /// S4.R3: polls come while time passes; the code ends.
    mutating func pollsPass() {
        guard case .screen(let login) = object.flow?.stage else { return }
        if let end = tokenOnSession(login) {
            cover("S4.R3")
            signIn(login, until: end)
        } else if world.time >= login.opened + ModelLogin.life {
            cover("S4.R3")
            conclude(.code("N500"), "GENERIC_AUTHENTICATION_ERROR")
        }
    }

    /// The end of the token a session has led to; nil = none. What the store held before is none of this login (S4.AF).
    private func tokenOnSession(_ login: ModelLogin) -> Duration? {
        if world.faults.contains(.authentication) { return nil }
        let found: ServiceMemory.SignIn?
        switch world.service {
        case .v1:
            // One sign-in a device and requestor, whichever session it is of.
            found = world.memory.signIn(login.requestor, at: world.time).flatMap { $0.mvpd == login.mvpd ? $0 : nil }
        case .v2:
            let isOver = world.time >= login.opened + ModelLogin.life
            guard login.isUsed || isOver, world.mvpd(login.mvpd)?.isIntegrated == true else { return nil }
            found = world.memory.profile(login.requestor, login.mvpd, isPartner: false, at: world.time)
        }
        guard let found, login.earlier != ModelLogin.Earlier(mvpd: found.mvpd, end: found.end) else { return nil }
        let before = object.flow?.before
        if before?.mvpd == found.mvpd, before?.end == found.end { return nil }
        return found.end
    }

    private mutating func signIn(_ login: ModelLogin, until end: Duration) {
        let person =
            world.service == .v1 && world.memory.last[login.requestor]?.isPartner == true
            ? Programme.userDigest : Programme.viewerDigest
        let token = ModelToken(
            requestor: login.requestor, mvpd: login.mvpd, kind: .regular, end: end, provider: nil, person: person,
            number: nextNumber(), metadata: metadataOfSignIn)
        save(token)
        object.framework = nil
        conclude(nil, "", token)
    }
}

extension ModelFlow {
    /// The MVPD's own login, if it has come to that.
    var login: ModelLogin? {
        switch stage {
        case .page(let login), .screen(let login): login
        case .going, .prompt, .picker, .dialog: nil
        }
    }
}
