import AccessEnabler
import Base
import PassSimulator
import PlatformAccount

/// preauthorize: decisions, with the service's enhanced errors.
extension ConditionCase {
    private static let movies = Programme.movies
    private static let news = Programme.news
    private static let sports = Programme.sports
    private static let once = RequestBudget([.preauthorize: 1...1])

    private static func decided(
        _ conditions: [String], _ name: String, _ situation: Situation = Situation(.partnerToken),
        script: [ScriptStep], expect: [ExpectedCallback], requests: RequestBudget = once,
        asks: PlatformBudget = .silently, stored: StoredState = .partner(), needs: Set<Capability> = []
    ) -> ConditionCase {
        watching(
            conditions, name, situation, script: script, expect: expect,
            not: [Forbidden(.kind(.preauthorizedResources), "checkPreauthorizedResources was not called")],
            requests: requests, asks: asks, stored: stored, needs: needs)
    }

    /// P9, P10, P11.
    static let preauthorizeDecisions: [ConditionCase] = decisions + failures + caches

    // MARK: P9

    private static let refusal = ExpectedCallback.Failure(
        403, "preauthorization_denied_by_mvpd", "none", details: "Not in your package.")

    private static let decisions: [ConditionCase] =
        PlatformBehaviour.allCases.map { platform in
            decided(
                ["P9"], "a reason with the refused one, on \(platform.rawValue)",
                Situation(
                    .partnerToken, launch: Launch(platform),
                    [.enhancedErrors, .denied(news, .byMVPD("Not in your package."))]),
                script: [.preauthorize([sports, news, movies])],
                expect: [.decisions(.yes(sports), .no(news, refusal), .yes(movies))])
        } + [
            decided(
                ["P9"], "without enhanced errors there is no reason", Situation(.partnerToken, [.denied(news)]),
                script: [.preauthorize([news, movies])], expect: [.decisions(.no(news), .yes(movies))]
            ).notOnV2(because: "its errors are always enhanced"),
            decided(
                ["P9"], "parental controls",
                Situation(.partnerToken, [.enhancedErrors, .denied(news, .byParentalControls())]),
                script: [.preauthorize([news])],
                expect: [
                    .decisions(
                        .no(news, .init(403, "authorization_denied_by_parental_controls", "none")))
                ]),
            decided(
                ["P9"], "the MVPD cannot be reached: tried again, then told",
                Situation(.partnerToken, [.enhancedErrors, .denied(news, .timedOut)]),
                script: [.preauthorize([movies, news])],
                expect: [.decisions(.yes(movies), .no(news, .init(403, "network_connection_timeout", "retry")))],
                requests: RequestBudget([.preauthorize: 1...3])),
            decided(
                ["P9", "P1"], "a repeated id has one decision", script: [.preauthorize([movies, news, movies])],
                expect: [.decisions(.yes(movies), .yes(news))]),
            decided(
                ["P9", "A10"], "an id nobody can be asked about is refused here",
                script: [.preauthorize([" ", movies])],
                expect: [.decisions(.no(" ", .init(0, "malformed_authz_request", "none")), .yes(movies))]),
            decided(
                ["P9", "P4"], "seven resources: two requests, one answer",
                script: [.preauthorize((1...7).map { "R\($0)" })],
                expect: [.decisions((1...7).map { .yes("R\($0)") }, failure: nil)],
                requests: RequestBudget([.preauthorize: 2...2])),
            decided(
                ["P9", "P8"], "no resources: no decisions, no failure", script: [.preauthorize([])],
                expect: [.decisions()], requests: .none),
            decided(
                ["P9", "Always.order"], "in order with the callbacks",
                script: [.checkAuthentication, .preauthorize([movies]), .checkAuthentication],
                expect: [.signedIn, .decisions(.yes(movies)), .signedIn]),
            decided(
                ["P9", "Always.reentry"], "called inside its own completion",
                script: [.preauthorize([movies]), .wait(.callback(.preauthorizeResponse, count: 2))],
                expect: [.decisions(.yes(movies)), .decisions(.yes(news))],
                requests: RequestBudget([.preauthorize: 2...2])
            ).reacting([
                Reaction(
                    inside: .preauthorizeResponse, [.call(.preauthorize(PreauthorizeRequest(resources: [news])))])
            ]),
            decided(
                ["Always.release", "P9"], "released while the service is asked: its completion is never called",
                Situation(.partnerToken, [.fault(.preauthorize, .hold)]),
                script: [
                    .preauthorize([movies]), .wait(.asked(.preauthorize, at: .first)), .release,
                    .relaunch(Launch(), [.noFaults, .answers()]), .setRequestor(),
                ],
                expect: [.complete(1)], requests: RequestBudget.warm.and(once)),
        ]

    // MARK: P10

    private static func undecided(
        _ name: String, _ situation: Situation, script: [ScriptStep] = [.preauthorize([movies, news])],
        told: [ExpectedCallback] = [], failure: ExpectedCallback.Failure, requests: RequestBudget = once,
        asks: PlatformBudget = .silently, stored: StoredState = .partner(), needs: Set<Capability> = []
    ) -> ConditionCase {
        var conditionCase = decided(
            ["P10"], name, situation, script: script, expect: told + [.decisions([], failure: failure)],
            requests: requests, asks: asks, stored: stored, needs: needs)
        if told.isEmpty {
            conditionCase.forbidden.append(Forbidden(.kind(.status), "the answer itself says what went wrong"))
        }
        return conditionCase
    }

    private static func failing(
        _ name: String, _ facts: [Fact], _ failure: ExpectedCallback.Failure, times: ClosedRange<Int> = 1...1,
        token: ClosedRange<Int> = 0...0
    ) -> ConditionCase {
        undecided(
            name, Situation(.partnerToken, facts), failure: failure,
            requests: RequestBudget([.preauthorize: times, .token: token]))
    }

    private static let failures: [ConditionCase] = [
        undecided(
            "setRequestor was never called", Situation(.fresh),
            failure: .init(0, "requestor_not_configured", "retry", details: "CFG400"), requests: .none,
            asks: .nothing, stored: .unchecked),
        undecided(
            "the configuration failed", Situation(.fresh, [.fault(.configuration, .simple(503))]),
            script: [.setRequestor(), .preauthorize([movies])], told: [.code("CFG503"), .complete(0)],
            failure: .init(0, "requestor_not_configured", "retry", details: "CFG503"),
            requests: .cold.with([.configuration: 1...3]), asks: .nothing, stored: .unchecked),
        undecided(
            "nobody is signed in", Situation(.configured),
            failure: .init(0, "authentication_session_missing", "authentication"), requests: .none, asks: .nothing,
            stored: .nothing),
        undecided(
            "nobody is signed in, on tvOS", Situation(.configured, launch: Launch(.tvOS)),
            failure: .init(0, "authentication_session_missing", "authentication"), requests: .none, asks: .nothing,
            stored: .nothing),
        undecided(
            "the token's life has passed",
            Situation(.partnerToken, [.pass(Programme.tokenLife + .seconds(1))]),
            failure: .init(0, "authentication_session_expired", "authentication"), requests: .none,
            stored: .unchecked),
        undecided(
            "permission denied", Situation(.partnerToken, [.permission(.denied)]),
            failure: .init(0, "authentication_session_missing", "authentication", details: "VSA403"),
            requests: .none),
        failing(
            "the service has forgotten who is signed in", [.authenticationsForgotten, .enhancedErrors],
            .init(412, "preauthorization_authentication_session_missing", "authentication")
        ).onV2(
            because: "its codes have other names",
            expect: [.decisions([], failure: .init(403, "authenticated_profile_missing", "authentication"))]),
        failing(
            "too many resources", [.preauthorizationLimit(1), .enhancedErrors],
            .init(403, "too_many_resources", "configuration")),
        failing(
            "a list without any resource (P17)",
            [.fault(.preauthorize, .body("{\"resources\":[]}", contentType: "application/json"))],
            .init(0, "server_response_format_unknown", "none")),
        failing(
            "a page instead of an answer (T12)", [.fault(.preauthorize, .html)],
            .init(0, "server_response_format_unknown", "none")),
        failing(
            "the connection is lost", [.fault(.preauthorize, .reset)], .init(0, "network_error", "none"),
            times: 1...3),
        failing("no answer in time", [.silent(.preauthorize)], .init(0, "network_error", "none"), times: 0...3),
        failing(
            "too many requests", [.fault(.preauthorize, .throttled)],
            .init(429, "too_many_requests", "retry-after"), times: 2...100),
        failing(
            "a server error", [.fault(.preauthorize, .simple(500))], .init(500, "internal_error", "retry"),
            times: 1...3),
        failing(
            "the access token is refused, twice", [.fault(.preauthorize, .simple(401))],
            .init(401, "access_token_unavailable", "none"), times: 2...2, token: 1...1),
    ]

    // MARK: P11

    private static let caches: [ConditionCase] = [
        decided(
            ["P11", "P2"], "with the local cache: from memory, reasons too",
            Situation(.partnerToken, [.enhancedErrors, .denied(news, .byMVPD("Not in your package."))]),
            script: [.preauthorize([movies, news]), .change([.nothingDenied]), .preauthorize([news, movies])],
            expect: [.decisions(.yes(movies), .no(news, refusal)), .decisions(.no(news, refusal), .yes(movies))]),
        decided(
            ["P11", "P3"], "without the local cache: asked anew",
            Situation(.partnerToken, [.enhancedErrors, .denied(news)]),
            script: [
                .preauthorize([movies, news]), .change([.nothingDenied]),
                .preauthorize([movies, news], without: [.localCache]),
            ],
            expect: [
                .decisions(.yes(movies), .no(news, .init(403, "preauthorization_denied_by_mvpd", "none"))),
                .decisions(.yes(movies), .yes(news)),
            ], requests: RequestBudget([.preauthorize: 2...2])),
        watching(
            ["P11", "P2"], "both verbs know what the other was told",
            Situation(.partnerToken, [.preauthorizationLimit(1)]),
            script: [
                .checkPreauthorizedResources([movies]), .preauthorize([movies, news]),
                .checkPreauthorizedResources([news, movies]),
            ],
            expect: [.preauthorized([movies]), .decisions(.yes(movies), .yes(news)), .preauthorized([news, movies])],
            requests: RequestBudget([.preauthorize: 2...2])),
    ]
}
