import Base
import PassSimulator
import PlatformAccount

/// Step 2: what becomes of stored tokens.
extension ConditionCase {
    private static let north = Fact.signedIn(Programme.northOnPlatform)
    private static let lapsed = Fact.signedIn(Programme.northOnPlatform, life: .seconds(-1))
    private static let regular = SeededToken(mvpd: Programme.east)
    private static let foreign = SeededToken(mvpd: Programme.east, isForeign: true)
    private static let life = Programme.tokenLife
    private static let second = Duration.seconds(1)

    /// S2.X9, S2.D, S2.K, S2.F.
    static let setRequestorTokens: [ConditionCase] = validToken + foreignDevice + clocks + foreground

    // MARK: X9

    private static let validToken: [ConditionCase] = [
        ConditionCase(
            ["S2.X9"], "a valid partner token is kept", Situation(.partnerToken), script: [.setRequestor()],
            expect: [.complete(1)], forbid: .setRequestor, requests: .warm, platform: .silently, stored: .partner()),
        ConditionCase(
            ["S2.X9"], "a valid regular token is kept, whoever is signed in",
            Situation(.fresh, seeds: [regular], [north]), script: [.setRequestor()], expect: [.complete(1)],
            forbid: .setRequestor, requests: .cold, platform: .silently, stored: .regular),
        ConditionCase(
            ["S2.X9"], "an expired partner token is exchanged anew",
            Situation(.partnerToken, [.pass(life + second), north]), script: [.setRequestor(), .checkAuthentication],
            expect: [.complete(1), .signedIn], forbid: .dialogs,
            requests: RequestBudget([.token: 0...1, .configuration: 1...1]).andExchange, platform: .saml(1...1),
            stored: .partner()),
        ConditionCase(
            ["S2.X9"], "an expired regular token gives way to an exchange",
            Situation(.fresh, seeds: [SeededToken(mvpd: Programme.east, life: .zero - second)], [north]),
            script: [.setRequestor(), .checkAuthentication], expect: [.complete(1), .signedIn], forbid: .dialogs,
            requests: .cold.andExchange, platform: .saml(1...1), stored: .partner()),
        ConditionCase(
            ["S2.X9"], "a regular token of an MVPD no longer integrated gives way to an exchange",
            Situation(.fresh, seeds: [regular], [north, .notIntegrated(Programme.east)]),
            script: [.setRequestor(), .checkAuthentication], expect: [.complete(1), .signedIn], forbid: .dialogs,
            requests: .cold.andExchange, platform: .saml(1...1)),
    ]

    // MARK: D

    private static let foreignDevice: [ConditionCase] = [
        ConditionCase(
            ["S2.D"], "a token of another device is removed (S07)", Situation(.fresh, seeds: [foreign]),
            script: [.setRequestor(), .checkAuthentication],
            expect: [.code("SEC412"), .complete(1), .code("N000"), .signedOut], forbid: .dialogs, requests: .cold,
            platform: .silently, stored: .nothing),
        ConditionCase(
            ["S2.D"], "it is said once", Situation(.fresh, seeds: [foreign]),
            script: [.setRequestor(), .setRequestor()], expect: [.code("SEC412"), .complete(1), .complete(1)],
            forbid: .setRequestor, requests: .cold.with([.configuration: 1...2]), platform: .silently,
            stored: .nothing),
        ConditionCase(
            ["S2.D"], "before the code for the permission",
            Situation(.fresh, seeds: [foreign], [.permission(.denied)]), script: [.setRequestor()],
            expect: [.code("SEC412"), .code("VSA403"), .complete(1)], forbid: .setRequestor, requests: .cold,
            platform: .silently, stored: .nothing),
        ConditionCase(
            ["S2.D"], "the platform account is exchanged then", Situation(.fresh, seeds: [foreign], [north]),
            script: [.setRequestor(), .checkAuthentication], expect: [.code("SEC412"), .complete(1), .signedIn],
            forbid: .dialogs, requests: .cold.andExchange, platform: .saml(1...1), stored: .partner()),
        ConditionCase(
            ["S2.D"], "tokens of this device stay",
            Situation(
                .fresh,
                seeds: [foreign, SeededToken(requestor: Programme.otherRequestor, mvpd: Programme.east)]),
            script: [.setRequestor(), .setRequestor(Programme.otherRequestor), .checkAuthentication],
            expect: [.code("SEC412"), .complete(1), .complete(1), .signedIn], forbid: .dialogs,
            requests: .cold.with([.configuration: 2...2]), platform: .silently, stored: .nothing),
    ]

    // MARK: K

    private static let clocks: [ConditionCase] = [
        ConditionCase(
            ["S2.K"], "an hour fast: CFG100, once an object (E02)",
            Situation(.fresh, [.deviceClock(by: .seconds(3600))]),
            script: [.setRequestor(), .setRequestor(), .relaunch(), .setRequestor()],
            expect: [.code("CFG100"), .complete(1), .complete(1), .code("CFG100"), .complete(1)],
            forbid: .setRequestor, requests: .cold.with([.configuration: 1...3]), platform: .silently,
            stored: .nothing),
        ConditionCase(
            ["S2.K"], "a day slow (E02)", Situation(.fresh, [.deviceClock(by: .seconds(-86_400))]),
            script: [.setRequestor()], expect: [.code("CFG100"), .complete(1)], forbid: .setRequestor,
            requests: .cold, platform: .silently, stored: .nothing),
        ConditionCase(
            ["S2.K"], "a difference of 299 s is none", Situation(.fresh, [.deviceClock(by: .seconds(299))]),
            script: [.setRequestor()], expect: [.complete(1)], forbid: .setRequestor, requests: .cold,
            platform: .silently, stored: .nothing),
        ConditionCase(
            ["S2.K"], "a difference of 302 s is one", Situation(.fresh, [.deviceClock(by: .seconds(-302))]),
            script: [.setRequestor()], expect: [.code("CFG100"), .complete(1)], forbid: .setRequestor,
            requests: .cold, platform: .silently, stored: .nothing),
        ConditionCase(
            ["S2.K"], "before the other codes, which it does not replace",
            Situation(.fresh, seeds: [foreign], [.deviceClock(by: .seconds(3600)), .permission(.denied)]),
            script: [.setRequestor()],
            expect: [.code("CFG100"), .code("SEC412"), .code("VSA403"), .complete(1)], forbid: .setRequestor,
            requests: .cold, platform: .silently, stored: .nothing),
        ConditionCase(
            ["S2.K"], "a refused configuration tells the time, too",
            Situation(.fresh, [.deviceClock(by: .seconds(3600))]),
            script: [.setRequestor(Programme.unknownRequestor)],
            expect: [.code("CFG100"), .code("CFG400"), .complete(0)], forbid: .setRequestor, requests: .cold,
            platform: .nothing, stored: .nothing),
        ConditionCase(
            ["S2.K"], "expired by the device's clock, valid by the service's (E02)",
            Situation(.partnerToken, [.deviceClock(by: life + second)]),
            script: [.setRequestor(), .checkAuthentication],
            expect: [.code("CFG100"), .complete(1), .signedIn], forbid: .dialogs,
            requests: RequestBudget([.token: 0...1, .configuration: 1...1]), platform: .saml(0...0)),
        ConditionCase(
            ["S2.K"], "valid by the device's clock, expired by the service's (E02)",
            Situation(
                .partnerToken, [.pass(life + second), .deviceClock(by: .zero - life - second), .signedOutOfSight]),
            script: [.setRequestor(), .checkAuthentication],
            expect: [.code("CFG100"), .complete(1), .code("N000"), .signedOut], forbid: .dialogs,
            requests: RequestBudget([.token: 0...1, .configuration: 1...1], onV2: [.configuration: 1...2]),
            platform: .silently),
    ]

    // MARK: F

    private static func kept(
        _ name: String, _ facts: [Fact], expect: [ExpectedCallback], platform: PlatformBudget = .silently
    ) -> ConditionCase {
        ConditionCase(
            ["S2.F"], name, Situation(.partnerToken, facts), script: [.setRequestor()], expect: expect,
            forbid: .setRequestor, requests: .warm, platform: platform, stored: .partner())
    }

    private static let foreground: [ConditionCase] =
        [
            ConditionCase(
                ["S2.F"], "signed out in Settings: the token is removed (V09)",
                Situation(.partnerToken, [.signedOut]),
                script: [.setRequestor(), .change([north]), .checkAuthentication],
                expect: [.complete(1), .code("N000"), .signedOut],
                forbid: .dialogs + [Forbidden(.authentication(1), "the account's token goes with the account")],
                requests: .warm, platform: .silently, stored: .nothing),
            ConditionCase(
                ["S2.F", "S2.X"], "another account in Settings: its own token takes the place (V09)",
                Situation(.partnerToken, [.signedIn(Programme.westOnPlatform)]),
                script: [.setRequestor(), .checkAuthentication], expect: [.complete(1), .signedIn], forbid: .dialogs,
                requests: .warm.andExchange, platform: .saml(1...1), stored: .partner(Programme.westOnPlatform)),
            ConditionCase(
                ["S2.F"], "another account without single sign-on: the token is removed, nothing exchanged",
                Situation(.partnerToken, [.signedIn(Programme.southOnPlatform)]),
                script: [.setRequestor(), .change([north]), .checkAuthentication],
                expect: [.complete(1), .code("N000"), .signedOut], forbid: .dialogs, requests: .warm,
                platform: .silently, stored: .nothing),
            ConditionCase(
                ["S2.F", "S2.X8"], "another account whose exchange is refused: no token is left",
                Situation(
                    .partnerToken, [.signedIn(Programme.westOnPlatform), .fault(.exchange, .simple(400))]),
                script: [.setRequestor(), .change([north]), .checkAuthentication],
                expect: [.complete(1), .code("N000"), .signedOut], forbid: .dialogs,
                requests: .warm.with([.profileRequest: 1...1, .exchange: 1...1]), platform: .saml(1...1),
                stored: .nothing),
            kept("the same account: kept", [], expect: [.complete(1)]),
            kept("a lapsed account: kept", [lapsed], expect: [.complete(1)]),
            kept(
                "a lapsed account, as the platform's error: kept",
                [.accountFails(PlatformAccountError(.providerRejected))], expect: [.complete(1)]),
            kept("permission withdrawn: kept (V09)", [.permission(.denied)], expect: [.code("VSA403"), .complete(1)]),
            kept(
                "permission undetermined again: kept", [.permission(.notDetermined)],
                expect: [.code("VSA404"), .complete(1)]),
            kept(
                "the platform fails: kept",
                [.accountFails(PlatformAccountError(.serviceTemporarilyUnavailable, message: "later"))],
                expect: [.platformFailure(3, "later"), .complete(1)]),
            kept("the platform gives no answer: kept", [.accountSilent], expect: [.platformSilence, .complete(1)]),
        ]
        + [Fact.signedOut, .signedIn(Programme.westOnPlatform), .permission(.denied)].map { fact in
            ConditionCase(
                ["S2.F"], "a regular token stays: \(fact.text)", Situation(.configured, seeds: [regular], [fact]),
                script: [.setRequestor(), .checkAuthentication],
                expect: (fact.text.hasPrefix("permission") ? [.code("VSA403")] : []) + [.complete(1), .signedIn],
                forbid: .dialogs, requests: .warm, platform: .silently, stored: .regular)
        }
}

extension Fact {
    /// The account is still there, lapsed: nothing can be exchanged.
    fileprivate static let signedOutOfSight = Fact.signedIn(Programme.northOnPlatform, life: .seconds(-86_400))
}
