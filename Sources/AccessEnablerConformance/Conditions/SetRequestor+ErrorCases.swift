import PlatformAccount

/// Step 2: what the platform says no to.
extension ConditionCase {
    private static let north = Fact.signedIn(Programme.northOnPlatform)

    private static func step2(
        _ conditions: [String], _ name: String, _ facts: [Fact], expect: [ExpectedCallback], not: [Forbidden] = [],
        platform: PlatformBudget = .silently
    ) -> ConditionCase {
        ConditionCase(
            conditions, name, Situation(.fresh, facts), script: [.setRequestor()], expect: expect,
            forbid: .setRequestor + not, requests: .cold, platform: platform, stored: .nothing)
    }

    private static func failure(_ code: PlatformAccountError.Code, _ text: String) -> PlatformAccountError {
        PlatformAccountError(code, message: text)
    }

    private static func e1(_ name: String, _ facts: [Fact]) -> ConditionCase {
        step2(
            ["S2.E1", "S2.X1"], name, facts, expect: [.code("VSA403"), .complete(1)],
            not: .codes(["VSA404", "APPL_ERROR", "N000"], "denied is VSA403 and nothing else")
                + [Forbidden(.complete(0), "a missing permission is no failure of setRequestor")])
    }

    private static func e2(_ name: String, _ facts: [Fact]) -> ConditionCase {
        step2(
            ["S2.E2", "S2.X1"], name, facts, expect: [.code("VSA404"), .complete(1)],
            not: .codes(["VSA403", "APPL_ERROR", "N000"], "undetermined is VSA404 and nothing else"))
    }

    private static func e3(
        _ name: String, _ facts: [Fact], _ expected: ExpectedCallback, platform: PlatformBudget = .silently,
        conditions: [String] = ["S2.E3"]
    ) -> ConditionCase {
        step2(
            conditions, name, [north] + facts, expect: [expected, .complete(1)],
            not: .codes(["VSA403", "VSA404", "VSA503"], "a platform that fails says nothing of the permission"),
            platform: platform)
    }

    /// S2.E1 to S2.E3.
    static let setRequestorErrors: [ConditionCase] =
        [
            e1("permission denied, an account signed in", [north, .permission(.denied)]),
            e1("permission denied, nobody signed in", [.permission(.denied)]),
            e1("permission restricted", [north, .permission(.restricted)]),
            e1(
                "the permission query says it is not granted",
                [north, .permissionFails(failure(.accessNotGranted, ""))]),
            e1("permission withdrawn between the two queries", [north, .withdrawnMeanwhile(.denied)]),
            e2("permission undetermined, an account signed in", [north, .permission(.notDetermined)]),
            e2("permission undetermined, nobody signed in", [.permission(.notDetermined)]),
            e2("permission reset between the two queries", [north, .withdrawnMeanwhile(.notDetermined)]),
            ConditionCase(
                ["S2.E2"], "ten calls prompt nobody (V02)", Situation(.fresh, [north, .permission(.notDetermined)]),
                script: Array(repeating: .setRequestor(), count: 10),
                expect: (0..<10).flatMap { _ in [ExpectedCallback.code("VSA404"), .complete(1)] },
                forbid: .setRequestor, requests: .cold.with([.configuration: 1...10]), platform: .silently,
                stored: .nothing),
        ] + platformFailures

    private static func withdrawn(
        _ condition: String, _ permission: AccessPermission, _ code: String
    ) -> ConditionCase {
        ConditionCase(
            [condition, "S2.X1"], "permission turns \(permission) before the SAML query",
            Situation(.fresh, [north, .withdrawnAfterwards(permission)]), script: [.setRequestor()],
            expect: [.code(code), .complete(1)], forbid: .setRequestor, requests: .cold.with([.profileRequest: 0...1]),
            platform: .saml(0...1), stored: .nothing)
    }

    private static let platformFailures: [ConditionCase] = [
        withdrawn("S2.E1", .denied, "VSA403"),
        withdrawn("S2.E2", .notDetermined, "VSA404"),
        e3(
            "the permission query fails (V05)", [.permissionFails(failure(.serviceTemporarilyUnavailable, "busy"))],
            .platformFailure(3, "busy")),
        e3("the permission query gets no answer", [.permissionSilent], .platformSilence),
        e3(
            "account query: service unavailable", [.accountFails(failure(.serviceTemporarilyUnavailable, "later"))],
            .platformFailure(3, "later")),
        e3(
            "account query: verification token refused", [.accountFails(failure(.invalidVerificationToken, "bad"))],
            .platformFailure(5, "bad")),
        e3("account query: rejected", [.accountFails(failure(.rejected, "no"))], .platformFailure(6, "no")),
        e3(
            "account query: not offered here", [.accountFails(failure(.unsupported, "region"))],
            .platformFailure(7, "region")),
        e3(
            "account query: an error of another domain and number",
            [.accountFails(PlatformAccountError(.init(rawValue: 42), domain: "NSPOSIXErrorDomain", message: "odd"))],
            .platformFailure(domain: "NSPOSIXErrorDomain", 42, "odd")),
        e3(
            "account query: permission said to be missing, yet it is granted",
            [.accountFails(failure(.accessNotGranted, "odd"))], .platformFailure(0, "odd")),
        e3("the account query gets no answer", [.accountSilent], .platformSilence),
        ConditionCase(
            ["S2.E3"], "the SAML query fails",
            Situation(.fresh, [north, .samlFails(failure(.invalidVerificationToken, "bad"))]),
            script: [.setRequestor()], expect: [.platformFailure(5, "bad"), .complete(1)], forbid: .setRequestor,
            requests: .cold.with([.profileRequest: 1...1]), platform: .saml(1...1), stored: .nothing),
        ConditionCase(
            ["S2.E3"], "the SAML query gets no answer", Situation(.fresh, [north, .samlSilent]),
            script: [.setRequestor()], expect: [.platformSilence, .complete(1)], forbid: .setRequestor,
            requests: .cold.with([.profileRequest: 1...1]), platform: .saml(1...1), stored: .nothing),
    ]
}
