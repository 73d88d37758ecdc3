import AccessEnabler
import Base
import PassSimulator
import PlatformAccount

/// Step 4: the second screen.
extension ConditionCase {
    private static let code = ScriptStep.wait(.callback(.status))
    private static let verdict = ScriptStep.wait(.callback(.setAuthenticationStatus))
    private static let toCode: [ScriptStep] = [.setSelectedProvider(Programme.east), .getAuthentication(), code]
    private static let untilVerdict = ScriptStep.pollsUntil(.setAuthenticationStatus)

    private static func polling(_ count: ClosedRange<Int>) -> RequestBudget {
        RequestBudget(
            [.token: 0...1, .registrationCode: 1...1, .authentication: count, .registrationRemoval: 0...1],
            // At a code's end the profile itself is looked for.
            onV2: [.userMetadata: 0...1])
    }

    private static func screen(
        _ name: String, _ facts: [Fact] = [], then script: [ScriptStep], shows first: ExpectedCallback = .secondScreen,
        expect: [ExpectedCallback], requests: RequestBudget, stored: StoredState, proofs: [Proof] = []
    ) -> ConditionCase {
        ConditionCase(
            ["S4.R3"], name, Situation(.configured, launch: Launch(.tvOS), facts), script: toCode + script,
            expect: [first] + expect, forbid: .noDialog, requests: requests, platform: .nothing, stored: stored,
            proofs: proofs)
    }

    static let loginScreens: [ConditionCase] = signIns + ends + shapes + withoutCode

    private static let signIns: [ConditionCase] =
        [
            ConditionCase(
                ["S4.R3", "S4.E4"], "\"Other TV provider\", list, code, a second screen",
                Situation(.configured, launch: Launch(.tvOS), [.picker(.otherProvider)]),
                script: [
                    .getAuthentication(), .wait(.callback(.displayProviderDialog)),
                    .setSelectedProvider(Programme.east),
                    .wait(.callback(.status, count: 2)), .polls(2), .person(.activates), untilVerdict,
                    .checkAuthentication,
                ],
                expect: [.present, .dismiss, .code("N003"), .dialog, .secondScreen, .signedIn, .signedIn],
                forbid: .getAuthentication, requests: polling(3...3), platform: .prompting(saml: 0...0),
                stored: .regular),
            screen(
                "signed in before the first poll", then: [.person(.activates), untilVerdict], expect: [.signedIn],
                requests: polling(1...1), stored: .regular),
            screen(
                "polls come with back-off", then: [.polls(8), .person(.activates), untilVerdict], expect: [.signedIn],
                requests: polling(9...9), stored: .regular, proofs: [.pollsWithBackOff]),
            screen(
                "signed in in the last second of the code (L07)",
                then: [.polls(1), .meanwhile([.pass(.seconds(1794))]), .polls(0), .person(.activates), untilVerdict],
                expect: [.signedIn], requests: polling(2...4), stored: .regular),
            ConditionCase(
                ["S4.R3", "S4.AF"], "forced: the old token is none of this login",
                Situation(.partnerToken, launch: Launch(.tvOS), [.pass(.seconds(60))]),
                script: [
                    .setSelectedProvider(Programme.north), .getAuthentication(forced: true), code, .polls(2),
                    .person(.activates), untilVerdict, .getMetadata(.userMetadata("tokenSource")),
                ],
                expect: [
                    .registrationCode(nil, life: .seconds(1860)), .signedIn,
                    .metadata(.userMetadata("tokenSource"), .none),
                ],
                forbid: Array.noDialog.filter { $0.callback != .kind(.setMetadataStatus) },
                requests: polling(3...3).with([.registrationRemoval: 0...3, .userMetadata: 0...1]), platform: .silently,
                stored: .regular),
            ConditionCase(
                ["S4.R3", "S2.F", "S4.W"], "a login in progress goes on; other verbs are answered",
                Situation(.configured, launch: Launch(.tvOS)),
                script: toCode + [
                    .polls(1), .setRequestor(), .checkAuthentication,
                    .wait(.callback(.setAuthenticationStatus)), .person(.activates),
                    .pollsUntil(.setAuthenticationStatus, count: 2),
                ],
                expect: [.secondScreen, .complete(1), .code("N000"), .signedOut, .signedIn],
                forbid: .codes(["N005"], "nobody cancelled"),
                requests: polling(2...2).with([.configuration: 0...1]), platform: .silently, stored: .regular),
            ConditionCase(
                ["S2.F", "S4.2"], "another requestor ends the polling", Situation(.configured, launch: Launch(.tvOS)),
                script: toCode + [
                    .polls(1), .setRequestor(Programme.otherRequestor), .wait(.callback(.setRequestorComplete)),
                    .meanwhile([.pass(.seconds(60))]), .checkAuthentication,
                ],
                expect: [.secondScreen, .complete(1), .code("N000"), .signedOut],
                forbid: [Forbidden(.authentication(1), "the login was abandoned")],
                requests: polling(1...1).with([.configuration: 1...1]), platform: .silently, stored: .unchecked,
                moreVerdicts: -1),
        ]
        + [
            ("a server error", Fault.Effect.simple(500)), ("a reset", .reset), ("a page", .html), ("429", .throttled),
            ("403", .simple(403)),
        ].map { name, effect in
            screen(
                "polls that fail (\(name)) end nothing (L11)",
                then: [
                    .meanwhile([.fault(.authentication, effect)]), .polls(3), .meanwhile([.noFaults]),
                    .person(.activates), untilVerdict,
                ],
                expect: [.signedIn], requests: polling(4...400), stored: .regular)
        }

    private static let ends: [ConditionCase] = [
        screen(
            "the code expires (L07)", [.code("AB12CD3", life: .seconds(60))], then: [untilVerdict],
            shows: .registrationCode("AB12CD3", life: .seconds(60)), expect: [.code("N500"), .generic],
            requests: polling(2...60), stored: .nothing, proofs: [.waited(atLeast: .seconds(60))]),
        screen(
            "the code expires although every poll fails (L11)",
            [.code("AB12CD3", life: .seconds(60)), .fault(.authentication, .reset)], then: [untilVerdict],
            shows: .registrationCode("AB12CD3", life: .seconds(60)), expect: [.code("N500"), .generic],
            requests: polling(2...180), stored: .nothing),
        screen(
            "the code expires while a degradation rule holds: a sign-in of the rule is no login",
            [.code("AB12CD3", life: .seconds(60))], then: [.meanwhile([.degraded(Programme.east)]), untilVerdict],
            shows: .registrationCode("AB12CD3", life: .seconds(60)), expect: [.code("N500"), .generic],
            requests: polling(2...60), stored: .nothing),
        screen(
            "after the end nobody polls", [.code("AB12CD3", life: .seconds(20))],
            then: [untilVerdict, .meanwhile([.noFaults, .pass(.seconds(60))])],
            shows: .registrationCode("AB12CD3", life: .seconds(20)), expect: [.code("N500"), .generic],
            requests: polling(1...4), stored: .nothing),
        ConditionCase(
            ["S4.R3", "S4.AF"], "forced, and the code expires: a platform sign-in the service holds is no login",
            Situation(
                .partnerToken, launch: Launch(.tvOS),
                [.pass(.seconds(60)), .code("AB12CD3", life: .seconds(60))]),
            script: [
                .setSelectedProvider(Programme.north), .getAuthentication(forced: true), code, untilVerdict,
            ],
            expect: [.registrationCode("AB12CD3", life: .seconds(120)), .code("N500"), .generic], forbid: .noDialog,
            requests: polling(2...60), platform: .silently, stored: .unchecked),
        ConditionCase(
            ["S4.E6b", "S4.R3"], "at the code: cancelled, and nobody polls any more",
            Situation(.configured, launch: Launch(.tvOS)),
            script: toCode + [
                .polls(1), .setSelectedProvider(nil), verdict, .wait(.pollingOver), .meanwhile([.pass(.seconds(60))]),
            ],
            expect: [.secondScreen, .code("N005"), .notSelected], forbid: .noDialog, requests: polling(1...1),
            platform: .nothing, stored: .nothing),
        ConditionCase(
            ["S4.W", "S4.R3"], "another MVPD at the code: its own code, one polling",
            Situation(.configured, launch: Launch(.tvOS)),
            script: toCode + [
                .polls(1), .setSelectedProvider(Programme.west), .wait(.callback(.status, count: 2)),
                .person(.activates), untilVerdict,
            ],
            expect: [.secondScreen, .registrationCode(nil, life: .seconds(1805)), .signedIn], forbid: .noDialog,
            requests: RequestBudget([
                .registrationCode: 2...2, .authentication: 2...2, .registrationRemoval: 0...2,
            ]), platform: .nothing, stored: .regular),
    ]

    private static let shapes: [ConditionCase] = ["AB12", "6anc-6ph", "ABCD0O1234567890"].map { text in
        screen(
            "a code of any shape is passed through: \(text) (L09)", [.code(text, life: .seconds(600))],
            then: [.setSelectedProvider(nil)], shows: .registrationCode(text, life: .seconds(600)),
            expect: [.code("N005"), .notSelected], requests: polling(0...0), stored: .nothing)
    }

    private static let withoutCode: [ConditionCase] =
        [
            ("a server error", Fact.fault(.registrationCode, .simple(500))),
            ("refused", .fault(.registrationCode, .simple(400))), ("a reset", .fault(.registrationCode, .reset)),
            ("a page", .fault(.registrationCode, .html)),
            ("no code in it", .fault(.registrationCode, .body("{}", contentType: "application/json"))),
            ("one that is over", .code("AB12CD3", life: .seconds(-1))),
        ].map { name, fact in
            login(
                ["S4.R3"], "no code can be had (\(name)): REG500",
                Situation(.configured, launch: Launch(.tvOS), [fact]),
                script: [.setSelectedProvider(Programme.east), .getAuthentication(), verdict],
                expect: [.code("REG500"), .generic], asks: .nothing,
                requests: RequestBudget([.registrationCode: 1...3]), stored: .nothing)
        }
}
