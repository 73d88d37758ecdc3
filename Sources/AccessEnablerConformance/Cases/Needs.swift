import AccessEnabler

extension ConditionCase {
    /// Everything an implementation must be able to for this case when the service is asked by this API.
    public func allNeeds(on service: ServiceVersion) -> Set<Capability> {
        let asked = self.asked(by: service)
        var all = asked.needs.union([service == .v1 ? .speaksV1 : .speaksV2])
        all.formUnion(asked.situation.needs)
        all.formUnion(asked.script.flatMap(\.needs))
        for reaction in asked.reactions {
            all.insert(.insideCallbacks)
            all.formUnion(reaction.acts.flatMap(\.needs))
        }
        if case .prompting = asked.platform { all.insert(.tvProviderAccount) }
        if case .saml(let range) = asked.platform, range.lowerBound > 0 { all.insert(.tvProviderAccount) }
        all.formUnion(asked.proofs.flatMap(\.needs))
        if case .partner = asked.stored { all.insert(.tvProviderAccount) }
        // Whose account there is makes no difference to who may not ask.
        if case .nothing = asked.platform, asked.situation.before != .partnerToken { all.remove(.tvProviderAccount) }
        return all
    }
}

extension Situation {
    fileprivate var needs: Set<Capability> {
        var needs = launch.needs.union(facts.flatMap(\.kind.needs))
        switch before {
        case .fresh, .configured: break
        case .partnerToken: needs.insert(.tvProviderAccount)
        // On tvOS a person's code is polled for: the runner lets the waits pass.
        case .regularToken: needs.formUnion(launch.platform == .tvOS ? [.login, .deviceClock] : [.login])
        }
        if !seeds.isEmpty { needs.insert(.seedsTokens) }
        return needs
    }
}

extension Launch {
    fileprivate var needs: Set<Capability> {
        let behaviour: Capability = platform == .iOS ? .behavesAsIOS : .behavesAsTVOS
        return integrityCheck == .none ? [behaviour] : [behaviour, .checksStore]
    }
}

extension ScriptStep {
    fileprivate var needs: Set<Capability> {
        switch self {
        case .setRequestor(_, let addresses): addresses.isEmpty ? [] : [.serviceProviders]
        case .checkAuthentication: []
        case .getMetadata(let key): key.needs
        case .setOptions: [.options]
        case .getAuthentication(_, let filter): filter == nil ? [.login] : [.login, .filters]
        case .setSelectedProvider, .handleExternalURL, .handleRedirect, .person: [.login]
        case .logout: [.logout]
        case .call(let verb): verb.needs
        case .answerPicker: [.tvProviderAccount]
        case .polls, .pollsUntil: [.deviceClock]
        case .change(let facts), .meanwhile(let facts): Set(facts.flatMap(\.kind.needs))
        case .wait(.platformAsked): [.tvProviderAccount]
        case .wait(.pollingOver): [.deviceClock]
        case .wait(.callback), .wait(.asked), .wait(.answered): []
        case .relaunch(let launch, let facts): launch.needs.union(facts.flatMap(\.kind.needs))
        case .another(let launch): launch.needs.union([.severalObjects])
        case .use, .release: []
        case .seed: [.seedsTokens]
        case .unblock: [.insideCallbacks]
        }
    }
}

extension Reaction.Act {
    fileprivate var needs: Set<Capability> {
        switch self {
        case .call(let verb): verb.needs
        case .followPage: [.login]
        case .answerPicker: [.tvProviderAccount]
        case .release, .block: []
        }
    }
}

extension Verb {
    fileprivate var needs: Set<Capability> {
        switch self {
        case .setRequestor(_, let addresses): addresses.isEmpty ? [] : [.serviceProviders]
        case .checkAuthentication: []
        case .getMetadata(let key, _): key.needs
        case .setOptions: [.options]
        case .getAuthentication(_, let filter): filter == nil ? [.login] : [.login, .filters]
        case .setSelectedProvider, .handleExternalURL: [.login]
        case .logout: [.logout]
        case .getSelectedProvider: [.selectedProvider]
        case .checkAuthorization, .getAuthorization: [.authorization]
        case .checkPreauthorizedResources: [.preauthorizedResources]
        case .preauthorize: [.preauthorize]
        }
    }
}

extension MetadataKey {
    /// Every implementation answers what the runner itself asks for.
    fileprivate var needs: Set<Capability> {
        self == .deviceID || self == .userMetadata("tokenSource") ? [] : [.metadata]
    }
}

extension ConditionCase.Proof {
    fileprivate var needs: Set<Capability> {
        switch self {
        case .header, .parameter, .noHeader, .deviceInfo, .neverAnswered: []
        case .waited, .waitedAtMost, .pollsWithBackOff: [.deviceClock]
        case .keepsDamagedStore, .secretsStayInStore: [.storesFiles]
        case .hidden: [.showsLog]
        }
    }
}
