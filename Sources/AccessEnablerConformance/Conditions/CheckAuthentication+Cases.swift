import Base
import PassSimulator
import PlatformAccount

/// Step 3.
extension ConditionCase {
    private static let regular = SeededToken(mvpd: Programme.east)
    private static let regularSSO = SeededToken(mvpd: Programme.north)
    private static let life = Programme.tokenLife
    private static let second = Duration.seconds(1)
    private static let failure = PlatformAccountError(.serviceTemporarilyUnavailable, message: "later")

    /// The step alone, on an object with a configuration in force: no request.
    private static func step3(
        _ conditions: [String], _ name: String, _ situation: Situation, expect: [ExpectedCallback],
        not: [Forbidden] = [], platform: PlatformBudget = .silently, stored: StoredState
    ) -> ConditionCase {
        ConditionCase(
            conditions, name, situation, script: [.checkAuthentication], expect: expect,
            forbid: .checkAuthentication + not, requests: .none, platform: platform, stored: stored)
    }

    private static func platformError(
        _ conditions: [String], _ name: String, _ facts: [Fact], _ expected: ExpectedCallback
    ) -> ConditionCase {
        step3(
            conditions, name, Situation(.partnerToken, facts), expect: [expected, .signedOut],
            not: .codes(["N000"], "another code explains the status")
                + [Forbidden(.authentication(1), "the platform did not confirm the account")],
            stored: .partner())
    }

    private static func noAccount(_ name: String, _ facts: [Fact]) -> ConditionCase {
        step3(
            ["S3.Z8"], name, Situation(.partnerToken, facts), expect: [.code("N000"), .signedOut],
            not: .codes(["VSA403", "VSA404", "APPL_ERROR"], "the platform answered"), stored: .partner())
    }

    private static func valid(
        _ conditions: [String], _ name: String, _ situation: Situation, platform: PlatformBudget = .silently,
        stored: StoredState
    ) -> ConditionCase {
        step3(
            conditions, name, situation, expect: [.signedIn],
            not: [Forbidden(.kind(.status), "success needs no code")], platform: platform, stored: stored)
    }

    /// A change of the dashboard becomes known by `setRequestor`; then the step.
    private static func afterChange(
        _ condition: String, _ name: String, _ situation: Situation, expect: [ExpectedCallback], stored: StoredState
    ) -> ConditionCase {
        ConditionCase(
            [condition], name, situation, script: [.setRequestor(), .checkAuthentication],
            expect: [.complete(1)] + expect, forbid: .dialogs, requests: .warm, platform: .silently, stored: stored)
    }

    /// S3.E1 to S3.O1b.
    static let checkAuthentication: [ConditionCase] = platformErrors + noToken + dashboards + signedIn

    private static let platformErrors: [ConditionCase] = [
        platformError(["S3.E1", "S3.Z5"], "permission denied", [.permission(.denied)], .code("VSA403")),
        platformError(["S3.E1", "S3.Z5"], "permission restricted", [.permission(.restricted)], .code("VSA403")),
        platformError(
            ["S3.E1", "S3.Z5"], "permission withdrawn between the two queries", [.withdrawnMeanwhile(.denied)],
            .code("VSA403")),
        platformError(
            ["S3.E2", "S3.Z6"], "permission undetermined", [.permission(.notDetermined)], .code("VSA404")),
        platformError(
            ["S3.E2", "S3.Z6"], "permission reset between the two queries", [.withdrawnMeanwhile(.notDetermined)],
            .code("VSA404")),
        platformError(
            ["S3.E3", "S3.Z7"], "the permission query fails", [.permissionFails(failure)],
            .platformFailure(3, "later")),
        platformError(
            ["S3.E3", "S3.Z7"], "the account query fails", [.accountFails(failure)], .platformFailure(3, "later")),
        platformError(
            ["S3.E3", "S3.Z7"], "the permission query gets no answer", [.permissionSilent], .platformSilence),
        platformError(["S3.E3", "S3.Z7"], "the account query gets no answer", [.accountSilent], .platformSilence),
        step3(
            ["S3.E1"], "a denied permission beats an expired token",
            Situation(.partnerToken, [.pass(life + second), .permission(.denied)]),
            expect: [.code("VSA403"), .signedOut], not: .codes(["N000"], "an E row beats every Z row"),
            stored: .unchecked),
        step3(
            ["S3.E2"], "an undetermined permission beats a vanished account",
            Situation(.partnerToken, [.signedOut, .permission(.notDetermined)]),
            expect: [.code("VSA404"), .signedOut], not: .codes(["N000"], "an E row beats every Z row"),
            stored: .partner()),
        step3(
            ["S3.E3"], "a failing platform beats an expired token",
            Situation(.partnerToken, [.pass(life + second), .accountFails(failure)]),
            expect: [.platformFailure(3, "later"), .signedOut],
            not: .codes(["N000"], "an E row beats every Z row"), stored: .unchecked),
        ConditionCase(
            ["S3.Z5"], "permission comes back", Situation(.partnerToken, [.permission(.denied)]),
            script: [.checkAuthentication, .change([.permission(.granted)]), .checkAuthentication],
            expect: [.code("VSA403"), .signedOut, .signedIn], forbid: .checkAuthentication, requests: .none,
            platform: .silently, stored: .partner()),
    ]

    private static let noToken: [ConditionCase] = [
        step3(
            ["S3.Z1"], "no token, nobody signed in", Situation(.configured), expect: [.code("N000"), .signedOut],
            platform: .nothing, stored: .nothing),
        step3(
            ["S3.Z1"], "no token, an account signed in meanwhile: step 3 exchanges nothing",
            Situation(.configured, [.signedIn(Programme.northOnPlatform)]), expect: [.code("N000"), .signedOut],
            platform: .nothing, stored: .nothing),
        step3(
            ["S3.Z1"], "no token, permission denied: not the permission's fault",
            Situation(.configured, [.permission(.denied)]), expect: [.code("N000"), .signedOut],
            not: .codes(["VSA403"], "nobody signed in by the platform"), platform: .nothing, stored: .nothing),
        step3(
            ["S3.Z1"], "no token, a platform that fails", Situation(.configured, [.accountFails(failure)]),
            expect: [.code("N000"), .signedOut], not: .codes(["APPL_ERROR"], "nobody signed in by the platform"),
            platform: .nothing, stored: .nothing),
        step3(
            ["S3.Z2a"], "a partner token a second past its life",
            Situation(.partnerToken, [.pass(life + second)]), expect: [.code("N000"), .signedOut],
            stored: .unchecked),
        valid(
            ["S3.O1a"], "a partner token a second before its end", Situation(.partnerToken, [.pass(life - second)]),
            stored: .partner()),
        step3(
            ["S3.Z2b"], "a regular token a second past its life",
            Situation(.configured, seeds: [regular], [.pass(life + second)]), expect: [.code("N000"), .signedOut],
            platform: .nothing, stored: .unchecked),
        valid(
            ["S3.O1b"], "a regular token a second before its end",
            Situation(.configured, seeds: [regular], [.pass(life - second)]), platform: .nothing, stored: .regular),
        noAccount("signed out at the platform", [.signedOut]),
        noAccount("an account whose provider is not told", [.signedIn(nil)]),
        noAccount("another provider's account", [.signedIn(Programme.westOnPlatform)]),
        noAccount("the platform says userCancelled", [.accountFails(PlatformAccountError(.userCancelled))]),
        noAccount(
            "the platform says unsupportedProvider", [.accountFails(PlatformAccountError(.unsupportedProvider))]),
        ConditionCase(
            ["S3.Z8"], "the account comes back", Situation(.partnerToken, [.signedOut]),
            script: [.checkAuthentication, .change([.signedIn(Programme.northOnPlatform)]), .checkAuthentication],
            expect: [.code("N000"), .signedOut, .signedIn], forbid: .checkAuthentication, requests: .none,
            platform: .silently, stored: .partner()),
    ]

    private static let dashboards: [ConditionCase] = [
        afterChange(
            "S3.Z3a", "a partner token, integration switched off",
            Situation(.partnerToken, [.notIntegrated(Programme.north)]), expect: [.code("N000"), .signedOut],
            stored: .partner()),
        afterChange(
            "S3.Z3b", "a regular token, integration switched off",
            Situation(.configured, seeds: [regular], [.notIntegrated(Programme.east)]),
            expect: [.code("N000"), .signedOut], stored: .regular),
        afterChange(
            "S3.Z4", "a partner token, single sign-on switched off",
            Situation(.partnerToken, [.ssoDisabled(Programme.north)]), expect: [.code("N000"), .signedOut],
            stored: .partner()),
        afterChange(
            "S3.Z4", "a partner token, its MVPD picker only now",
            Situation(.partnerToken, [.boarding(Programme.north, "PICKER")]), expect: [.code("N000"), .signedOut],
            stored: .partner()),
        afterChange(
            "S3.Z4r", "a regular token, single sign-on switched off",
            Situation(.configured, seeds: [regularSSO], [.ssoDisabled(Programme.north)]), expect: [.signedIn],
            stored: .regular),
        afterChange(
            "S3.O1a", "a partner token, its MVPD degraded", Situation(.partnerToken, [.degraded(Programme.north)]),
            expect: [.signedIn], stored: .partner()),
    ]

    private static let signedIn: [ConditionCase] = [
        valid(["S3.O1a"], "a valid partner token", Situation(.partnerToken), stored: .partner()),
        valid(
            ["S3.O1a"], "a valid partner token on tvOS", Situation(.partnerToken, launch: Launch(.tvOS)),
            stored: .partner()),
        valid(
            ["S3.O1a"], "the account lapsed",
            Situation(.partnerToken, [.signedIn(Programme.northOnPlatform, life: .zero - second)]),
            stored: .partner()),
        valid(
            ["S3.O1a"], "the account lapsed, as the platform's error",
            Situation(.partnerToken, [.accountFails(PlatformAccountError(.providerRejected))]), stored: .partner()),
        valid(
            ["S3.O1a"], "the service is away", Situation(.partnerToken, [.fault(.configuration, .reset)]),
            stored: .partner()),
        valid(
            ["S3.O1b"], "a valid regular token", Situation(.configured, seeds: [regular]), platform: .nothing,
            stored: .regular),
        valid(
            ["S3.O1b"], "a regular token, permission denied",
            Situation(.configured, seeds: [regularSSO], [.permission(.denied)]), platform: .nothing,
            stored: .regular),
        valid(
            ["S3.O1b"], "a regular token, a platform that fails",
            Situation(.configured, seeds: [regularSSO], [.accountFails(failure)]), platform: .nothing,
            stored: .regular),
        valid(
            ["S3.O1b"], "a regular token, another provider's account",
            Situation(.configured, seeds: [regular], [.signedIn(Programme.westOnPlatform)]), platform: .nothing,
            stored: .regular),
    ]
}
