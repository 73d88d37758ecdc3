import AccessEnabler
import Base
import PassSimulator
import PlatformAccount

/// Degradation rules and temporary passes.
extension ConditionCase {
    private static let movies = Programme.movies
    private static let news = Programme.news
    private static let once = RequestBudget([.preauthorize: 1...1])
    private static let refused = RequestBudget([.authorize: 1...1, .checkAuthentication: 0...1])

    /// G1 to G6.
    static let degradationAndPasses: [ConditionCase] = permitting + denying + passes + spent

    // MARK: G1, G2, G6

    private static let permitting: [ConditionCase] =
        PlatformBehaviour.allCases.map { platform in
            watching(
                ["G2"], "a partner token: Z010 before the token, on \(platform.rawValue)",
                Situation(.partnerToken, launch: Launch(platform), [.permitsEverything(Programme.north)]),
                script: [.checkAuthorization(movies)], expect: [.code("Z010"), .token(movies)], requests: .play)
        } + [
            watching(
                ["G1"], "signed in before the rule came: Z010 before the token",
                Situation(.partnerToken, [.degraded(Programme.north)]), script: [.getAuthorization(movies)],
                expect: [.code("Z010"), .token(movies)], requests: .play),
            ConditionCase(
                ["G1", "S4.D"], "signed in by the rule, on iOS: the MVPD is asked for nothing",
                Situation(.configured, [.degraded(Programme.east)]),
                script: [
                    .setSelectedProvider(Programme.east), .getAuthorization(movies), .wait(.callback(.navigateToUrl)),
                    .person(.opensPage), .handleRedirect, .wait(.callback(.setToken)),
                ],
                expect: [.login(Programme.east), .signedIn, .code("Z010"), .token(movies)],
                forbid: .codes(["N000", "Z011"], "the rule signs in"), requests: RequestBudget.ownLogin.and(.play),
                platform: .nothing, stored: .regular, moreVerdicts: 1
            ).onV2(
                because: "the rule signs in at once, without a page",
                script: [
                    .setSelectedProvider(Programme.east), .getAuthorization(movies), .wait(.callback(.setToken)),
                ],
                expect: [.code("N010"), .signedIn, .code("Z010"), .token(movies)],
                requests: [.registrationCode: 1...1, .userMetadata: 1...1, .authorize: 1...1]),
            watching(
                ["G2"], "whatever the MVPD would say",
                Situation(.partnerToken, [.permitsEverything(Programme.north), .denied(movies)]),
                script: [.checkAuthorization(movies), .checkAuthorization(news)],
                expect: [.code("Z010"), .token(movies), .code("Z010"), .token(news)], requests: .plays(2)),
            watching(
                ["G2", "A5"], "everything is preauthorized, without a code",
                Situation(.partnerToken, [.permitsEverything(Programme.north), .denied(movies)]),
                script: [.checkPreauthorizedResources([movies, news])], expect: [.preauthorized([movies, news])],
                requests: once),
            watching(
                ["G6", "A7"], "kept: Z010 again, also when the rule is gone",
                Situation(.partnerToken, [.permitsEverything(Programme.north)]),
                script: [
                    .checkAuthorization(movies), .change([.degradationEnds(Programme.north)]),
                    .checkAuthorization(movies), .checkAuthorization(news),
                ],
                expect: [.code("Z010"), .token(movies), .code("Z010"), .token(movies), .token(news)],
                requests: .plays(2, replays: 1)
            ).notOnV2(because: "each decision says anew who permits"),
            watching(
                ["G2"], "the rule of another MVPD is none of this one's",
                Situation(.partnerToken, [.permitsEverything(Programme.west), .deniesEverything(Programme.east)]),
                script: [.checkAuthorization(movies)], expect: [.token(movies)],
                not: [Forbidden(.code("Z010"), "the MVPD itself permits")], requests: .play),
        ]

    // MARK: G3

    private static let rule = "All requests to the TV provider are denied"

    private static let denying: [ConditionCase] =
        PlatformBehaviour.allCases.map { platform in
            watching(
                ["G3", "A4"], "Z169 with the rule's text, on \(platform.rawValue)",
                Situation(
                    .partnerToken, launch: Launch(platform), [.enhancedErrors, .deniesEverything(Programme.north)]),
                script: [.checkAuthorization(movies), .getAuthorization(news)],
                expect: [
                    .telling("Z169", message: rule), .denied(movies, text: rule), .telling("Z169", message: rule),
                    .denied(news, text: rule),
                ],
                not: .codes(["Z100"], "no MVPD was asked"), requests: RequestBudget([.authorize: 2...2]))
        } + [
            watching(
                ["G3", "A4"], "without enhanced errors it looks like any other refusal",
                Situation(.partnerToken, [.deniesEverything(Programme.north)]), script: [.checkAuthorization(movies)],
                expect: [.telling("Z100", message: rule), .denied(movies, text: rule)], requests: refused
            ).notOnV2(because: "its errors are always enhanced"),
            watching(
                ["G3", "A5"], "nothing is preauthorized, without a code",
                Situation(.partnerToken, [.enhancedErrors, .deniesEverything(Programme.north)]),
                script: [.checkPreauthorizedResources([movies, news])], expect: [.preauthorized([])], requests: once),
            watching(
                ["G3", "P9"], "preauthorize tells the rule",
                Situation(.partnerToken, [.enhancedErrors, .deniesEverything(Programme.north)]),
                script: [.preauthorize([movies])],
                expect: [
                    .decisions(
                        .no(movies, .init(403, "authorization_denied_by_degradation_rule", "none", details: rule)))
                ], requests: once),
            watching(
                ["G3"], "permitted again once the rule is gone",
                Situation(.partnerToken, [.enhancedErrors, .deniesEverything(Programme.north)]),
                script: [
                    .checkAuthorization(movies), .change([.degradationEnds(Programme.north)]),
                    .checkAuthorization(movies),
                ],
                expect: [.telling("Z169", message: rule), .denied(movies, text: rule), .token(movies)],
                requests: RequestBudget.plays(2).with([.mediaToken: 1...1])),
        ]

    // MARK: G4, G5

    private static let trial = RequestBudget([.configuration: 0...1, .temporaryPass: 1...1, .authentication: 1...1])
    private static let life = Duration.seconds(600)

    private static func onTrial(
        _ conditions: [String], _ name: String, on platform: PlatformBehaviour? = nil, _ facts: [Fact] = [],
        then script: [ScriptStep], expect: [ExpectedCallback], requests: RequestBudget, moreVerdicts: Int = 1
    ) -> ConditionCase {
        ConditionCase(
            conditions, name, Situation(.configured, launch: Launch(platform), [.temporaryPass(life)] + facts),
            script: [.setRequestor(), .setSelectedProvider(Programme.trial)] + script,
            expect: [.complete(1), .code("N011"), .signedIn] + expect,
            forbid: [Forbidden(.kind(.navigateToUrl), "a temporary pass has no page")]
                + .codes(["REGCODE", "Z010"], "a temporary pass is no degradation"),
            requests: trial.and(requests), platform: .silently, stored: .unchecked, moreVerdicts: moreVerdicts)
    }

    private static let passes: [ConditionCase] =
        PlatformBehaviour.allCases.map { platform in
            onTrial(
                ["G4", "S4.T"], "N011, then Z011 before the token, on \(platform.rawValue)", on: platform,
                then: [.checkAuthorization(movies), .getAuthorization(news)],
                expect: [.code("Z011"), .token(movies), .code("Z011"), .token(news)], requests: .plays(2))
        } + [
            onTrial(
                ["G6", "A7"], "kept: Z011 again", then: [.checkAuthorization(movies), .checkAuthorization(movies)],
                expect: [.code("Z011"), .token(movies), .code("Z011"), .token(movies)],
                requests: .plays(1, replays: 1)),
            onTrial(
                ["G4"], "whatever the MVPDs would say", [.denied("*")], then: [.checkAuthorization(movies)],
                expect: [.code("Z011"), .token(movies)], requests: .play),
            onTrial(
                ["G4", "A5"], "everything is preauthorized, without a code",
                then: [.checkPreauthorizedResources([movies, news])], expect: [.preauthorized([movies, news])],
                requests: once),
            onTrial(
                ["G4", "A6"], "it is the selected provider", then: [.getSelectedProvider],
                expect: [.selected(Programme.trial)], requests: .none),
        ]

    private static let spent: [ConditionCase] = [
        onTrial(
            ["G5"], "the time has passed while watching: nobody is signed in any more",
            then: [.checkAuthorization(movies), .change([.pass(life + .seconds(1))]), .checkAuthorization(movies)],
            expect: [.code("Z011"), .token(movies), .code("N000"), .unauthenticated(movies)], requests: .play),
        onTrial(
            ["G5"], "the time has passed while watching, by the service's clock alone: N111",
            then: [
                .change([.passEndsEarly(.seconds(60))]), .checkAuthorization(movies), .change([.pass(.seconds(61))]),
                .checkAuthorization(news),
            ],
            expect: [.code("Z011"), .token(movies), .code("N111"), .denied(news)],
            requests: RequestBudget(
                [.authorize: 2...2, .mediaToken: 1...1, .checkAuthentication: 0...1], onV2: [.mediaToken: 0...0]
            ).with([.authentication: 1...2])),
        onTrial(
            ["G5"], "selected again: N111 and no sign-in",
            then: [
                .checkAuthorization(movies), .change([.pass(life + .seconds(1))]),
                .setSelectedProvider(Programme.trial), .checkAuthorization(movies),
            ],
            expect: [
                .code("Z011"), .token(movies), .code("N111"), .generic, .code("N000"), .unauthenticated(movies),
            ],
            requests: RequestBudget.play.with([.temporaryPass: 2...2, .authentication: 2...2]), moreVerdicts: 2),
        onTrial(
            ["G5"], "its resources are used up: N111", [.passResourceLimit(1), .enhancedErrors],
            then: [.checkAuthorization(movies), .checkAuthorization(news), .checkAuthorization(movies)],
            expect: [.code("Z011"), .token(movies), .code("N111"), .denied(news), .code("Z011"), .token(movies)],
            requests: RequestBudget.plays(2, replays: 1).with([.mediaToken: 2...2])),
    ]
}

extension Fact {
    /// The temporary pass permits so many resources.
    fileprivate static func passResourceLimit(_ limit: Int) -> Fact {
        mvpd(.passResourceLimit, Programme.trial, "permits \(limit) resources", ["limit": .count(limit)]) {
            $0.tempPassResourceLimit = limit
        }
    }

    /// The temporary pass runs shorter than its sign-in.
    fileprivate static func passEndsEarly(_ life: Duration) -> Fact {
        mvpd(.passEndsEarly, Programme.trial, "runs for \(life)", ["life": .time(life)]) { $0.tempPassLife = life }
    }
}
