import AccessEnabler
import PlatformAccount

/// What a row of values comes down to.
struct PairPlan: Sendable {
    var service = ServiceVersion.v1
    var platform = PlatformBehaviour.iOS
    var stored = Stored.nothing
    var account = Account.none
    var provider: String?
    var requestor = Programme.requestor
    var isForced = false
    var filter: ProviderFilter?
    var handlesSVC = false
    var changes: [WorldChange] = []

    enum Stored: Sendable { case nothing, partner, partnerOver, regular, regularOver }
    enum Account: Sendable { case none, valid, endless, lapsed, untold }

    /// The row as a session: what is stored, then what is true, then every step of the contract.
    var session: Session {
        Session(service: service, platform: platform, steps: preparation + [.relaunch] + situation + verbs)
    }

    private static let requestor = SessionStep.verb(.setRequestor(Programme.requestor, serviceProviders: []))

    /// In a calm world.
    private var preparation: [SessionStep] {
        let over = SessionStep.pass(Programme.tokenLife + .seconds(100))
        let partner: [SessionStep] = [.change(.account(.valid(Programme.northOnPlatform))), Self.requestor]
        let regular: [SessionStep] = [
            Self.requestor, .verb(.setSelectedProvider(Programme.north)),
            .verb(.getAuthentication(forced: false, filter: nil)), .activates, .signsIn, .redirect,
        ]
        switch stored {
        case .nothing: return []
        case .partner: return partner
        case .partnerOver: return partner + [over]
        case .regular: return regular
        case .regularOver: return regular + [over]
        }
    }

    private var situation: [SessionStep] {
        let kind: ModelAccountKind? =
            switch (account, provider) {
            case (.valid, let provider?): .valid(provider)
            case (.endless, let provider?): .endless(provider)
            case (.lapsed, let provider?): .lapsed(provider)
            case (.untold, _): .untold
            default: nil
            }
        let options = Options(handleSVC: handlesSVC, deviceInfo: ["primaryHardwareType": "Tablet"])
        return [.change(.account(kind)), .verb(.setOptions(options))] + changes.map { .change($0) }
    }

    /// Steps 2 to 4, authorization, logout; what nobody can do in this row is left out.
    private var verbs: [SessionStep] {
        let resource = Programme.movies
        let check = SessionStep.verb(.checkAuthentication)
        let ownLogin: [SessionStep] = [
            .verb(.setSelectedProvider(Programme.north)), .activates, .signsIn, .redirect,
        ]
        let expiry = MetadataKey.authenticationExpiry
        let source = MetadataKey.userMetadata("tokenSource")
        return [
            .verb(.setRequestor(requestor, serviceProviders: [])), check,
            .verb(.getMetadata(expiry, arguments: expiry.arguments)), .verb(.getSelectedProvider),
            .verb(.checkAuthorization(resource, data: [:])),
            .verb(.checkPreauthorizedResources([Programme.news, resource], cache: true)),
            .verb(.getAuthentication(forced: isForced, filter: filter)), check,
        ] + ownLogin + [
            check, .verb(.getMetadata(source, arguments: source.arguments)),
            .verb(.getAuthorization(resource, data: [:])), .verb(.setSelectedProvider(nil)),
            .verb(.setRequestor(requestor, serviceProviders: [])), check, .verb(.logout), .redirect, check,
        ]
    }
}

extension SessionStep {
    fileprivate static let redirect = SessionStep.verb(.handleExternalURL(Programme.redirect))
}
