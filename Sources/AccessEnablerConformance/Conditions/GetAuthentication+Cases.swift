import AccessEnabler
import PassSimulator

/// Step 4: how its cases are made, and the ones about its beginning.
extension ConditionCase {
    /// Every case of step 4.
    static let getAuthentication: [ConditionCase] =
        loginBeginnings + loginPermissions + loginFailures + loginPickers + loginOwn + loginExchanges + loginWaits
        + loginFilters + loginPages + loginScreens + loginPasses

    /// A login that comes down to the host's own list; the host then chooses nothing, which ends it (S4.E6b).
    static func fallback(
        _ conditions: [String], _ name: String, _ facts: [Fact], on platform: PlatformBehaviour? = nil,
        before script: [ScriptStep] = [], expect callbacks: [ExpectedCallback], asks: PlatformBudget,
        requests: RequestBudget = .none, dialog: ExpectedCallback = .dialog, stored: StoredState = .nothing
    ) -> ConditionCase {
        ConditionCase(
            conditions, name, Situation(.configured, launch: Launch(platform), facts),
            script: script + [
                .getAuthentication(), .wait(.callback(.displayProviderDialog)), .setSelectedProvider(nil),
            ],
            expect: callbacks + [dialog, .code("N005"), .notSelected],
            forbid: .getAuthentication.filter { forbidden in
                script.isEmpty || forbidden.callback != .kind(.setRequestorComplete)
            } + [Forbidden(.kind(.navigateToUrl), "nobody chose an MVPD with a page")],
            requests: requests, platform: asks, stored: stored)
    }

    /// A login that ends in a verdict without the host's own list.
    static func login(
        _ conditions: [String], _ name: String, _ situation: Situation, script: [ScriptStep],
        inside reactions: [Reaction] = [], expect: [ExpectedCallback], asks: PlatformBudget,
        requests: RequestBudget = .none, stored: StoredState, moreVerdicts: Int = 0
    ) -> ConditionCase {
        ConditionCase(
            conditions, name, situation, script: script, inside: reactions, expect: expect, forbid: .noDialog,
            requests: requests, platform: asks, stored: stored, moreVerdicts: moreVerdicts)
    }

    /// The regular token of a seed.
    private static let regular = SeededToken(mvpd: Programme.east)
    private static let north = Fact.signedIn(Programme.northOnPlatform)
    private static let verdict = ScriptStep.wait(.callback(.setAuthenticationStatus))
    private static let dialogUp = ScriptStep.wait(.callback(.displayProviderDialog))

    // MARK: A, AF

    private static let loginBeginnings = authenticated + forced + selectedBefore + withoutSSO + unconfigured

    private static let authenticated: [ConditionCase] =
        [PlatformBehaviour.iOS, .tvOS].map { platform in
            login(
                ["S4.A"], "a partner token: nothing but status 1, on \(platform.rawValue)",
                Situation(.partnerToken, launch: Launch(platform)), script: [.getAuthentication()],
                expect: [.signedIn], asks: .silently, stored: .partner())
        } + [
            login(
                ["S4.A"], "a regular token: nothing but status 1", Situation(.configured, seeds: [regular]),
                script: [.getAuthentication()], expect: [.signedIn], asks: .nothing, stored: .regular),
            login(
                ["S4.A"], "a filter and a selection change nothing", Situation(.partnerToken),
                script: [
                    .setSelectedProvider(Programme.east),
                    .getAuthentication(filter: ProviderFilter(tvProviders: [Programme.west])),
                ],
                expect: [.signedIn], asks: .silently, stored: .partner()),
            ConditionCase(
                ["S4.A", "S4.E1"], "a partner token whose permission is gone: the flow runs, and tells its code once",
                Situation(.partnerToken, [.permission(.denied)]),
                script: [.getAuthentication(), dialogUp, .setSelectedProvider(nil)],
                expect: [.code("VSA403"), .dialog, .code("N005"), .notSelected], forbid: .getAuthentication,
                requests: .none, platform: .prompting(saml: 0...0), stored: .partner()),
            ConditionCase(
                ["S4.A", "S4.E6a"], "a partner token whose account is gone: the picker opens, without N000",
                Situation(.partnerToken, [.signedOut, .picker(.cancel)]),
                script: [.getAuthentication(), dialogUp, .setSelectedProvider(nil)],
                expect: [.present, .dismiss, .code("N005"), .dialog, .code("N005"), .notSelected],
                forbid: .getAuthentication, requests: .none, platform: .prompting(saml: 0...0), stored: .partner()),
        ]

    private static let forced: [ConditionCase] = [
        login(
            ["S4.AF", "S4.X"], "a signed-in account is exchanged anew",
            Situation(.partnerToken, [.pass(.seconds(60))]),
            script: [
                .getAuthentication(forced: true), verdict, .getMetadata(.authenticationExpiry),
            ],
            expect: [.signedIn, .metadata(.authenticationExpiry, .instant(Programme.tokenLife + .seconds(60)))],
            asks: .prompting(saml: 1...1), requests: RequestBudget().andExchange, stored: .partner()
        ).allowing(.kind(.setMetadataStatus)).onV2(
            because: livesOn,
            expect: [.signedIn, .metadata(.authenticationExpiry, .instant(Programme.tokenLife))],
            requests: [.profileRequest: 1...1, .userMetadata: 1...1], platform: .prompting(saml: 0...0)),
        ConditionCase(
            ["S4.AF"], "cancelled: the old token stays", Situation(.configured, seeds: [regular], [.picker(.cancel)]),
            script: [
                .getAuthentication(forced: true), dialogUp, .setSelectedProvider(nil), .checkAuthentication,
            ],
            expect: [.present, .dismiss, .code("N005"), .dialog, .code("N005"), .notSelected, .signedIn],
            forbid: .getAuthentication, requests: .none, platform: .prompting(saml: 0...0), stored: .regular),
        ConditionCase(
            ["S4.AF", "S4.R"], "a regular login puts a new token in the old one's place",
            Situation(
                .configured, seeds: [SeededToken(mvpd: Programme.east, life: .seconds(600))],
                [.picker(.otherProvider)]),
            script: [
                .getAuthentication(forced: true), dialogUp, .setSelectedProvider(Programme.east),
                .wait(.callback(.navigateToUrl)), .person(.signsIn), .handleRedirect, verdict,
                .getMetadata(.authenticationExpiry),
            ],
            expect: [
                .present, .dismiss, .code("N003"), .dialog, .login(Programme.east), .signedIn,
                .metadata(.authenticationExpiry, .instant(Programme.tokenLife)),
            ],
            forbid: .getAuthentication, requests: .ownLogin, platform: .prompting(saml: 0...0), stored: .regular
        ).allowing(.kind(.setMetadataStatus)),
        ConditionCase(
            ["S4.AF", "S4.R"], "the service still knows the old token: that is none of this login",
            Situation(.partnerToken, [.permission(.denied)]),
            script: [
                .getAuthentication(forced: true), dialogUp, .setSelectedProvider(Programme.north),
                .wait(.callback(.navigateToUrl)), .handleExternalURL(Programme.redirect), verdict,
            ],
            expect: [.code("VSA403"), .dialog, .login(Programme.north), .code("N130"), .generic],
            forbid: .getAuthentication, requests: .ownLogin, platform: .prompting(saml: 0...0), stored: .partner()),
    ]

    // MARK: S

    private static let selectedBefore: [ConditionCase] = [
        ConditionCase(
            ["S4.S"], "alone it only selects", Situation(.configured),
            script: [.setSelectedProvider(Programme.east), .checkAuthentication],
            expect: [.code("N000"), .signedOut], forbid: .checkAuthentication, requests: .none, platform: .nothing,
            stored: .nothing),
        login(
            ["S4.S", "S4.R"], "then the login of that MVPD, without picker or list", Situation(.configured),
            script: [
                .setSelectedProvider(Programme.east), .getAuthentication(), .wait(.callback(.navigateToUrl)),
                .person(.signsIn), .handleRedirect, verdict,
            ],
            expect: [.login(Programme.east), .signedIn], asks: .nothing, requests: .ownLogin, stored: .regular),
        login(
            ["S4.S"], "the last selection counts, an account signed in or not", Situation(.configured, [north]),
            script: [
                .setSelectedProvider(Programme.west), .setSelectedProvider(Programme.east), .getAuthentication(),
                .wait(.callback(.navigateToUrl)), .person(.signsIn), .handleRedirect, verdict,
            ],
            expect: [.login(Programme.east), .signedIn], asks: .nothing, requests: .ownLogin, stored: .regular),
        login(
            ["S4.S", "S4.R3"], "then the second screen of that MVPD on tvOS",
            Situation(.configured, launch: Launch(.tvOS)),
            script: [
                .setSelectedProvider(Programme.east), .getAuthentication(), .wait(.callback(.status)),
                .person(.activates), .pollsUntil(.setAuthenticationStatus),
            ],
            expect: [.secondScreen, .signedIn], asks: .nothing, requests: .ownLogin, stored: .regular),
        ConditionCase(
            ["S4.S"], "a provider kept from an earlier login skips nothing",
            Situation(.configured, [.picker(.cancel)]),
            script: [
                .setSelectedProvider(Programme.east), .getAuthentication(), .wait(.callback(.navigateToUrl)),
                .person(.signsIn), .handleRedirect, verdict, .getAuthentication(forced: true), dialogUp,
                .setSelectedProvider(nil),
            ],
            expect: [
                .login(Programme.east), .signedIn, .present, .dismiss, .code("N005"), .dialog, .code("N005"),
                .notSelected,
            ],
            forbid: .getAuthentication, requests: .ownLogin, platform: .prompting(saml: 0...0), stored: .regular),
    ]

    // MARK: N

    private static func withoutSSO(
        _ name: String, _ facts: [Fact], on platform: PlatformBehaviour? = nil, filter: ProviderFilter? = nil,
        then: [Fact] = []
    ) -> ConditionCase {
        ConditionCase(
            ["S4.N"], name, Situation(.configured, launch: Launch(platform), facts),
            script: [
                .setRequestor(), .change(then), .getAuthentication(filter: filter), dialogUp, .setSelectedProvider(nil),
            ],
            expect: [.complete(1), .dialog, .code("N005"), .notSelected],
            forbid: .codes(["VSA403", "VSA404", "VSA503", "N003", "N004"], "no code explains this list")
                + [Forbidden(.kind(.presentTVProviderDialog), "the platform stays untouched")],
            requests: .warm, platform: .silently, stored: .nothing)
    }

    private static let noSSO = [Fact.ssoDisabled(Programme.north), .ssoDisabled(Programme.west)]

    private static let withoutSSO: [ConditionCase] = [
        withoutSSO("single sign-on is off everywhere; picker only is no support", noSSO),
        withoutSSO(
            "no boarding status, and picker only",
            [.boarding(Programme.north, nil), .boarding(Programme.west, "PICKER")]),
        withoutSSO("on tvOS", noSSO, on: .tvOS),
        withoutSSO("the filter is ignored", noSSO, filter: ProviderFilter(tvProviders: [Programme.south])),
        withoutSSO("a denied permission is not looked at", noSSO, then: [.permission(.denied)]),
        withoutSSO("an account signed in is not looked at", noSSO, then: [north]),
        ConditionCase(
            ["S4.N", "S4.R"], "the regular flow follows", Situation(.configured, noSSO),
            script: [
                .setRequestor(), .getAuthentication(), dialogUp, .setSelectedProvider(Programme.north),
                .wait(.callback(.navigateToUrl)), .person(.signsIn), .handleRedirect, verdict,
            ],
            expect: [.complete(1), .dialog, .login(Programme.north), .signedIn],
            forbid: [Forbidden(.kind(.status), "nothing is to be explained")],
            requests: .ownLogin.with([.configuration: 0...1]), platform: .silently, stored: .regular),
    ]

    // MARK: No configuration

    private static let unconfigured: [ConditionCase] = [
        login(
            ["S2.L"], "getAuthentication before any setRequestor: CFG400", Situation(.fresh, [north]),
            script: [.getAuthentication()], expect: [.code("CFG400"), .generic], asks: .nothing, stored: .unchecked),
        ConditionCase(
            ["S2.L"], "getAuthentication in one breath with a failing setRequestor: its code",
            Situation(.fresh, [north, .fault(.configuration, .simple(500))]),
            script: [.setRequestor(), .getAuthentication()],
            expect: [.code("CFG500"), .complete(0), .code("CFG500"), .generic], forbid: .dialogs,
            requests: .cold.with([.configuration: 1...3]), platform: .nothing, stored: .unchecked),
        ConditionCase(
            ["S2.L", "S4.X"], "getAuthentication in one breath with a setRequestor that signs in: status 1",
            Situation(.fresh, [north]), script: [.setRequestor(), .getAuthentication()],
            expect: [.complete(1), .signedIn], forbid: .dialogs, requests: .cold.andExchange, platform: .saml(1...1),
            stored: .partner()),
    ]
}

extension ConditionCase {
    /// Without this rule: the case's script asks for what it forbids.
    func allowing(_ pattern: Forbidden.Pattern) -> ConditionCase {
        var copy = self
        copy.forbidden.removeAll { $0.callback == pattern }
        return copy
    }
}
