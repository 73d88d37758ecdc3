import AccessEnabler

/// Logout, metadata, the selected provider.
extension ContractModel {
    // MARK: L1 to L4

    mutating func logout() {
        if object.flow != nil { cover("S4.W") }
        abandon()  // S4.W, L4
        object.selection = nil
        object.preauthorized = [:]
        object.hasLoggedOut = true
        let requestor = object.requestor
        let held = Array(tokens.filter { $0.requestor == requestor }.reversed())
        let isPartner = held.first?.kind == .partner
        cover(isPartner ? "L1" : "L2")
        if isPartner { tell(.code("VSA203")) }  // valid or not
        remove { _ in true }  // the whole store, all requestors and MVPDs
        let pages = held.map { tellService($0) }.compactMap(\.self)
        if platform == .iOS, let page = pages.first {
            cover("L3")
            object.logoutEnd = world.time + Self.logoutLimit
            tell(.page(.logout(page), useSVC: object.handlesSVC))
        } else {
            cover(platform == .iOS ? "L3" : "L4")
            concludeLogout()  // no logout URL: status at once
        }
    }

    /// The longest a logout waits for its page. Choice.
    static let logoutLimit = Duration.seconds(30)

    /// The sign-in ends at the service, if it can be reached; gives the MVPD whose logout page is due.
    private mutating func tellService(_ token: ModelToken) -> String? {
        let fails = world.faults.contains(.logout)
        let (requestor, mvpd) = (token.requestor, token.mvpd)
        let isPartner = world.memory.profile(requestor, mvpd, isPartner: true, at: world.time) != nil
        let isRegular = world.memory.profile(requestor, mvpd, isPartner: false, at: world.time) != nil
        if !fails { world.memory.forget(requestor, mvpd) }
        switch world.service {
        case .v1: return mvpd
        // Only the service knows the page; a platform sign-in has none, nor has what a rule let in.
        case .v2: return !fails && isRegular && !isPartner && world.mvpd(mvpd)?.isDegraded == false ? mvpd : nil
        }
    }

    /// Status 0, without tracking.
    mutating func concludeLogout() {
        object.logoutEnd = nil
        tell(.authentication(0, "USER_NOT_AUTHENTICATED_ERROR"))
    }

    // MARK: M1 to M3

    mutating func getMetadata(_ key: MetadataKey) {
        guard key != .deviceID else {
            cover("M2")
            return tell(.metadata(key, .named("device id")))
        }
        guard let token = judge().token else {
            cover("M3")
            return tell(.metadata(key, .none))
        }
        switch key {
        case .deviceID: break
        case .authenticationExpiry:
            cover("M2")
            tell(.metadata(key, .instant(token.end)))
        case .authorizationExpiry(let resource):
            cover("M2.authorization")
            let kept = kept(resource, under: token)
            tell(.metadata(key, kept.map { .instant($0.end) } ?? .none))
        case .userMetadata("tokenSource") where token.kind == .partner:
            cover("M1")
            tell(.metadata(key, .json(.string("Apple"))))
        case .userMetadata(let name):
            cover(name == "tokenSource" ? "M1" : "M2")
            let value = userMetadata(of: token)?[name]
            tell(.metadata(key, value.map { .json($0) } ?? .none))
        }
    }

    /// Kept with the token, else read once from the service.
    private mutating func userMetadata(of token: ModelToken) -> [String: JSONValue]? {
        if let known = token.metadata { return known }
        guard world.service == .v1, let signIn = world.memory.signIn(token.requestor, at: world.time),
            world.mvpd(signIn.mvpd)?.isIntegrated == true
        else { return nil }
        var read = Self.metadata
        if signIn.isPartner { read["tokenSource"] = .string("Apple") }
        if let place = tokens.firstIndex(where: { $0.number == token.number }) { tokens[place].metadata = read }
        return read
    }

    // MARK: A6

    mutating func getSelectedProvider() {
        cover("A6")
        guard let configuration = object.configuration else { return tell(.selected(nil)) }
        let signedIn = judge().token?.mvpd
        let selected = object.flow?.login?.mvpd ?? object.selection
        let mvpd = [signedIn].compactMap(\.self).first { id in configuration.contains { $0.id == id } } ?? selected
        tell(.selected(mvpd))
    }
}
