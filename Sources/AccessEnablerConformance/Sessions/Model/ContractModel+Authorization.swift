import AccessEnabler

/// Authorization and preauthorization.
extension ContractModel {
    mutating func checkAuthorization(_ resource: String) { watch(resource, signsIn: false) }

    mutating func getAuthorization(_ resource: String) { watch(resource, signsIn: true) }

    private mutating func watch(_ resource: String, signsIn: Bool) {
        let check = judge()
        guard object.configuration != nil else {
            cover("S2.L", "A13")
            return refuse(resource, .code(object.missing), "GENERIC_AUTHENTICATION_ERROR")
        }
        if resource.allSatisfy(\.isWhitespace) {
            cover("A10")
            return refuse(resource, .code("Z130"), "USER_NOT_AUTHORIZED_ERROR", check.token)
        }
        if let token = check.token { return authorize(resource, under: token) }
        guard signsIn else {
            cover("A1")
            return refuse(resource, check.explanation, check.error)
        }
        cover("A2")
        if object.flow != nil {
            object.flow?.waiting.append(resource)  // joins the login that waits for a person
        } else {
            if object.logoutEnd != nil { concludeLogout() }  // L4
            begin(check, waiting: [resource])
        }
    }

    /// A4, A1: tokenRequestFailed, and its tracking.
    mutating func refuse(
        _ resource: String, _ explanation: ExpectedCallback?, _ error: String, _ token: ModelToken? = nil,
        isCached: Bool = false
    ) {
        if let explanation { tell(explanation) }
        let text = explanation?.messageText ?? ""
        tell(.refused(resource, error, text: text))
        trackAuthorization(token, isCached: isCached, error: error, text: text)
    }

    private mutating func permit(_ resource: String, _ token: ModelToken, _ source: ModelSource, isCached: Bool) {
        switch source {
        case .mvpd: break
        case .rule:
            cover(isCached ? "G6" : world.mvpd(token.mvpd)?.permitsEverything == true ? "G2" : "G1")
            tell(.code("Z010"))
        case .pass:
            cover(isCached ? "G6" : "G4")
            tell(.code("Z011"))
        }
        cover("A3")
        tell(.token(resource))
        trackAuthorization(token, isCached: isCached)
    }

    func kept(_ resource: String, under token: ModelToken) -> ModelAuthorization? {
        authorizations.first {
            $0.requestor == token.requestor && $0.mvpd == token.mvpd && $0.resource == resource && $0.end > now
        }
    }

    /// A3: the authorization is cached per resource, the media token never.
    mutating func authorize(_ resource: String, under token: ModelToken) {
        guard let kept = kept(resource, under: token) else {
            let isOver: (ModelAuthorization) -> Bool = { [now] in $0.resource == resource && $0.end <= now }
            if authorizations.contains(where: isOver) { cover("A8") }
            return ask(resource, token)
        }
        cover("A7")
        switch mediaToken(resource, token) {
        case .permitted: permit(resource, token, kept.source, isCached: true)
        case .forgotten:
            drop(resource, token)
            ask(resource, token)
        case .denied(let explanation, let error):
            drop(resource, token)
            refuse(resource, explanation, error, token, isCached: true)
        case .failed: refuse(resource, .code("Z500"), "USER_NOT_AUTHORIZED_ERROR", token, isCached: true)
        }
    }

    private mutating func drop(_ resource: String, _ token: ModelToken) {
        authorizations.removeAll {
            $0.requestor == token.requestor && $0.mvpd == token.mvpd && $0.resource == resource
        }
    }

    private mutating func ask(_ resource: String, _ token: ModelToken) {
        switch word(on: resource, token) {
        case .permitted(let word):
            drop(resource, token)
            let source = word == .mvpd ? token.source : word
            var end = world.time + Programme.authorizationLife
            if word == .pass { end = min(end, world.memory.authorizePass(token.requestor, at: world.time)) }
            authorizations.append(
                ModelAuthorization(
                    requestor: token.requestor, mvpd: token.mvpd, resource: resource, end: end, source: source))
            if let signIn = world.memory.signIn(token.requestor, at: world.time), world.service == .v1 {
                world.memory.permits[token.requestor, default: [:]][resource] = ServiceMemory.Permit(
                    signIn: signIn.number, end: end)
            }
            permit(resource, token, source, isCached: false)
        case .denied(let explanation, let error):
            cover(error == "USER_NOT_AUTHENTICATED_ERROR" ? "A15" : "A4")
            if explanation != .code("Z100"), error == "USER_NOT_AUTHORIZED_ERROR" { cover("G3") }
            refuse(resource, explanation, error, token)
        case .failed:
            cover("A14")
            refuse(resource, .code("Z500"), "USER_NOT_AUTHORIZED_ERROR", token)
        case .forgotten: break
        }
    }

    // MARK: The service

    private enum Word {
        case permitted(ModelSource)
        case denied(ExpectedCallback, String)
        /// REST API V1: what was authorized is known no more.
        case forgotten
        case failed
    }

    private static let unknown = Word.denied(.code("N130"), "USER_NOT_AUTHENTICATED_ERROR")

    /// The MVPD the service asks.
    private func asked(_ token: ModelToken) -> ModelMVPD? {
        switch world.service {
        case .v1:
            return world.memory.signIn(token.requestor, at: world.time).flatMap { world.mvpd($0.mvpd) }
        case .v2:
            guard let mvpd = world.mvpd(token.mvpd) else { return nil }
            let regular = world.memory.profile(token.requestor, token.mvpd, isPartner: false, at: world.time)
            let partner = world.memory.profile(token.requestor, token.mvpd, isPartner: true, at: world.time)
            let isAccount = object.framework != nil && object.framework == mvpd.platformID
            return mvpd.isDegraded || mvpd.isPass || regular != nil || (partner != nil && isAccount) ? mvpd : nil
        }
    }

    private func word(on resource: String, _ token: ModelToken) -> Word {
        if world.faults.contains(.authorize) { return .failed }
        guard let mvpd = asked(token) else { return Self.unknown }
        if mvpd.deniesEverything {
            return .denied(.telling("Z169", message: Self.ruleText), "USER_NOT_AUTHORIZED_ERROR")
        }
        if mvpd.isDegraded || mvpd.permitsEverything { return .permitted(.rule) }
        if mvpd.isPass { return .permitted(.pass) }
        if world.denied.contains(resource) { return .denied(.code("Z100"), "USER_NOT_AUTHORIZED_ERROR") }
        return .permitted(.mvpd)
    }

    /// What the rule AuthZNone says.
    private static let ruleText = "All requests to the TV provider are denied"

    private func mediaToken(_ resource: String, _ token: ModelToken) -> Word {
        guard world.service == .v1 else { return word(on: resource, token) }
        guard let signIn = world.memory.signIn(token.requestor, at: world.time) else { return Self.unknown }
        guard let permit = world.memory.permits[token.requestor]?[resource], permit.signIn == signIn.number,
            permit.end > world.time
        else { return .forgotten }
        return .permitted(.mvpd)
    }

    // MARK: A5

    mutating func checkPreauthorizedResources(_ resources: [String], usesCache: Bool) {
        cover("A5", "P1")
        if !usesCache { cover("P3") }
        let once = resources.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        if once.isEmpty {
            cover("P8")
            return tell(.preauthorized([]))
        }
        let check = judge()
        guard let token = check.token, object.configuration != nil else {
            cover("P5")
            if let explanation = check.explanation { tell(explanation) }
            return tell(.preauthorized([]))
        }
        guard let decisions = decide(once, token, usesCache: usesCache) else {
            cover("P7")
            return tell(.code("P100"), .preauthorized([]))
        }
        tell(.preauthorized(once.filter { decisions[$0] == true }))
    }

    mutating func preauthorize(_ request: PreauthorizeRequest) {
        let once = request.resources.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        if once.isEmpty {
            cover("P8")
            return tell(.decisions([], failure: nil))
        }
        guard let token = judge().token else { return }
        let usesCache = !request.disabledFeatures.contains(.localCache)
        guard let decisions = decide(once, token, usesCache: usesCache) else { return }
        cover("P9")
        let rule = asked(token)?.deniesEverything == true
        tell(
            .decisions(
                once.map { resource in
                    if decisions[resource] == true { return .yes(resource) }
                    return .no(
                        resource,
                        rule
                            ? .init(403, "authorization_denied_by_degradation_rule", "none", details: Self.ruleText)
                            : .init(403, "preauthorization_denied_by_mvpd", "none"))
                }, failure: nil))
    }

    /// Permits and denials of the MVPD are kept until the authentication changes; nil = the service failed.
    private mutating func decide(
        _ resources: [String], _ token: ModelToken, usesCache: Bool
    ) -> [String: Bool]? {
        var known: [String: Bool] = [:]
        if let (number, kept) = object.preauthorized[token.requestor], number == token.number { known = kept }
        let missing = usesCache ? resources.filter { known[$0] == nil } : resources
        if missing.isEmpty {
            cover("P2")
            return known
        }
        guard !world.faults.contains(.preauthorize), let mvpd = asked(token) else { return nil }
        var decisions = usesCache ? known : [:]
        for resource in missing {
            let isRule = mvpd.isDegraded || mvpd.permitsEverything || mvpd.isPass
            let isPermitted = !mvpd.deniesEverything && (isRule || !world.denied.contains(resource))
            decisions[resource] = isPermitted
            // Never what a rule refuses.
            known[resource] = isPermitted || !mvpd.deniesEverything ? isPermitted : nil
        }
        object.preauthorized[token.requestor] = (token.number, known)
        return decisions
    }
}

extension ExpectedCallback {
    /// The text a status carries.
    fileprivate var messageText: String? {
        if case .telling(_, let message) = self { message } else { nil }
    }
}
