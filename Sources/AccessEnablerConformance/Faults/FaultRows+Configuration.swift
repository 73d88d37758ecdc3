import AccessEnabler
import Base
import PassSimulator

/// Step 2: registration, access token, configuration.
extension FaultRow {
    static func configuration(_ service: ServiceVersion) -> [FaultRow] {
        [
            first(service, .register), forgotten(service), first(service, .token),
            again(service, .token, "once the access token is over", .accessTokensOver), first(service, .configuration),
            again(service, .configuration, "again", nil),
        ]
    }

    /// Nothing of this application is known but its tokens: no configuration comes into force.
    private static func first(_ service: ServiceVersion, _ role: RequestRole) -> FaultRow {
        // A token of V2 goes with a client that has registered: at its first start nobody is signed in.
        let isV1 = service == .v1
        return FaultRow(
            service: service, conditions: ["S2.C1", "S2.L"], role: role, name: "setRequestor, first start",
            situation: { Situation(.fresh, launch: Launch($0), seeds: isV1 ? .both : []) }, registers: true,
            keepsOther: isV1,
            faulty: { harm, _ in
                guard let code = code(role, harm) else { return isV1 ? .signedIn : .signedOut }
                return FaultStory(
                    [.setRequestor()] + waiting(harm, role) + [.checkAuthentication],
                    [.code(code), .complete(0), .code(code), .generic])
            },
            afterwards: { _, _ in isV1 ? .signedIn : .signedOut })
    }

    /// S2.C1: the last configuration stays in force, the tokens as they are.
    private static func again(
        _ service: ServiceVersion, _ role: RequestRole, _ when: String, _ fact: Fact?
    ) -> FaultRow {
        FaultRow(
            service: service, conditions: ["S2.C1"], role: role, name: "setRequestor \(when)",
            situation: {
                Situation(.configured, launch: Launch($0), seeds: .both, [.sendsWhole] + [fact].compactMap { $0 })
            },
            faulty: { harm, _ in
                guard let code = code(role, harm) else { return .signedIn }
                return FaultStory(
                    [.setRequestor()] + waiting(harm, role) + [.checkAuthentication],
                    [.code(code), .complete(0), .signedIn])
            })
    }

    /// The same with a new registration. On V2 sign-ins go with it, not before it is there (V2.credentials).
    private static func forgotten(_ service: ServiceVersion) -> FaultRow {
        var row = again(service, .register, "once the service has forgotten the client", .clientsForgotten)
        row.registers = true
        guard service == .v2 else { return row }
        let kept = row.faulty
        row.conditions = ["S2.C1", "V2.credentials"]
        row.faulty = { $0 == .well ? .signedOut : kept($0, $1) }
        row.afterwards = { _, _ in .signedOut }
        row.keepsOther = false
        return row
    }

    /// S2.C1, S2.B: the code of a configuration that fails; nil = it does not.
    private static func code(_ role: RequestRole, _ harm: Harm) -> String? {
        switch harm {
        case .well: return nil
        case .silent, .gone: return "CFG404"
        case .throttled: return "CFG429"
        case .status, .redirected, .cut, .half, .page, .empty, .foreign: break
        }
        if role == .register { return "R400" }
        if role == .token { return "R401" }
        switch harm {
        case .status(400), .status(404): return "CFG400"
        case .status(401): return "R401"
        case .status(403): return "SEC403"
        case .status(let status) where status >= 500: return "CFG\(status)"
        default: return "CFG500"
        }
    }
}

extension [SeededToken] {
    /// Somebody is signed in at the MVPD of the other requestor: it must stay.
    static let other = [SeededToken(requestor: Programme.otherRequestor, mvpd: Programme.north, life: .seconds(86_400))]
    /// The same for both requestors.
    static let both = other + [SeededToken(mvpd: Programme.east, life: .seconds(86_400))]
}

extension Fact {
    /// Every answer comes with its body: the service says of none that it still holds.
    fileprivate static let sendsWhole = Fact.dashboard(
        .withoutValidators, "configurations without validators"
    ) {
        $0.sendsValidators = false
    }
    /// The access token has ended on the wall clock; the time verbs take is measured on the other.
    fileprivate static let accessTokensOver = Fact(.accessTokenOver, "the access token is over") { bench in
        bench.clock.setWall(bench.clock.now + .seconds(7 * 3600))
    }
    fileprivate static let clientsForgotten = Fact(
        .clientsForgotten, "the access token is over, and all clients are forgotten"
    ) { bench in
        try await accessTokensOver.apply(bench)
        bench.first.forgetClients()
    }
}
