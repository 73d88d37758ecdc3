import AccessEnabler
import Base
import PassSimulator
import PlatformAccount

/// The selected provider.
extension ConditionCase {
    private static let ask = ScriptStep.getSelectedProvider
    private static let told = ScriptStep.wait(.callback(.selectedProvider))

    private static func selected(
        _ name: String, _ situation: Situation, script: [ScriptStep] = [ask], expect: [ExpectedCallback],
        requests: RequestBudget = .none, asks: PlatformBudget = .silently, stored: StoredState = .unchecked,
        conditions: [String] = ["A6"], moreVerdicts: Int = 0
    ) -> ConditionCase {
        ConditionCase(
            conditions, name, situation, script: script, expect: expect,
            forbid: .codes(["N000", "VSA403", "VSA404", "APPL_ERROR"], "nobody asked whether somebody is signed in"),
            requests: requests, platform: asks, stored: stored, moreVerdicts: moreVerdicts)
    }

    /// A6.
    static let selectedProviders: [ConditionCase] =
        PlatformBehaviour.allCases.flatMap { platform in
            [
                selected(
                    "nobody, on \(platform.rawValue)", Situation(.configured, launch: Launch(platform)),
                    expect: [.selected(nil)], stored: .nothing),
                selected(
                    "signed in by the platform, on \(platform.rawValue)",
                    Situation(.partnerToken, launch: Launch(platform)), expect: [.selected(Programme.north)],
                    stored: .partner()),
                selected(
                    "signed in at the MVPD, on \(platform.rawValue)",
                    Situation(.regularToken, launch: Launch(platform)), expect: [.selected(Programme.east)],
                    stored: .regular),
            ]
        } + [
            selected("no configuration", Situation(.fresh), expect: [.selected(nil)]),
            selected(
                "no configuration, a token stored",
                Situation(.partnerToken),
                script: [.relaunch(Launch(), [.fault(.configuration, .simple(500))]), .setRequestor(), ask],
                expect: [.code("CFG500"), .complete(0), .selected(nil)],
                requests: RequestBudget([.configuration: 1...3]), stored: .partner()),
            selected(
                "a token past its life", Situation(.partnerToken, [.pass(Programme.tokenLife + .seconds(1))]),
                expect: [.selected(nil)]),
            selected(
                "the platform account gone", Situation(.partnerToken, [.signedOut]), expect: [.selected(nil)],
                stored: .partner()),
            selected(
                "permission denied: nil, and no code", Situation(.partnerToken, [.permission(.denied)]),
                expect: [.selected(nil)], stored: .partner()),
            selected(
                "its MVPD not integrated any more", Situation(.partnerToken, [.notIntegrated(Programme.north)]),
                script: [.setRequestor(), ask], expect: [.complete(1), .selected(nil)], requests: .warm,
                stored: .partner()),
            selected(
                "selected for the next login", Situation(.configured),
                script: [.setSelectedProvider(Programme.east), ask], expect: [.selected(Programme.east)],
                asks: .nothing, stored: .nothing, conditions: ["A6", "S4.S"]),
            selected(
                "the selection reset", Situation(.configured),
                script: [.setSelectedProvider(Programme.east), .setSelectedProvider(nil), ask],
                expect: [.notSelected, .selected(nil)], asks: .nothing, stored: .nothing,
                conditions: ["A6", "S4.E6b"], moreVerdicts: 1),
            selected(
                "signed in, another one selected: the one signed in", Situation(.partnerToken),
                script: [.setSelectedProvider(Programme.east), ask], expect: [.selected(Programme.north)],
                stored: .partner()),
            selected(
                "whose login page is open, then signed in", Situation(.configured),
                script: [
                    .setSelectedProvider(Programme.east), .getAuthentication(), .wait(.callback(.navigateToUrl)), ask,
                    told, .person(.signsIn), .handleRedirect, .wait(.callback(.setAuthenticationStatus)), ask,
                ],
                expect: [
                    .login(Programme.east), .selected(Programme.east), .signedIn, .selected(Programme.east),
                ],
                requests: .ownLogin, stored: .regular, conditions: ["A6", "S4.W"]),
            selected(
                "after a logout", Situation(.partnerToken, launch: Launch(.tvOS)), script: [.logout, ask],
                expect: [.code("VSA203"), .signedOut, .selected(nil)], requests: RequestBudget([.logout: 1...1]),
                stored: .nothing, conditions: ["A6", "L4"]),
            selected(
                "of another requestor",
                Situation(.partnerToken, [.signedIn(Programme.northOnPlatform, life: .seconds(-1))]),
                script: [.setRequestor(Programme.otherRequestor), ask, .setRequestor(), ask],
                expect: [.complete(1), .selected(nil), .complete(1), .selected(Programme.north)],
                requests: RequestBudget([.configuration: 1...2]), stored: .partner()),
        ]
}
