import AccessEnabler
import Base
import PassSimulator
import PlatformAccount

/// Step 4: the exchange, and what comes in its place.
extension ConditionCase {
    private static let north = Fact.signedIn(Programme.northOnPlatform)
    private static let picksNorth = Fact.picker(.provider(Programme.northOnPlatform))
    private static let opened: [ExpectedCallback] = [.present, .dismiss]
    private static let verdict = ScriptStep.wait(.callback(.setAuthenticationStatus))
    private static let page = ScriptStep.wait(.callback(.navigateToUrl))
    private static let asked = RequestBudget([.profileRequest: 1...1])

    static let loginExchanges: [ConditionCase] = exchanged + notExchanged + declined

    // MARK: X

    private static func exchange(
        _ name: String, _ facts: [Fact], on platform: PlatformBehaviour? = nil, expect: [ExpectedCallback] = [],
        stored: StoredState = .partner()
    ) -> ConditionCase {
        login(
            ["S4.X"], name, Situation(.configured, launch: Launch(platform), facts),
            script: [.getAuthentication(), verdict], expect: expect + [.signedIn], asks: .prompting(saml: 1...1),
            requests: RequestBudget().andExchange, stored: stored)
    }

    private static let exchanged: [ConditionCase] = [
        exchange("an account signed in: no present, no dismiss", [north]),
        exchange("an account signed in, on tvOS: no code", [north], on: .tvOS),
        exchange(
            "an account with no end known", [.signedIn(Programme.northOnPlatform, life: nil)]),
        exchange("a provider chosen in the picker", [picksNorth], expect: opened),
        exchange("a provider chosen in the picker, on tvOS: no code", [picksNorth], on: .tvOS, expect: opened),
        exchange(
            "another one chosen", [.picker(.provider(Programme.westOnPlatform))], expect: opened,
            stored: .partner(Programme.westOnPlatform)),
        ConditionCase(
            ["S4.X"], "the new token is a partner token", Situation(.configured, [north]),
            script: [.getAuthentication(), verdict, .checkAuthentication, .getMetadata(.userMetadata("tokenSource"))],
            expect: [
                .signedIn, .signedIn, .metadata(.userMetadata("tokenSource"), .json(.string("Apple"))),
            ],
            forbid: Array.noDialog.filter { $0.callback != .kind(.setMetadataStatus) },
            requests: RequestBudget().andExchange, platform: .prompting(saml: 1...1), stored: .partner()),
        ConditionCase(
            ["S4.X"], "the next setRequestor keeps the token", Situation(.configured, [north]),
            script: [.getAuthentication(), verdict, .setRequestor(), .checkAuthentication],
            expect: [.signedIn, .complete(1), .signedIn],
            forbid: Array.noDialog.filter { $0.callback != .kind(.setRequestorComplete) },
            requests: .warm.andExchange, platform: .prompting(saml: 1...1), stored: .partner()),
    ]

    // MARK: X0

    private static func fails(
        _ name: String, _ facts: [Fact], requests: RequestBudget, on platform: PlatformBehaviour? = nil,
        expect: [ExpectedCallback] = []
    ) -> ConditionCase {
        login(
            ["S4.X0"], name, Situation(.configured, launch: Launch(platform), facts),
            script: [.getAuthentication(), verdict], expect: expect + [.code("N500"), .generic],
            asks: .prompting(saml: 1...1), requests: requests, stored: .nothing)
    }

    private static let notExchanged: [ConditionCase] =
        [
            ("refused (400)", Fault.Effect.simple(400)), ("forbidden (403)", .simple(403)),
            ("a server error (500)", .simple(500)), ("the connection is reset", .reset),
        ].map { name, effect in
            fails(
                name, [north, .fault(.exchange, effect)], requests: asked.with([.token: 0...1, .exchange: 1...2]))
        } + [
            fails(
                "refused after the picker", [picksNorth, .fault(.exchange, .simple(400))],
                requests: asked.with([.exchange: 1...1]), expect: opened),
            fails(
                "refused, on tvOS: no code", [north, .fault(.exchange, .simple(400))],
                requests: asked.with([.exchange: 1...1]), on: .tvOS),
            fails(
                "the access token is refused, twice", [north, .fault(.exchange, .simple(401))],
                requests: asked.with([.token: 0...1, .exchange: 1...2])),
            login(
                ["S4.X0"], "no answer in time", Situation(.configured, [north, .fault(.exchange, .hold)]),
                script: [
                    .getAuthentication(), .wait(.asked(.exchange, at: .first)),
                    .meanwhile([.pass(Limit.request)]), verdict,
                ],
                expect: [.code("N500"), .generic], asks: .prompting(saml: 1...1),
                requests: asked.with([.exchange: 1...1]), stored: .nothing),
            fails(
                "the service takes the SAML response for none of its own",
                [north, .saml("<Response>other</Response>")], requests: asked.with([.exchange: 1...1])),
            ConditionCase(
                ["S4.X0"], "a second try starts afresh",
                Situation(.configured, [north, .fault(.exchange, .simple(400))]),
                script: [
                    .getAuthentication(), verdict, .change([.noFaults]), .getAuthentication(),
                    .wait(.callback(.setAuthenticationStatus, count: 2)),
                ],
                expect: [.code("N500"), .generic, .signedIn], forbid: .noDialog,
                requests: RequestBudget([.profileRequest: 2...2, .exchange: 2...2, .authentication: 0...1]),
                platform: .prompting(saml: 2...2), stored: .partner()),
            ConditionCase(
                ["S4.X0", "S4.AF"], "forced: the old token stays",
                Situation(.partnerToken, [.fault(.exchange, .simple(400))]),
                script: [.getAuthentication(forced: true), verdict, .checkAuthentication],
                expect: [.code("N500"), .generic, .signedIn], forbid: .noDialog,
                requests: asked.with([.exchange: 1...1]), platform: .prompting(saml: 1...1), stored: .partner()
            ).notOnV2(because: livesOn),
        ]

    // MARK: D

    private static func declined(
        _ name: String, _ facts: [Fact], times: ClosedRange<Int> = 1...1, expect: [ExpectedCallback] = [],
        person: PersonAct = .signsIn
    ) -> ConditionCase {
        login(
            ["S4.D", "S4.R"], name, Situation(.configured, facts),
            script: [.getAuthentication(), page, .person(person), .handleRedirect, verdict],
            expect: expect + [.login(Programme.north), .signedIn], asks: .prompting(saml: 0...0),
            requests: .ownLogin.with([.token: 0...1, .profileRequest: times]), stored: .regular)
    }

    private static let declined: [ConditionCase] = [
        declined("degraded, an account signed in", [north, .degraded(Programme.north)], person: .opensPage)
            .signedInByRule(),
        declined(
            "degraded, chosen in the picker", [picksNorth, .degraded(Programme.north)], expect: opened,
            person: .opensPage
        ).signedInByRule(after: opened),
        declined("the profile request is refused (400)", [north, .fault(.profileRequest, .simple(400))]),
        declined(
            "the profile request is forbidden (403)", [north, .fault(.profileRequest, .simple(403))], times: 1...2),
        login(
            ["S4.D", "S4.R3"], "degraded, on tvOS: the second screen",
            Situation(.configured, launch: Launch(.tvOS), [north, .degraded(Programme.north)]),
            script: [
                .getAuthentication(), .wait(.callback(.status)), .person(.activates),
                .pollsUntil(.setAuthenticationStatus),
            ],
            expect: [.secondScreen, .signedIn], asks: .prompting(saml: 0...0),
            requests: .ownLogin.with([.profileRequest: 1...1]), stored: .regular
        ).signedInByRule(),
        ConditionCase(
            ["S4.D"], "degraded counts only for a provider with single sign-on",
            Situation(
                .configured,
                [
                    .degraded(Programme.north), .ssoDisabled(Programme.north),
                    .picker(.provider(Programme.northOnPlatform)),
                ]),
            script: [
                .setRequestor(), .getAuthentication(), .wait(.callback(.displayProviderDialog)),
                .setSelectedProvider(nil),
            ],
            expect: [.complete(1)] + opened + [
                .telling("N004", message: Programme.northOnPlatform), .dialog, .code("N005"), .notSelected,
            ],
            forbid: [Forbidden(.kind(.navigateToUrl), "single sign-on is off: looked at first")], requests: .warm,
            platform: .prompting(saml: 0...0), stored: .nothing),
    ]
}

extension ConditionCase {
    /// A sign-in the service still holds answers, forced or not.
    static let livesOn = "a sign-in that still lives answers a forced login, too"

    /// On V2 the rule itself answers the partner session: N010 and status 1, without page or code.
    fileprivate func signedInByRule(after opened: [ExpectedCallback] = []) -> ConditionCase {
        onV2(
            because: "the rule shows in the answer to the partner session, and signs in",
            script: [.getAuthentication(), .wait(.callback(.setAuthenticationStatus))],
            expect: opened + [.code("N010"), .signedIn], requests: [.profileRequest: 1...1, .userMetadata: 1...1])
    }
}
