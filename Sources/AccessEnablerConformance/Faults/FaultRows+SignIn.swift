import AccessEnabler
import Base
import PassSimulator

/// Platform sign-in, silently in step 2 and explicitly in step 4.
extension FaultRow {
    private static let north = Fact.signedIn(Programme.northOnPlatform)
    private static let verdict = ScriptStep.wait(.callback(.setAuthenticationStatus))

    /// On V2 the exchange is answered with the token, on V1 it is asked for.
    private static func exchangeRoles(_ service: ServiceVersion) -> [RequestRole] {
        service == .v1 ? [.exchange, .authentication] : [.exchange]
    }

    private static func hasBody(_ service: ServiceVersion, _ role: RequestRole) -> Bool {
        role != .exchange || service == .v2
    }

    /// S2.X8: whatever fails, no token and complete(1).
    static func silentSignIn(_ service: ServiceVersion) -> [FaultRow] {
        ([.profileRequest] + exchangeRoles(service)).map { role in
            FaultRow(
                service: service, conditions: ["S2.X8"], role: role, name: "setRequestor with an account signed in",
                situation: { Situation(.configured, launch: Launch($0), seeds: .other, [north]) },
                hasBody: hasBody(service, role),
                faulty: { harm, _ in
                    FaultStory(
                        [.setRequestor()] + waiting(harm, role) + [.checkAuthentication],
                        [.complete(1)] + (harm == .well ? [.signedIn] : signedOut))
                })
        }
    }

    /// Step 4 with the account signed in.
    static func platformSignIn(_ service: ServiceVersion) -> [FaultRow] {
        [
            FaultRow(
                service: service, conditions: ["S4.D", "S4.X", "S4.E3"], role: .profileRequest,
                name: "getAuthentication",
                situation: { Situation(.configured, launch: Launch($0), seeds: .other, [north]) },
                within: { $0 == .iOS ? Limit.verb : nil }, prompts: true,
                faulty: { profileRequest(service, $0, $1) })
        ] + exchangeRoles(service).map { exchange(service, $0) }
    }

    /// S4.D: refused or failed, the MVPD's own login follows. On V1 a body is the question as it is: one of another kind
    /// is a question nobody signs, E3.
    private static func profileRequest(
        _ service: ServiceVersion, _ harm: Harm, _ platform: PlatformBehaviour
    ) -> FaultStory {
        let begin = FaultStory([.getAuthentication()] + waiting(harm, .profileRequest), [])
        switch harm {
        case .well:
            return begin + FaultStory([verdict], [.signedIn])
        case .foreign where service == .v1, .half where service == .v1:
            return begin
                + FaultStory(
                    [.wait(.callback(.displayProviderDialog)), .setSelectedProvider(nil), verdict],
                    [.telling("VSA503", message: nil), .dialog, .code("N005"), .notSelected])
        case .status, .throttled, .redirected, .cut, .half, .page, .empty, .foreign, .silent, .gone:
            return begin + .atMVPD(Programme.north, platform)
        }
    }

    /// S4.X0: the exchange fails.
    private static func exchange(_ service: ServiceVersion, _ role: RequestRole) -> FaultRow {
        FaultRow(
            service: service, conditions: ["S4.X0", "S4.X"], role: role, name: "getAuthentication",
            situation: { Situation(.configured, launch: Launch($0), seeds: .other, [north]) },
            hasBody: hasBody(service, role), prompts: true,
            faulty: { harm, _ in
                FaultStory(
                    [.getAuthentication()] + waiting(harm, role) + [verdict],
                    harm == .well ? [.signedIn] : [.code("N500"), .generic])
            })
    }

    /// What lets the limit pass of a request that is not answered.
    static func waiting(_ harm: Harm, _ role: RequestRole, _ limit: Duration = Limit.request) -> [ScriptStep] {
        harm == .silent ? [.wait(.asked(role, at: .first)), .meanwhile([.passes(limit)])] : []
    }
}

extension FaultStory {
    /// The login at the MVPD's page, or by code, from where it is up to status 1.
    static func atMVPD(_ mvpd: String, _ platform: PlatformBehaviour) -> FaultStory {
        switch platform {
        case .iOS:
            FaultStory(
                [
                    .wait(.callback(.navigateToUrl)), .person(.signsIn), .handleRedirect,
                    .wait(.callback(.setAuthenticationStatus)),
                ], [.login(mvpd), .signedIn])
        case .tvOS:
            FaultStory(
                [.wait(.callback(.status)), .person(.activates), .pollsUntil(.setAuthenticationStatus)],
                [.registrationCode(nil, life: nil), .signedIn])
        }
    }
}
