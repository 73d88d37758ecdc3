import Base
import EntitlementStore
import PlatformAccount
import Testing

@testable import AccessEnabler

/// Step 3 over every situation, against the rows of the contract.
@Suite struct CheckAuthenticationTests {
    @Test("S3.E1 to O1b, S2.L: every situation gives its row's answer")
    func everySituation() async {
        var rowsSeen: [String: Int] = [:]
        await expectAgreement(CheckSituation.all, atLeast: 20_000) { situation in
            let decision = CheckAuthentication.decide(situation.facts)
            let row = situation.row
            rowsSeen[row.id, default: 0] += 1
            let outcome = Verdict(decision)
            return outcome == row.verdict ? nil : "\(row.id): expected \(row.verdict), got \(outcome)"
        }
        let rows = [
            "S2.L", "500", "Z1", "E1", "E2", "E3", "Z2a", "Z2b", "Z3a", "Z3b", "Z4", "Z8", "O1a", "O1b",
        ]
        #expect(Set(rowsSeen.keys) == Set(rows))
    }

    @Test("S3: one setAuthenticationStatus, 0 or 1, at most one status before it, tracking last")
    func shape() async {
        let tracking = Callback.sendTrackingData(["mark"], .authentication)
        await expectAgreement(CheckSituation.all, atLeast: 20_000) { situation in
            let callbacks = CheckAuthentication.decide(situation.facts).callbacks(tracking: tracking)
            guard callbacks.last?.isTracking == true, callbacks.count(where: \.isTracking) == 1 else {
                return "tracking is not last"
            }
            let rest = callbacks.dropLast()
            guard case .setAuthenticationStatus(let status, let code) = rest.last else { return "no verdict" }
            let explanations = rest.dropLast()
            guard explanations.allSatisfy({ $0.errorID != nil }), explanations.count <= 1 else {
                return "more than one status, or another callback"
            }
            switch status {
            case 0: return explanations.count == 1 && !code.isEmpty ? nil : "0 without a code or an explanation"
            case 1: return explanations.isEmpty && code.isEmpty ? nil : "1 with a code or an explanation"
            default: return "a status of \(status)"
            }
        }
    }

    @Test("S3: the platform is asked for a partner token under a configuration, and only then")
    func asksPlatform() async {
        await expectAgreement(CheckSituation.all, atLeast: 20_000) { situation in
            var isPartner = false
            if case .token(.partner, _, _) = situation.stored { isPartner = true }
            let expected = isPartner && situation.missing == nil
            return situation.facts.asksPlatform == expected ? nil : "asks: \(!expected)"
        }
    }

    @Test("S3.O1b: nothing the platform says touches a regular token")
    func regularTokenIgnoresPlatform() {
        for permission in CheckSituation.Platform.all {
            let facts = CheckSituation(
                missing: nil, stored: .token(.regular, .valid, .switchedOff), platform: permission
            ).facts
            #expect(CheckAuthentication.decide(facts).isAuthenticated, "\(permission)")
        }
    }

    @Test("S3.E3: the platform's own error goes along")
    func failureDetails() {
        for code in everyPlatformCode {
            let error = PlatformAccountError(code, domain: "SomeDomain", message: "why")
            let facts = CheckSituation(
                missing: nil, stored: .token(.partner, .valid, .enabled), platform: .failed(error)
            ).facts
            let explanation = CheckAuthentication.decide(facts).explanation
            #expect(explanation?.errorID == "APPL_ERROR")
            #expect(explanation?.level == .error)
            #expect(
                explanation?.details == ["domain": "SomeDomain", "code": String(code.rawValue), "text": "why"])
        }
    }

    @Test("S3, P08: an MVPD id with another spelling of its accents is another MVPD")
    func exactMVPD() throws {
        let composed = "T\u{e9}l\u{e9}vision"
        let decomposed = "Te\u{301}le\u{301}vision"
        try #require(composed == decomposed)
        let listed = try #require(Integration.enabled.mvpd(composed))
        let configuration = MergedConfiguration(
            requestor: "NORTHSTAR", mvpds: [BoundMVPD(mvpd: listed, serviceURL: "https://one.example")])
        func verdict(_ mvpd: String) -> Verdict {
            let facts = CheckAuthentication.Facts(
                configuration: .inForce(configuration), stored: .token(token(.regular, mvpd: mvpd)),
                now: decisionTime)
            return Verdict(CheckAuthentication.decide(facts))
        }
        #expect(verdict(composed) == .yes)
        #expect(verdict(decomposed) == .no("N000", .notAuthenticated))
    }
}

/// What a decision says, without the token.
private enum Verdict: Equatable {
    case yes
    case no(String, AuthenticationErrorCode)
    case malformed(CheckAuthentication.Decision)

    init(_ decision: CheckAuthentication.Decision) {
        switch (decision.token, decision.explanation) {
        case (.some, nil) where decision.errorCode == .none: self = .yes
        case (nil, let explanation?): self = .no(explanation.errorID, decision.errorCode)
        default: self = .malformed(decision)
        }
    }
}

/// One situation of step 3, in the contract's words.
private struct CheckSituation {
    enum Age: CaseIterable {
        case valid, lastMillisecond, atTheEnd, over, longOver, forever

        var expires: Timestamp {
            switch self {
            case .valid: return decisionTime + .seconds(3600)
            case .lastMillisecond: return decisionTime + .milliseconds(1)
            case .atTheEnd: return decisionTime
            case .over: return decisionTime - .milliseconds(1)
            case .longOver: return Timestamp(milliseconds: .min)
            case .forever: return Timestamp(milliseconds: .max)
            }
        }

        /// "Its TTL passed": at its very end there is none left.
        var isOver: Bool { [.atTheEnd, .over, .longOver].contains(self) }
    }

    enum Stored {
        case unreadable, nothing
        case token(AuthenticationToken.Kind, Age, Integration)

        static let all: [Stored] =
            [.unreadable, .nothing]
            + AuthenticationToken.Kind.allCases.flatMap { kind in
                Age.allCases.flatMap { age in Integration.allCases.map { .token(kind, age, $0) } }
            }
    }

    enum Provider: CaseIterable {
        case same, other, otherSpelling

        /// The token comes from the account of this one's `same`.
        var identifier: String {
            switch self {
            case .same: return "cabl\u{e9}"
            case .other: return "southsat_apple"
            case .otherSpelling: return "cable\u{301}"
            }
        }
    }

    enum Platform {
        case notAsked, denied, undetermined, noAccount
        case failed(PlatformAccountError)
        case lapsed(Provider?)
        case signedIn(Provider, expires: Timestamp?)

        static let all: [Platform] =
            [.notAsked, .denied, .undetermined, .noAccount, .lapsed(nil)]
            + everyPlatformCode.map { .failed(PlatformAccountError($0)) }
            + Provider.allCases.flatMap {
                [.lapsed($0), .signedIn($0, expires: nil), .signedIn($0, expires: decisionTime + .seconds(60))]
            }

        var reading: PlatformReading? {
            switch self {
            case .notAsked: return nil
            case .denied: return .denied
            case .undetermined: return .undetermined
            case .noAccount: return .noAccount
            case .failed(let error): return .failed(error)
            case .lapsed(let provider): return .lapsed(providerIdentifier: provider?.identifier)
            case .signedIn(let provider, let expires):
                return .signedIn(PlatformSignIn(providerIdentifier: provider.identifier, expires: expires))
            }
        }
    }

    /// Nil = a configuration is in force.
    var missing: String?
    var stored: Stored
    var platform: Platform

    static let codes = [
        "CFG400", "CFG404", "CFG429", "CFG500", "CFG503", "SEC403", "SEC420", "R400", "R401", "500",
    ]

    static var all: [CheckSituation] {
        ([nil] + codes.map(Optional.some)).flatMap { missing in
            Stored.all.flatMap { stored in
                Platform.all.map { CheckSituation(missing: missing, stored: stored, platform: $0) }
            }
        }
    }

    var facts: CheckAuthentication.Facts {
        var mvpds = ["Another", "NorthCables"].compactMap { Integration.enabled.mvpd($0) }
        var found = CheckAuthentication.Stored.nothing
        switch stored {
        case .unreadable: found = .unreadable
        case .nothing: found = .nothing
        case .token(let kind, let age, let integration):
            if let mvpd = integration.mvpd("NorthCable") { mvpds.insert(mvpd, at: 1) }
            found = .token(token(kind, expires: age.expires, provider: Provider.same.identifier))
        }
        let configuration = MergedConfiguration(
            requestor: "NORTHSTAR", mvpds: mvpds.map { BoundMVPD(mvpd: $0, serviceURL: "https://one.example") })
        return CheckAuthentication.Facts(
            configuration: missing.map { .missing(AdvancedStatus(errorID: $0, level: .error)) }
                ?? .inForce(configuration),
            stored: found, platform: platform.reading, now: decisionTime)
    }

    /// The contract, row by row, the E rows before the Z rows: the first that fits.
    var row: (id: String, verdict: Verdict) {
        if let missing { return ("S2.L", .no(missing, .generic)) }
        guard case .token(let kind, let age, let integration) = stored else {
            if case .unreadable = stored { return ("500", .no("500", .generic)) }
            return ("Z1", .no("N000", .notAuthenticated))
        }
        let isPartner = kind == .partner
        if isPartner {
            switch platform {
            case .denied: return ("E1", .no("VSA403", .notAuthenticated))
            case .undetermined: return ("E2", .no("VSA404", .notAuthenticated))
            case .failed: return ("E3", .no("APPL_ERROR", .notAuthenticated))
            default: break
            }
        }
        let zero = Verdict.no("N000", .notAuthenticated)
        if age.isOver { return (isPartner ? "Z2a" : "Z2b", zero) }
        if integration == .notIntegrated { return (isPartner ? "Z3a" : "Z3b", zero) }
        if !isPartner { return ("O1b", .yes) }
        if !integration.isSSOEnabled { return ("Z4", zero) }
        switch platform {
        case .noAccount: return ("Z8", zero)
        case .signedIn(let provider, _), .lapsed(let provider?):
            return provider == .same ? ("O1a", .yes) : ("Z8", zero)
        default: return ("O1a", .yes)
        }
    }
}
