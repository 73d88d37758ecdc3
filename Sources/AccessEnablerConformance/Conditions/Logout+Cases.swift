import AccessEnabler
import Base
import PassSimulator
import PlatformAccount

/// Logout.
extension ConditionCase {
    private static let north = Fact.signedIn(Programme.northOnPlatform)
    private static let regular = SeededToken(mvpd: Programme.east)
    private static let verdict = ScriptStep.wait(.callback(.setAuthenticationStatus))
    private static let page = ScriptStep.wait(.callback(.navigateToUrl))
    private static let redirect = ScriptStep.handleExternalURL(Programme.redirect)
    private static let told = RequestBudget([.token: 0...1, .logout: 1...1])
    private static let vsa203 = ExpectedCallback.code("VSA203")
    private static let browse: [ScriptStep] = [.logout, page, .person(.opensPage), .handleRedirect, verdict]

    private static func out(
        _ conditions: [String], _ name: String, _ situation: Situation, script: [ScriptStep],
        expect: [ExpectedCallback], not: [Forbidden] = [], requests: RequestBudget = told,
        asks: PlatformBudget = .nothing, stored: StoredState = .nothing
    ) -> ConditionCase {
        // Other verdicts are tracked.
        let isLogoutAlone = !script.contains { step in
            switch step {
            case .checkAuthentication, .getAuthentication: true
            default: false
            }
        }
        return ConditionCase(
            conditions, name, situation, script: script, expect: expect,
            forbid: Array.logout.filter { rule in
                // What the rest of the script asks for is allowed.
                switch rule.callback {
                case .kind(.setRequestorComplete): !expect.contains(.complete(1))
                case .kind(.sendTrackingData): isLogoutAlone
                case .code("N000"): !expect.contains(.code("N000"))
                case .kind(.presentTVProviderDialog): !expect.contains(.present)
                case .kind(.displayProviderDialog): !expect.contains(.dialog)
                default: true
                }
            } + not,
            requests: requests, platform: asks, stored: stored, countsTracking: isLogoutAlone)
    }

    private static let noPage = "a platform sign-in has no logout page"
    private static let noVSA203 = [Forbidden(.code("VSA203"), "the platform signed nobody in")]
    private static let partnerTV = Situation(.partnerToken, launch: Launch(.tvOS))
    private static let regularTV = Situation(.configured, launch: Launch(.tvOS), seeds: [regular])

    /// L1 to L5.
    static let logout: [ConditionCase] = codes + pages + television + everything + comesBack

    private static let codes: [ConditionCase] = [
        out(
            ["L1", "L3"], "a partner token", Situation(.partnerToken), script: browse,
            expect: [vsa203, .logoutPage(Programme.north), .signedOut]
        )
        .onV2(because: noPage, script: [.logout, verdict], expect: [vsa203, .signedOut]),
        out(
            ["L1", "L3"], "a partner token past its life",
            Situation(.partnerToken, [.pass(Programme.tokenLife + .seconds(1))]), script: browse,
            expect: [vsa203, .logoutPage(Programme.north), .signedOut]
        )
        .onV2(because: noPage, script: [.logout, verdict], expect: [vsa203, .signedOut]),
        out(
            ["L1", "L3"], "a partner token, permission denied: nobody is asked",
            Situation(.partnerToken, [.permission(.denied)]), script: browse,
            expect: [vsa203, .logoutPage(Programme.north), .signedOut]
        )
        .onV2(because: noPage, script: [.logout, verdict], expect: [vsa203, .signedOut]),
        out(
            ["L2", "L3"], "a regular token", Situation(.regularToken, [north]), script: browse,
            expect: [.logoutPage(Programme.east), .signedOut], not: noVSA203),
        out(
            ["L2", "L3"], "no token: no page, status at once", Situation(.configured, [north]),
            script: [.logout, verdict], expect: [.signedOut], not: noVSA203, requests: .none),
        out(
            ["L2", "S2.L"], "before any setRequestor", Situation(.fresh), script: [.logout, verdict],
            expect: [.signedOut], not: noVSA203, requests: .none, stored: .unchecked),
    ]

    private static let pages: [ConditionCase] = [
        out(
            ["L3"], "the tokens are gone before the page is over", Situation(.regularToken),
            script: [
                .logout, page, .checkAuthentication, verdict, redirect,
                .wait(.callback(.setAuthenticationStatus, count: 2)),
            ],
            expect: [.logoutPage(Programme.east), .code("N000"), .signedOut, .signedOut]),
        out(
            ["L3"], "the redirect delivered twice: one status", Situation(.regularToken),
            script: [.logout, page, redirect, redirect, verdict, redirect],
            expect: [.logoutPage(Programme.east), .signedOut]),
        out(
            ["L3"], "a foreign address ends nothing", Situation(.regularToken),
            script: [
                .logout, page, .handleExternalURL("https://ios.app"), .handleExternalURL(""), .checkAuthentication,
                verdict, redirect, .wait(.callback(.setAuthenticationStatus, count: 2)),
            ],
            expect: [.logoutPage(Programme.east), .code("N000"), .signedOut, .signedOut]),
        out(
            ["L3"], "handleSVC: useSVC", Situation(.regularToken),
            script: [.setOptions(Options(handleSVC: true))] + browse,
            expect: [.page(.logout(Programme.east), useSVC: true), .signedOut]),
        out(
            ["L3", "S4.2"], "an unfinished logout ends when a login starts, its status first",
            Situation(.regularToken, [.signedOut, .picker(.cancel)]),
            script: [
                .logout, page, .getAuthentication(), .wait(.callback(.displayProviderDialog)),
                .setSelectedProvider(nil),
            ],
            expect: [
                .logoutPage(Programme.east), .signedOut, .present, .dismiss, .code("N005"), .dialog,
                .code("N005"), .notSelected,
            ], asks: .prompting(saml: 0...0)),
        out(
            ["L3"], "an unfinished logout ends when another starts, its status first", Situation(.regularToken),
            script: [.logout, page, .logout, .wait(.callback(.setAuthenticationStatus, count: 2))],
            expect: [.logoutPage(Programme.east), .signedOut, .signedOut]),
        out(
            ["L3"], "the service is away: the local tokens are gone all the same",
            Situation(.regularToken, [.fault(.logout, .reset)]),
            script: [.logout, page, redirect, verdict], expect: [.logoutPage(Programme.east), .signedOut],
            requests: RequestBudget([.logout: 1...3])
        ).onV2(
            because: "only the service knows the MVPD's logout page", script: [.logout, verdict],
            expect: [.signedOut]),
    ]

    private static let television: [ConditionCase] = [
        out(
            ["L4", "L1"], "a partner token: no page", partnerTV, script: [.logout, verdict],
            expect: [vsa203, .signedOut]),
        out(
            ["L4", "L2"], "a regular token: no page", regularTV, script: [.logout, verdict], expect: [.signedOut],
            not: noVSA203),
        out(
            ["L4", "L2"], "no token", Situation(.configured, launch: Launch(.tvOS)), script: [.logout, verdict],
            expect: [.signedOut], not: noVSA203, requests: .none),
        out(
            ["L4"], "the service fails: the local tokens are gone all the same",
            Situation(.partnerToken, launch: Launch(.tvOS), [.fault(.logout, .simple(500))]),
            script: [.logout, verdict], expect: [vsa203, .signedOut], requests: RequestBudget([.logout: 1...3])),
        out(
            ["L4"], "the service does not answer: the local tokens are gone all the same",
            Situation(.partnerToken, launch: Launch(.tvOS), [.fault(.logout, .hold)]),
            script: [.logout, .wait(.asked(.logout, at: .first)), .meanwhile([.pass(Limit.request)]), verdict],
            expect: [vsa203, .signedOut], requests: RequestBudget([.logout: 1...1])),
        out(
            ["L4", "S4.R3"], "the service has forgotten the login, too",
            Situation(.configured, launch: Launch(.tvOS)),
            script: [
                .setSelectedProvider(Programme.east), .getAuthentication(), .wait(.callback(.status)),
                .person(.activates), .pollsUntil(.setAuthenticationStatus), .logout,
                .wait(.callback(.setAuthenticationStatus, count: 2)), .setSelectedProvider(Programme.east),
                .getAuthentication(), .polls(2), .setSelectedProvider(nil),
            ],
            expect: [
                .secondScreen, .signedIn, .signedOut, .registrationCode(nil, life: .seconds(1805)), .code("N005"),
                .notSelected,
            ],
            not: noVSA203,
            requests: RequestBudget([
                .registrationCode: 2...2, .registrationRemoval: 0...2, .authentication: 3...3, .logout: 1...1,
            ])),
    ]

    private static let everything: [ConditionCase] = [PlatformBehaviour.iOS, .tvOS].map { platform in
        ConditionCase(
            ["L3", "L4"], "the whole store goes, device id and client stay, on \(platform.rawValue)",
            Situation(
                .configured, launch: Launch(platform),
                seeds: [
                    regular, SeededToken(mvpd: Programme.north),
                    SeededToken(requestor: Programme.otherRequestor, mvpd: Programme.east),
                ]),
            script: [.getMetadata(.deviceID), .logout] + (platform == .iOS ? [page, redirect] : []) + [
                verdict, .getMetadata(.deviceID), .checkAuthentication, .setRequestor(Programme.otherRequestor),
                .checkAuthentication,
            ],
            expect: [.metadata(.deviceID, .named("id"))]
                + (platform == .iOS ? [.logoutPage(Programme.north)] : []) + [
                    .signedOut, .metadata(.deviceID, .named("id")), .code("N000"), .signedOut, .complete(1),
                    .code("N000"), .signedOut,
                ],
            forbid: noVSA203 + [Forbidden(.authentication(1), "every token is gone")],
            requests: RequestBudget([.logout: 1...2, .configuration: 1...1]), platform: .silently, stored: .nothing
        ).onV2(
            because: "the service has no page for a sign-in it never saw",
            script: [
                .getMetadata(.deviceID), .logout, verdict, .getMetadata(.deviceID), .checkAuthentication,
                .setRequestor(Programme.otherRequestor), .checkAuthentication,
            ],
            expect: [
                .metadata(.deviceID, .named("id")), .signedOut, .metadata(.deviceID, .named("id")), .code("N000"),
                .signedOut, .complete(1), .code("N000"), .signedOut,
            ])
    }

    private static let comesBack: [ConditionCase] =
        [PlatformBehaviour.iOS, .tvOS].map { platform in
            out(
                ["L5", "S2.X"], "the next setRequestor signs in again, on \(platform.rawValue)",
                Situation(.partnerToken, launch: Launch(platform)),
                script: (platform == .iOS ? browse : [.logout, verdict]) + [.setRequestor(), .checkAuthentication],
                expect: [vsa203] + (platform == .iOS ? [.logoutPage(Programme.north)] : []) + [
                    .signedOut, .complete(1), .signedIn,
                ],
                requests: told.with([.configuration: 0...1]).andExchange, asks: .saml(1...1), stored: .partner()
            ).onV2(
                because: noPage, script: [.logout, verdict, .setRequestor(), .checkAuthentication],
                expect: [vsa203, .signedOut, .complete(1), .signedIn])
        } + [
            out(
                ["L5"], "unless the person signed out in Settings", Situation(.partnerToken),
                script: browse + [.change([.signedOut]), .setRequestor(), .checkAuthentication],
                expect: [
                    vsa203, .logoutPage(Programme.north), .signedOut, .complete(1), .code("N000"), .signedOut,
                ],
                requests: told.with([.configuration: 0...1]), asks: .silently
            ).onV2(
                because: noPage,
                script: [.logout, verdict, .change([.signedOut]), .setRequestor(), .checkAuthentication],
                expect: [vsa203, .signedOut, .complete(1), .code("N000"), .signedOut]),
            out(
                ["L5"], "unless the person withdrew the permission", Situation(.partnerToken),
                script: browse + [.change([.permission(.denied)]), .setRequestor(), .checkAuthentication],
                expect: [
                    vsa203, .logoutPage(Programme.north), .signedOut, .code("VSA403"), .complete(1), .code("N000"),
                    .signedOut,
                ],
                requests: told.with([.configuration: 0...1]), asks: .silently
            ).onV2(
                because: noPage,
                script: [.logout, verdict, .change([.permission(.denied)]), .setRequestor(), .checkAuthentication],
                expect: [vsa203, .signedOut, .code("VSA403"), .complete(1), .code("N000"), .signedOut]),
        ]
}
