import AccessEnabler

/// The exchange of a platform account, and what the service says to it.
extension ContractModel {
    /// The service's word on an exchange.
    enum ExchangeStart: Sendable, Hashable {
        /// S2.X6, S4.D: no exchange.
        case declined
        /// REST API V2: somebody is signed in already, by the platform or another way.
        case signedIn(isPartner: Bool)
        /// The platform is to be asked for its SAML response.
        case asksPlatform
    }

    mutating func beginExchange(with id: String, _ requestor: String) -> ExchangeStart {
        guard !world.faults.contains(.profileRequest), let mvpd = world.mvpd(id), mvpd.isIntegrated,
            mvpd.isSSOEnabled
        else { return .declined }
        switch world.service {
        case .v1:
            return mvpd.isDegraded ? .declined : .asksPlatform
        case .v2:
            let partner = world.memory.profile(requestor, id, isPartner: true, at: world.time)
            let regular = world.memory.profile(requestor, id, isPartner: false, at: world.time)
            if partner != nil { return .signedIn(isPartner: true) }
            return regular != nil || mvpd.isDegraded ? .signedIn(isPartner: false) : .asksPlatform
        }
    }

    /// S2.X8, S4.X0: false = refused.
    mutating func completeExchange(_ provider: String, _ mvpd: String, _ requestor: String) -> Bool {
        if world.saml == .foreign || world.faults.contains(.exchange) { return false }
        let end = world.time + Programme.tokenLife
        world.memory.keep(world.service, requestor: requestor, mvpd: mvpd, isPartner: true, end: end)
        // REST API V1 has the token in a request of its own.
        if world.service == .v1, world.faults.contains(.authentication) { return false }
        savePartnerToken(provider, mvpd, requestor)
        return true
    }

    /// The token the service holds, as it is stored.
    @discardableResult mutating func savePartnerToken(
        _ provider: String, _ mvpd: String, _ requestor: String
    ) -> ModelToken {
        let held =
            world.service == .v1
            ? world.memory.signIn(requestor, at: world.time)
            : world.memory.profile(requestor, mvpd, isPartner: true, at: world.time)
        let token = ModelToken(
            requestor: requestor, mvpd: mvpd, kind: .partner, end: held?.end ?? world.time, provider: provider,
            person: Programme.userDigest, number: nextNumber(), metadata: metadataOfSignIn)
        save(token)
        return token
    }

    /// REST API V2 tells it with the sign-in; V1 is asked for it later.
    var metadataOfSignIn: [String: JSONValue]? { world.service == .v2 ? Self.metadata : nil }

    /// The dashboard's metadata of every person.
    static let metadata: [String: JSONValue] = [
        "householdID": .string("h-7"), "zip": .array([.string("94040")]),
    ]
}
