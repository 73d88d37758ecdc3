import AccessEnabler
import Base
import PassSimulator

/// Step 4 at the MVPD's own page or by code; temporary passes.
extension FaultRow {
    private static let verdict = ScriptStep.wait(.callback(.setAuthenticationStatus))
    /// How long giving back may take.
    private static let courtesy = Duration.seconds(5)
    private static let chosen: [ScriptStep] = [.setSelectedProvider(Programme.east), .getAuthentication()]

    static func login(_ service: ServiceVersion) -> [FaultRow] {
        let first = loginRow(
            service, .registrationCode, "getAuthentication, an MVPD selected",
            faulty: { code(.registrationCode, $0, $1) }, afterwards: again)
        let second = loginRow(
            service, .authentication, "the login's token", faulty: token,
            // By code the person is signed in at the end.
            afterwards: { $1 == .iOS ? after(service, $0) : .signedIn })
        switch service {
        case .v1: return [first, second, giveBack]
        case .v2: return [first, second, resumption, forced]
        }
    }

    private static func loginRow(
        _ service: ServiceVersion, _ role: RequestRole, _ name: String, _ facts: [Fact] = [],
        faulty: @escaping @Sendable (Harm, PlatformBehaviour) -> FaultStory,
        afterwards: @escaping @Sendable (Harm, PlatformBehaviour) -> FaultStory
    ) -> FaultRow {
        FaultRow(
            service: service, conditions: ["S4.R", "S4.R3"], role: role, name: name,
            situation: { Situation(.configured, launch: Launch($0), seeds: .other, facts) },
            within: { $0 == .iOS ? Limit.verb : nil }, faulty: faulty, afterwards: afterwards)
    }

    /// The same login once more where it failed.
    private static func again(_ harm: Harm, _ platform: PlatformBehaviour) -> FaultStory {
        if harm == .well { return .signedIn }
        return FaultStory([.setRequestor()] + chosen, [.complete(1)]) + .atMVPD(Programme.east, platform)
    }

    /// The person has signed in at the MVPD: V2 knows, and wants no page.
    private static func after(_ service: ServiceVersion, _ harm: Harm) -> FaultStory {
        if service == .v1 || harm == .well { return again(harm, .iOS) }
        return FaultStory([.setRequestor()] + chosen + [verdict], [.complete(1), .signedIn])
    }

    private static func code(_ role: RequestRole, _ harm: Harm, _ platform: PlatformBehaviour) -> FaultStory {
        let begin = FaultStory(chosen + waiting(harm, role), [])
        if harm == .well { return begin + .atMVPD(Programme.east, platform) }
        return begin + FaultStory([verdict], [.code(platform == .iOS ? "N500" : "REG500"), .generic])
    }

    private static func token(_ harm: Harm, _ platform: PlatformBehaviour) -> FaultStory {
        if harm == .well { return FaultStory(chosen, []) + .atMVPD(Programme.east, platform) }
        switch platform {
        case .iOS:
            // S4.R: N130 when the session holds no token, which is what a service says by these.
            let isNone: Bool
            switch harm {
            case .status(401), .status(403), .status(404), .status(410): isNone = true
            default: isNone = harm.isUnreadable
            }
            return FaultStory(
                chosen + [.wait(.callback(.navigateToUrl)), .person(.signsIn), .handleRedirect]
                    + waiting(harm, .authentication) + [verdict],
                [.login(Programme.east), .code(isNone ? "N130" : "N500"), .generic])
        case .tvOS:
            // S4.R3: a poll that fails ends nothing.
            let passing: [ScriptStep] =
                harm == .silent ? [.meanwhile([.passesAlways(Limit.request, after: .authentication)])] : []
            return FaultStory(
                chosen + [.wait(.callback(.status))] + passing
                    + [.polls(2), .meanwhile([.noFaults]), .person(.activates), .pollsUntil(.setAuthenticationStatus)],
                [.registrationCode(nil, life: nil), .signedIn])
        }
    }

    /// The code is given back by courtesy: nothing hangs on it.
    private static let giveBack: FaultRow = {
        var row = loginRow(
            .v1, .registrationRemoval, "the login's code given back",
            faulty: { harm, platform in
                let passing: [ScriptStep] =
                    harm == .silent ? [.meanwhile([.passesAlways(courtesy, after: .registrationRemoval)])] : []
                return FaultStory(passing + chosen, []) + .atMVPD(Programme.east, platform)
            }, afterwards: { _, _ in .signedIn })
        row.hasBody = false
        return row
    }()

    /// V2: the session has forgotten what it was told, and is told again.
    private static let resumption = loginRow(
        .v2, .sessionResumption, "getAuthentication, a session that asks again", [.forgetfulSessions],
        faulty: { code(.sessionResumption, $0, $1) }, afterwards: again)

    /// V2, S4.AF: a sign-in the service still holds answers; when it cannot be had, the old token stays.
    private static let forced = FaultRow(
        service: .v2, conditions: ["S4.AF"], role: .userMetadata,
        name: "getAuthentication, forced, the service still knows the person",
        situation: { Situation(.regularToken, launch: Launch($0), seeds: .other) },
        faulty: { harm, platform in
            FaultStory(
                [.setSelectedProvider(Programme.east), .getAuthentication(forced: true)]
                    + waiting(harm, .userMetadata) + [verdict, .checkAuthentication],
                (harm == .well ? [.signedIn] : [.code(platform == .iOS ? "N500" : "REG500"), .generic]) + [.signedIn])
        })

    // MARK: Temporary passes

    static func temporaryPass(_ service: ServiceVersion) -> [FaultRow] {
        switch service {
        case .v1: [temporaryPass(service, .temporaryPass), temporaryPass(service, .authentication)]
        case .v2: [temporaryPass(service, .temporaryPass)]
        }
    }

    private static func temporaryPass(_ service: ServiceVersion, _ role: RequestRole) -> FaultRow {
        FaultRow(
            service: service, conditions: ["S4.T"], role: role, name: "setSelectedProvider of a temporary pass",
            situation: {
                Situation(.configured, launch: Launch($0), seeds: .other, [.temporaryPass(.seconds(86_400))])
            },
            hasBody: role == .authentication || service == .v2, moreVerdicts: 2,
            faulty: { harm, _ in
                let failure: [ExpectedCallback]
                switch harm {
                case .well: failure = [.code("N011"), .signedIn]
                // The service knows no authentication: the pass is used up.
                case .status(403), .status(404), .status(410):
                    failure = [.code(role == .authentication ? "N111" : "N500"), .generic]
                default: failure = [.code("N500"), .generic]
                }
                return FaultStory(
                    [.setRequestor(), .setSelectedProvider(Programme.trial)] + waiting(harm, role) + [verdict],
                    [.complete(1)] + failure)
            },
            afterwards: { _, _ in
                FaultStory(
                    [.setRequestor(), .setSelectedProvider(Programme.trial)], [.complete(1), .code("N011"), .signedIn])
            })
    }
}

extension Fact {
    fileprivate static let forgetfulSessions = Fact.dashboard(
        .sessionsForgetful, "sessions ask again for what they were told"
    ) {
        $0.v2.forgetsSessionParameters = true
    }
}
