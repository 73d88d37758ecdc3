import AdobePass
import Base
import EntitlementStore

extension Engine {
    /// Step 3, carried out: no network.
    func checkAuthentication() async {
        let decision = await judgeAuthentication()
        let tracking = Tracking.authentication(
            decision.token, isCached: decision.isAuthenticated, hardwareType: hardwareType)
        surroundings.mailbox.post(decision.callbacks(tracking: tracking))
    }

    /// What step 3 would say just now; tells nobody.
    func judgeAuthentication() async -> CheckAuthentication.Decision {
        var facts = CheckAuthentication.Facts(
            configuration: configurationInForce, stored: .nothing, now: now)
        if let requestor { facts.stored = latestToken(of: requestor) }
        partnerFramework = nil
        if facts.asksPlatform {
            let reading = await surroundings.platformAccount.look(now: serviceTime)
            facts.platform = reading
            facts.now = now
            partnerFramework = PartnerFrameworkStatus(reading)
        }
        return CheckAuthentication.decide(facts)
    }

    /// The requestor's latest token.
    func latestToken(of requestor: String) -> CheckAuthentication.Stored {
        let tokens = attempt("reading tokens") { store throws(StoreError) in
            try store.tokens(requestor: requestor, service: surroundings.storeService)
        }
        guard let tokens else { return .unreadable }
        return tokens.first.map { .token($0) } ?? .nothing
    }

    /// S2.L: the configuration in force, or why there is none.
    var configurationInForce: CheckAuthentication.Configuration {
        guard let requestor else { return .missing(.noConfiguration) }
        return configurations[ExactText(requestor)].map { .inForce($0) } ?? .missing(missingConfiguration)
    }

    /// The device's kind, as the host or the device tells it.
    var hardwareType: String? {
        options.deviceInfo["primaryHardwareType"] ?? surroundings.deviceInfo["primaryHardwareType"]
    }
}
