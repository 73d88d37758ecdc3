import AccessEnabler
import Base
import PassSimulator
import PlatformAccount

/// checkPreauthorizedResources.
extension ConditionCase {
    private static let movies = Programme.movies
    private static let news = Programme.news
    private static let sports = Programme.sports
    private static let once = RequestBudget([.preauthorize: 1...1])
    private static let verdict = ScriptStep.wait(.callback(.setAuthenticationStatus))

    private static func listed(
        _ conditions: [String], _ name: String, _ situation: Situation = Situation(.partnerToken),
        script: [ScriptStep], expect: [ExpectedCallback], not: [Forbidden] = [], requests: RequestBudget = once,
        asks: PlatformBudget = .silently, stored: StoredState = .partner(), proofs: [Proof] = [],
        needs: Set<Capability> = []
    ) -> ConditionCase {
        watching(
            conditions, name, situation, script: script, expect: expect,
            not: not + [Forbidden(.kind(.tokenRequestFailed), "nobody asked for a media token")], requests: requests,
            asks: asks, stored: stored, proofs: proofs, needs: needs)
    }

    private static func asked(_ resources: String..., cache: Bool = true) -> ScriptStep {
        .checkPreauthorizedResources(resources, cache: cache)
    }

    /// A5, P1 to P8.
    static let preauthorizedLists: [ConditionCase] =
        permitted + known + lots + unauthenticated + unanswerable + failing

    // MARK: A5, P1, P4, P8

    private static let permitted: [ConditionCase] =
        PlatformBehaviour.allCases.flatMap { platform in
            [
                listed(
                    ["A5", "P1"], "some of them, in the order asked, on \(platform.rawValue)",
                    Situation(.partnerToken, launch: Launch(platform), [.denied(news)]),
                    script: [asked(sports, news, movies)], expect: [.preauthorized([sports, movies])]),
                listed(
                    ["A5"], "a regular token, on \(platform.rawValue)",
                    Situation(.regularToken, launch: Launch(platform), [.denied(news)]),
                    script: [asked(news, movies)], expect: [.preauthorized([movies])], asks: .nothing,
                    stored: .regular),
            ]
        } + [
            listed(
                ["A5"], "none of them: no code", Situation(.partnerToken, [.denied("*")]),
                script: [asked(movies, news)], expect: [.preauthorized([])],
                not: [Forbidden(.kind(.status), "a refusal is an answer")]),
            listed(
                ["A5"], "none of them, with enhanced errors: no code",
                Situation(.partnerToken, [.denied("*"), .enhancedErrors]),
                script: [asked(movies, news)], expect: [.preauthorized([])],
                not: [Forbidden(.kind(.status), "a refusal is an answer")]),
            listed(
                ["P1"], "a repeated id counts once", Situation(.partnerToken, [.preauthorizationLimit(2)]),
                script: [asked(movies, news, movies, movies)], expect: [.preauthorized([movies, news])]),
            listed(
                ["P1"], "ids are told apart by their bytes",
                script: [asked("Caf\u{E9}", "Cafe\u{301}", "caf\u{E9}")],
                expect: [.preauthorized(["Caf\u{E9}", "Cafe\u{301}", "caf\u{E9}"])]),
            listed(
                ["P1", "A10"], "an id nobody can be asked about is not asked about, and not permitted",
                Situation(.partnerToken, [.preauthorizationLimit(1)]), script: [asked(" ", movies, "<rss>")],
                expect: [.preauthorized([movies])]),
            listed(
                ["P1", "P8", "A10"], "nothing but ids nobody can be asked about: no request",
                script: [asked("", "<rss>")], expect: [.preauthorized([])], requests: .none),
            listed(
                ["P1", "Always.order"], "several calls: one answer each, in order",
                Situation(.partnerToken, [.denied(news)]),
                script: [asked(news), asked(movies), .checkAuthentication, asked(sports, news)],
                expect: [.preauthorized([]), .preauthorized([movies]), .signedIn, .preauthorized([sports])],
                requests: RequestBudget([.preauthorize: 3...3])),
            listed(
                ["A5", "Always.reentry"], "called inside preauthorizedResources",
                script: [asked(movies), .wait(.callback(.preauthorizedResources, count: 2))],
                expect: [.preauthorized([movies]), .preauthorized([movies, news])],
                requests: RequestBudget([.preauthorize: 2...2])
            ).reacting([
                Reaction(
                    inside: .preauthorizedResources,
                    [.call(.checkPreauthorizedResources([movies, news], cache: true))])
            ]),
            listed(
                ["A5", "A7"], "a preauthorization is no authorization",
                script: [asked(movies), .checkAuthorization(movies)],
                expect: [.preauthorized([movies]), .token(movies)], requests: once.and(.play)),
            listed(
                ["P8"], "no resources: an empty list, no request", script: [asked()], expect: [.preauthorized([])],
                requests: .none),
        ]

    private static let channels = (1...12).map { "Channel \($0)" }

    private static let lots: [ConditionCase] = [
        listed(
            ["P4", "P1"], "twelve resources: three requests, one list in order",
            Situation(.partnerToken, [.denied(channels[5])]), script: [.checkPreauthorizedResources(channels)],
            expect: [.preauthorized(channels.filter { $0 != channels[5] })],
            requests: RequestBudget([.preauthorize: 3...3])),
        listed(
            ["P4"], "five resources: one request", script: [.checkPreauthorizedResources(Array(channels.prefix(5)))],
            expect: [.preauthorized(Array(channels.prefix(5)))]),
        listed(
            ["P4", "P2"], "what is known is not counted",
            script: [
                .checkPreauthorizedResources(Array(channels.prefix(5))),
                .checkPreauthorizedResources(Array(channels.prefix(10))),
            ],
            expect: [.preauthorized(Array(channels.prefix(5))), .preauthorized(Array(channels.prefix(10)))],
            requests: RequestBudget([.preauthorize: 2...2])),
    ]

    // MARK: P2, P3

    private static func forgotten(
        _ name: String, _ situation: Situation = Situation(.partnerToken), by steps: [ScriptStep],
        expect: [ExpectedCallback], requests: RequestBudget, asks: PlatformBudget = .saml(1...1),
        stored: StoredState = .partner()
    ) -> ConditionCase {
        ConditionCase(
            ["P2"], name, situation, script: [asked(movies)] + steps + [asked(movies)],
            expect: [.preauthorized([movies])] + expect + [.preauthorized([movies])],
            forbid: [Forbidden(.kind(.setToken), "nobody asked for a media token")],
            requests: requests.with([.preauthorize: 2...2]), platform: asks, stored: stored)
    }

    private static let known: [ConditionCase] = [
        listed(
            ["P2"], "asked again: from memory, permissions and refusals", Situation(.partnerToken, [.denied(news)]),
            script: [asked(movies, news), .change([.nothingDenied]), asked(news, movies), asked(movies)],
            expect: [.preauthorized([movies]), .preauthorized([movies]), .preauthorized([movies])]),
        listed(
            ["P2"], "only what is not known is asked", Situation(.partnerToken, [.preauthorizationLimit(1)]),
            script: [asked(movies), asked(movies, news), asked(news, movies)],
            expect: [.preauthorized([movies]), .preauthorized([movies, news]), .preauthorized([news, movies])],
            requests: RequestBudget([.preauthorize: 2...2])),
        listed(
            ["P3"], "without it: asked anew", Situation(.partnerToken, [.denied(news)]),
            script: [asked(news), .change([.nothingDenied]), asked(news, cache: false)],
            expect: [.preauthorized([]), .preauthorized([news])], requests: RequestBudget([.preauthorize: 2...2])),
        listed(
            ["P3", "P2"], "what comes without it is known from then on", Situation(.partnerToken, [.denied(news)]),
            script: [asked(news), .change([.nothingDenied]), asked(news, cache: false), asked(news)],
            expect: [.preauthorized([]), .preauthorized([news]), .preauthorized([news])],
            requests: RequestBudget([.preauthorize: 2...2])),
        listed(
            ["P2"], "what went wrong is not kept",
            Situation(
                .partnerToken,
                [.enhancedErrors, .denied(movies, .unreachable)]),
            script: [asked(movies), .change([.nothingDenied]), asked(movies)],
            expect: [.preauthorized([]), .preauthorized([movies])], requests: RequestBudget([.preauthorize: 2...4])),
        listed(
            ["P2", "P7"], "a failure leaves what is known",
            script: [
                asked(movies), .change([.fault(.preauthorize, .simple(500))]), asked(movies, news), asked(movies),
            ],
            expect: [.preauthorized([movies]), .code("P100"), .preauthorized([]), .preauthorized([movies])],
            requests: RequestBudget([.preauthorize: 2...4])),
        forgotten(
            "gone with a new start", by: [.relaunch(), .setRequestor()], expect: [.complete(1)], requests: .warm,
            asks: .silently),
        forgotten(
            "gone with a logout", Situation(.partnerToken, launch: Launch(.tvOS)),
            by: [.logout, verdict, .setRequestor()], expect: [.code("VSA203"), .signedOut, .complete(1)],
            requests: RequestBudget([.logout: 1...1, .configuration: 0...1]).andExchange),
        forgotten(
            "gone with another account (S2.F)",
            by: [.change([.signedIn(Programme.westOnPlatform)]), .setRequestor()], expect: [.complete(1)],
            requests: RequestBudget.warm.andExchange, stored: .partner(Programme.westOnPlatform)),
        forgotten(
            "gone with a forced login", by: [.getAuthentication(forced: true), verdict], expect: [.signedIn],
            requests: RequestBudget().andExchange, asks: .prompting(saml: 1...1)
        ).notOnV2(because: livesOn),
        listed(
            ["P2"], "each requestor has its own",
            script: [
                asked(movies), .change([.denied(movies)]), .setRequestor(Programme.otherRequestor), asked(movies),
            ],
            expect: [.preauthorized([movies]), .complete(1), .preauthorized([])],
            requests: RequestBudget([.preauthorize: 2...2, .configuration: 1...1]).andExchange, asks: .saml(1...1)),
    ]

    // MARK: P5, P6

    private static func nobody(
        _ name: String, _ situation: Situation, code: ExpectedCallback = .code("N000"),
        asks: PlatformBudget = .silently, stored: StoredState = .unchecked
    ) -> ConditionCase {
        listed(
            ["P5"], name, situation, script: [asked(movies, news)], expect: [code, .preauthorized([])],
            requests: .none, asks: asks, stored: stored)
    }

    private static let unauthenticated: [ConditionCase] =
        PlatformBehaviour.allCases.map { platform in
            nobody(
                "no token, on \(platform.rawValue)", Situation(.configured, launch: Launch(platform)), asks: .nothing,
                stored: .nothing)
        } + [
            nobody("a token past its life", Situation(.partnerToken, [.pass(Programme.tokenLife + .seconds(1))])),
            nobody(
                "permission denied", Situation(.partnerToken, [.permission(.denied)]), code: .code("VSA403"),
                stored: .partner()),
            nobody(
                "permission undetermined", Situation(.partnerToken, [.permission(.notDetermined)]),
                code: .code("VSA404"), stored: .partner()),
            nobody(
                "the platform gives no answer", Situation(.partnerToken, [.accountSilent]), code: .platformSilence,
                stored: .partner()),
            listed(
                ["P5", "P2"], "what is known says nothing once the account is gone",
                script: [asked(movies), .change([.signedOut]), asked(movies)],
                expect: [.preauthorized([movies]), .code("N000"), .preauthorized([])]),
        ]

    private static let unanswerable: [ConditionCase] = [
        listed(
            ["P6", "S2.L"], "setRequestor was never called", Situation(.fresh), script: [asked(movies)],
            expect: [.code("CFG400"), .preauthorized([])], requests: .none, asks: .nothing, stored: .unchecked),
        listed(
            ["P6"], "the configuration failed", Situation(.fresh, [.fault(.configuration, .simple(503))]),
            script: [.setRequestor(), asked(movies)],
            expect: [.code("CFG503"), .complete(0), .code("CFG503"), .preauthorized([])],
            requests: .cold.with([.configuration: 1...3]), asks: .nothing, stored: .unchecked),
        listed(
            ["P6", "Always.store"], "the store cannot be read", Situation(.partnerToken),
            script: [
                .relaunch(Launch(), [.storeUnreadable]), .setRequestor(), asked(movies),
                .wait(.callback(.preauthorizedResources)), .meanwhile([.storeReadable]), .setRequestor(),
                asked(movies),
            ],
            expect: [
                .code("500"), .complete(0), .code("500"), .preauthorized([]), .complete(1), .preauthorized([movies]),
            ],
            requests: RequestBudget.warm.and(once), needs: [.storesFiles]),
    ]

    // MARK: P7

    private static func fails(
        _ code: String, _ name: String, _ facts: [Fact], times: ClosedRange<Int> = 1...1,
        token: ClosedRange<Int> = 0...0, proofs: [Proof] = []
    ) -> ConditionCase {
        listed(
            ["P7"], "\(code): \(name)", Situation(.partnerToken, facts), script: [asked(movies, news, sports)],
            expect: [.code(code), .preauthorized([])],
            requests: RequestBudget([.preauthorize: times, .token: token]), proofs: proofs)
    }

    private static let failing: [ConditionCase] =
        [
            fails(
                "P100", "too many requests, however long one waits", [.fault(.preauthorize, .throttled)],
                times: 2...100, proofs: [.waited(atLeast: .seconds(1))]),
            fails("P100", "too many resources", [.preauthorizationLimit(2)]),
            fails("P100", "too many resources, with enhanced errors", [.preauthorizationLimit(2), .enhancedErrors]),
            fails(
                "P100", "too many resources: a list without any (P17)",
                [.fault(.preauthorize, .body("{\"resources\":[]}", contentType: "application/json"))]),
            fails("P100", "a server error", [.fault(.preauthorize, .simple(500))], times: 1...3),
            fails("P100", "the connection is lost", [.fault(.preauthorize, .reset)], times: 1...3),
            fails("P100", "no answer in time", [.silent(.preauthorize)], times: 0...3),
            fails("P100", "a page instead of an answer (T12)", [.fault(.preauthorize, .html)]),
            fails("P100", "half an answer (T08)", [.fault(.preauthorize, .truncated)], times: 1...3),
            fails("P100", "another host (T03)", [.redirected(.preauthorize, 302)]),
            fails("P100", "the service has forgotten who is signed in", [.authenticationsForgotten]),
            fails(
                "R401", "the access token is refused, twice", [.fault(.preauthorize, .simple(401))], times: 2...2,
                token: 1...1),
        ] + [
            listed(
                ["P7"], "a passing server error is overcome",
                Situation(.partnerToken, [.fault(.preauthorize, .simple(503), times: 1)]), script: [asked(movies)],
                expect: [.preauthorized([movies])], requests: RequestBudget([.preauthorize: 2...2])),
            listed(
                ["P7"], "the next call works",
                script: [
                    .change([.preauthorizationLimit(1)]), asked(movies, news), .change([.preauthorizationLimit(5)]),
                    asked(movies, news),
                ],
                expect: [.code("P100"), .preauthorized([]), .preauthorized([movies, news])],
                requests: RequestBudget([.preauthorize: 2...2])),
        ]
}
