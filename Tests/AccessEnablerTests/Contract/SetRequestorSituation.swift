import AdobePass
import Base
import EntitlementStore
import PlatformAccount

@testable import AccessEnabler

/// One situation of step 2: what every question would be answered.
struct RequestorSituation {
    /// What the service says to the configuration.
    enum Configuration {
        /// The account's MVPD stands like this in the configuration, after another one.
        case lists(Integration)
        /// Two MVPDs carry the account's provider id, the second is SSO enabled.
        case listsTwice
        case fails(ServiceError.Stage, ServiceError.Code)

        static let failures: [Configuration] = [
            .fails(.configuration, .status(400)), .fails(.configuration, .status(404)),
            .fails(.configuration, .status(401)), .fails(.configuration, .status(403)),
            .fails(.configuration, .status(500)), .fails(.configuration, .status(503)),
            .fails(.configuration, .unreadable), .fails(.configuration, .unreachable),
            .fails(.configuration, .timedOut), .fails(.configuration, .tls), .fails(.configuration, .throttled),
            .fails(.configuration, .cancelled), .fails(.registration, .status(400)),
            .fails(.registration, .unreadable), .fails(.accessToken, .status(401)), .fails(.accessToken, .tls),
        ]
    }

    enum Platform {
        case denied, undetermined, failed, noAccount, lapsed, lapsedUnnamed
        case signedIn(expires: Timestamp?)

        static let signedIns: [Platform] = [.signedIn(expires: nil), .signedIn(expires: decisionTime + .seconds(60))]
        static let others: [Platform] = [.denied, .undetermined, .failed, .noAccount, .lapsed, .lapsedUnnamed]
    }

    enum Stored: CaseIterable {
        case unreadable, nothing, partner, regular, partnerExpired, regularExpired
        case partnerNotIntegrated, partnerSwitchedOff, regularSwitchedOff, regularNotIntegrated
    }

    enum Start: CaseIterable {
        case fails, declined, asksPlatform, partner, regular, degraded, temporary
    }

    enum SAML: CaseIterable {
        case denied, undetermined, failed, noAccount, lapsed, lapsedUnnamed, none, empty, blank, otherProvider
        case sameOtherSpelling, given
    }

    var isStoreReadable = true
    var configuration = Configuration.lists(.enabled)
    var isClockOff = false
    var hasForeignTokens = false
    var platform = Platform.signedIn(expires: nil)
    var stored = Stored.nothing
    var start = Start.asksPlatform
    var saml = SAML.given
    var isExchangeRefused = false

    /// The silent sign-in.
    static let signIn = RequestorSituation()

    /// Every situation; answers to questions that the contract never asks in it stand only once.
    static var all: [RequestorSituation] {
        flags.flatMap { flagged in
            var unreadable = flagged
            unreadable.isStoreReadable = false
            return [unreadable] + Configuration.failures.map { flagged.with(\.configuration, $0) }
                + lists.flatMap { list -> [RequestorSituation] in
                    let listed = flagged.with(\.configuration, list)
                    return Platform.others.map { listed.with(\.platform, $0) } + listed.signedIns
                }
        }
    }

    private static let lists: [Configuration] = Integration.allCases.map { .lists($0) } + [.listsTwice]

    private static var flags: [RequestorSituation] {
        [false, true].flatMap { clock in
            [false, true].map { foreign in
                signIn.with(\.isClockOff, clock).with(\.hasForeignTokens, foreign)
            }
        }
    }

    private var signedIns: [RequestorSituation] {
        Platform.signedIns.flatMap { platform in
            Stored.allCases.flatMap { stored in
                let known = with(\.platform, platform).with(\.stored, stored)
                return Start.allCases.filter { $0 != .asksPlatform }.map { known.with(\.start, $0) }
                    + SAML.allCases.flatMap { saml in
                        [false, true].map { known.with(\.saml, saml).with(\.isExchangeRefused, $0) }
                    }
            }
        }
    }

    func with<Value>(_ path: WritableKeyPath<RequestorSituation, Value>, _ value: Value) -> RequestorSituation {
        var copy = self
        copy[keyPath: path] = value
        return copy
    }
}

// MARK: - Answers

extension RequestorSituation {
    static let provider = "cabl\u{e9}_apple"
    static let verificationToken = "payload"
    static let saml = Secret("<saml/>")
    static let failure = PlatformAccountError(.serviceTemporarilyUnavailable, message: "why")
    static let serviceURL = "https://one.example"
    /// The MVPD of the account.
    static let mvpdID = "NorthCable"

    var configurationAnswer: Result<MergedConfiguration, ServiceError> {
        let listed: [ConfiguredMVPD?]
        switch configuration {
        case .fails(let stage, let code): return .failure(ServiceError(stage, code))
        case .lists(let integration):
            listed = [integration.mvpd(Self.mvpdID, mappingID: Self.provider)]
        case .listsTwice:
            listed = [
                Integration.switchedOff.mvpd("Before", mappingID: Self.provider),
                Integration.enabled.mvpd(Self.mvpdID, mappingID: Self.provider),
            ]
        }
        // The stored tokens' own MVPDs, and one that differs from the account's by the spelling of its provider id.
        let others = [
            Integration.enabled.mvpd("Stored"), Integration.switchedOff.mvpd("Off"),
            Integration.enabled.mvpd("Spelt", mappingID: "cable\u{301}_apple"),
        ]
        let mvpds = (others + listed).compactMap(\.self).map { mvpd -> BoundMVPD in
            var mvpd = mvpd
            mvpd.requiredMetadataFields = ["userID", "householdID"]
            return BoundMVPD(
                mvpd: mvpd, serviceURL: mvpd.id == Self.mvpdID ? Self.serviceURL : "https://two.example")
        }
        return .success(
            MergedConfiguration(requestor: "NORTHSTAR", domains: ["northstar.example", "other.example"], mvpds: mvpds))
    }

    var platformReading: PlatformReading {
        switch platform {
        case .denied: return .denied
        case .undetermined: return .undetermined
        case .failed: return .failed(Self.failure)
        case .noAccount: return .noAccount
        case .lapsed: return .lapsed(providerIdentifier: Self.provider)
        case .lapsedUnnamed: return .lapsed(providerIdentifier: nil)
        case .signedIn(let expires):
            return .signedIn(PlatformSignIn(providerIdentifier: Self.provider, expires: expires))
        }
    }

    var storedAnswer: CheckAuthentication.Stored {
        let past = decisionTime
        switch stored {
        case .unreadable: return .unreadable
        case .nothing: return .nothing
        case .partner: return .token(token(.partner, mvpd: "Stored", provider: Self.provider))
        case .regular: return .token(token(.regular, mvpd: "Stored"))
        case .partnerExpired: return .token(token(.partner, mvpd: "Stored", expires: past))
        case .regularExpired: return .token(token(.regular, mvpd: "Stored", expires: past))
        case .partnerNotIntegrated: return .token(token(.partner, mvpd: "Gone"))
        case .regularNotIntegrated: return .token(token(.regular, mvpd: "Gone"))
        case .partnerSwitchedOff: return .token(token(.partner, mvpd: "Off"))
        case .regularSwitchedOff: return .token(token(.regular, mvpd: "Off"))
        }
    }

    var startAnswer: PartnerSignInStart? {
        switch start {
        case .fails: return nil
        case .declined: return .declined
        case .asksPlatform:
            return .askPlatform(
                verificationToken: Self.verificationToken, attributeNames: ["userID", "householdID"])
        case .partner: return .signedIn(Self.authentication(.partner))
        case .regular: return .signedIn(Self.authentication(.regular))
        case .degraded: return .signedIn(Self.authentication(.degraded))
        case .temporary: return .signedIn(Self.authentication(.temporary))
        }
    }

    var samlAnswer: PlatformReading {
        func signedIn(_ saml: String?, _ provider: String = RequestorSituation.provider) -> PlatformReading {
            .signedIn(PlatformSignIn(providerIdentifier: provider, samlResponse: saml.map { Secret($0) }))
        }
        switch saml {
        case .denied: return .denied
        case .undetermined: return .undetermined
        case .failed: return .failed(Self.failure)
        case .noAccount: return .noAccount
        case .lapsed: return .lapsed(providerIdentifier: Self.provider)
        case .lapsedUnnamed: return .lapsed(providerIdentifier: nil)
        case .none: return signedIn(nil)
        case .empty: return signedIn("")
        case .blank: return signedIn(" \n\t\u{a0}")
        case .otherProvider: return signedIn("<saml/>", "southsat_apple")
        case .sameOtherSpelling: return signedIn("<saml/>", "cable\u{301}_apple")
        case .given: return signedIn(Self.saml.exposed)
        }
    }

    var exchangeAnswer: ServiceAuthentication? {
        isExchangeRefused ? nil : Self.authentication(.partner)
    }

    static func authentication(_ source: ServiceAuthentication.Source) -> ServiceAuthentication {
        ServiceAuthentication(
            requestor: "NORTHSTAR", mvpd: mvpdID, expires: decisionTime + .seconds(60), userID: nil, source: source)
    }

    /// The answer to an action, as the world of this situation gives it; nil = it asks nothing.
    func answer(to action: SetRequestor.Action) -> SetRequestor.Event? {
        switch action {
        case .openStore: return .store(isReadable: isStoreReadable)
        case .askConfiguration: return .configuration(configurationAnswer, isClockOff: isClockOff)
        case .removeForeignTokens: return .foreignTokens(areRemoved: hasForeignTokens)
        case .lookAtPlatform: return .platform(platformReading)
        case .readStored: return .stored(storedAnswer, now: decisionTime)
        case .start: return .started(startAnswer)
        case .askSAML: return .saml(samlAnswer)
        case .exchange: return .exchanged(exchangeAnswer)
        case .tell, .use, .removePartnerTokens, .save: return nil
        }
    }
}
