import AccessEnabler
import PassSimulator
import PlatformAccount

/// Step 2: the silent exchange, and each of its conditions failing alone.
extension ConditionCase {
    private static let north = Fact.signedIn(Programme.northOnPlatform)

    /// No exchange, no token, no code.
    private static func silent(
        _ condition: String, _ name: String, _ facts: [Fact], launch: Launch = Launch(),
        requests: RequestBudget = .cold, platform: PlatformBudget = .silently
    ) -> ConditionCase {
        ConditionCase(
            [condition], name, Situation(.fresh, launch: launch, facts), script: [.setRequestor()],
            expect: [.complete(1)],
            forbid: .setRequestor + [
                Forbidden(.kind(.status), "no exchange is no error"),
                Forbidden(.complete(0), "no exchange is no failure of setRequestor"),
            ],
            requests: requests, platform: platform, stored: .nothing)
    }

    private static func exchanged(_ name: String, _ facts: [Fact] = [], launch: Launch = Launch()) -> ConditionCase {
        ConditionCase(
            ["S2.X"], name, Situation(.fresh, launch: launch, [north] + facts), script: [.setRequestor()],
            expect: [.complete(1)],
            forbid: .setRequestor + [Forbidden(.kind(.status), "a silent sign-in is silent")],
            requests: .cold.andExchange, platform: .saml(1...1), stored: .partner())
    }

    /// Up to the profile request, which the service may be asked three times.
    private static func declined(_ name: String, _ facts: [Fact], times: ClosedRange<Int> = 0...3) -> ConditionCase {
        silent("S2.X6", name, [north] + facts, requests: .cold.with([.profileRequest: times]))
    }

    /// Up to the SAML query.
    private static func withoutSAML(_ name: String, _ facts: [Fact]) -> ConditionCase {
        silent(
            "S2.X7", name, [north] + facts, requests: .cold.with([.profileRequest: 1...1]), platform: .saml(1...1))
    }

    private static func platformError(_ code: PlatformAccountError.Code) -> PlatformAccountError {
        PlatformAccountError(code, message: "no")
    }

    /// S2.X to S2.X8.
    static let setRequestorExchange: [ConditionCase] =
        [
            exchanged("all seven hold on iOS"),
            exchanged("all seven hold on tvOS", launch: Launch(.tvOS)),
            exchanged(
                "all seven hold, an account with no end known", [.signedIn(Programme.northOnPlatform, life: nil)]),
            exchanged(
                "all seven hold, a configuration in XML",
                [.dashboard(.configurationInXML, "XML only") { $0.forcesXML = true }]),
            exchanged(
                "all seven hold for one of two MVPDs the platform gives one name",
                [
                    .dashboard(
                        .nameTakenTwice,
                        "an older MVPD without single sign-on has the platform's name of \(Programme.north)",
                        ["mvpd": .string(Programme.north)]
                    ) {
                        var older = Dashboard.MVPD(
                            id: "OldCable", displayName: "Old Cable", platformMappingID: Programme.northOnPlatform)
                        older.enablePlatformServices = [:]
                        $0.requestors[Programme.requestor]?.mvpds.insert(older, at: 0)
                    }
                ]),
            exchanged(
                "all seven hold, an account that ends in a second",
                [.signedIn(Programme.northOnPlatform, life: .seconds(1))]),
        ] + accounts + providers + degradation + responses + refusals

    private static let accounts: [ConditionCase] = [
        silent("S2.X2", "nobody signed in", [.signedOut]),
        silent("S2.X2", "the account lapsed a second ago", [.signedIn(Programme.northOnPlatform, life: .seconds(-1))]),
        silent(
            "S2.X2", "the platform says userCancelled: no account",
            [north, .accountFails(platformError(.userCancelled))]),
        silent(
            "S2.X2", "the platform says unsupportedProvider: no account",
            [north, .accountFails(platformError(.unsupportedProvider))]),
        silent(
            "S2.X2", "the platform says providerRejected: lapsed",
            [north, .accountFails(platformError(.providerRejected))]),
        silent("S2.X3", "an account whose provider is not told (V06)", [.signedIn(nil)]),
        silent("S2.X3", "an account whose provider is empty (V06)", [.signedIn("")]),
    ]

    private static let providers: [ConditionCase] = [
        silent("S2.X4", "a provider nobody knows", [.signedIn("elsewhere_apple")]),
        silent("S2.X4", "a provider not integrated any more", [north, .notIntegrated(Programme.north)]),
        silent("S2.X5", "single sign-on disabled", [north, .ssoDisabled(Programme.north)]),
        silent("S2.X5", "no boarding status", [north, .boarding(Programme.north, nil)]),
        silent("S2.X5", "a boarding status of tomorrow (P09)", [north, .boarding(Programme.north, "BETA")]),
        silent("S2.X5", "a picker-only provider", [.signedIn(Programme.southOnPlatform)]),
        silent(
            "S2.X5", "enabled on iOS alone, asked on tvOS (V10)",
            [
                north,
                .mvpd(.ssoOnIOSAlone, Programme.north, "is enabled on iOS alone") {
                    $0.enablePlatformServices["tvOS"] = false
                },
            ],
            launch: Launch(.tvOS)),
    ]

    private static let atOnce = "the exchange is answered with the sign-in itself"

    private static let degradation: [ConditionCase] = [
        declined("a degraded provider", [.degraded(Programme.north)], times: 0...1).onV2(
            because: "the rule shows in the answer to the partner session",
            requests: [
                .register: 1...1, .token: 1...1, .configuration: 1...1, .profileRequest: 1...1, .userMetadata: 1...1,
            ]),
        declined("the profile request is refused (400)", [.fault(.profileRequest, .simple(400))], times: 1...1),
        declined("the profile request fails (500)", [.fault(.profileRequest, .simple(500))], times: 1...3),
        declined("the profile request is forbidden (403)", [.fault(.profileRequest, .simple(403))], times: 1...2),
        declined("the profile request loses its connection", [.fault(.profileRequest, .reset)], times: 1...3),
        declined("the profile request is throttled", [.fault(.profileRequest, .throttled)], times: 1...100),
    ]

    private static let responses: [ConditionCase] = [
        withoutSAML("no SAML response (V06)", [.saml(nil)]),
        withoutSAML("an empty SAML response (V06)", [.saml("")]),
        withoutSAML("a blank SAML response (V06)", [.saml(" \n")]),
        withoutSAML("the SAML query finds nobody signed in", [.samlFails(platformError(.userCancelled))]),
        withoutSAML("the SAML query finds the account lapsed", [.samlFails(platformError(.providerRejected))]),
        withoutSAML("the SAML response is another provider's", [.samlNames(Programme.westOnPlatform)]),
    ]

    private static func refused(_ name: String, _ facts: [Fact], _ more: [RequestRole: ClosedRange<Int>])
        -> ConditionCase
    {
        silent(
            "S2.X8", name, [north] + facts,
            requests: .cold.with([.profileRequest: 1...1, .exchange: 1...1]).with(more), platform: .saml(1...1))
    }

    private static let refusals: [ConditionCase] = [
        refused("a SAML response that is none", [.saml("<nonsense/>")], [:]),
        refused("the exchange is refused (400)", [.fault(.exchange, .simple(400))], [:]),
        refused("the exchange is refused (403)", [.fault(.exchange, .simple(403))], [:]),
        refused("the exchange fails (500)", [.fault(.exchange, .simple(500))], [:]),
        refused("the exchange answers 451 (T13)", [.fault(.exchange, .simple(451))], [:]),
        refused("the exchange answers a page (T12)", [.fault(.exchange, .html)], [.authentication: 0...1]),
        refused(
            "the exchange is refused for its access token, twice", [.fault(.exchange, .simple(401))],
            [.exchange: 1...2, .token: 1...2]),
        refused(
            "there is no token afterwards (404)", [.fault(.authentication, .simple(404))], [.authentication: 1...1]
        ).notOnV2(because: atOnce),
        refused(
            "the token cannot be read (T12)", [.fault(.authentication, .html)], [.authentication: 1...3]
        ).notOnV2(because: atOnce),
    ]
}

extension Fault.Effect {
    /// This status with a simple error body.
    static func simple(_ status: Int) -> Fault.Effect {
        .status(
            status, body: "{\"status\":\(status),\"message\":\"fault\",\"details\":null}",
            contentType: "application/json", headers: [:])
    }
}
