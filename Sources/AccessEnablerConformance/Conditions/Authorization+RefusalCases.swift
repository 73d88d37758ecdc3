import AccessEnabler
import Base
import PassSimulator
import PlatformAccount

/// Authorization: not authenticated, denied, or no answer.
extension ConditionCase {
    private static let movies = Programme.movies
    private static let regular = SeededToken(mvpd: Programme.east)
    private static let failure = PlatformAccountError(.serviceTemporarilyUnavailable, message: "later")
    /// A refusal; what it means may take another question.
    private static let refused = RequestBudget([.authorize: 1...1, .checkAuthentication: 0...1])

    /// A1, A4, A10, A13, A14, A15.
    static let authorizationRefusals: [ConditionCase] =
        unauthenticated + denied + unusable + unanswerable + failing + unknown

    // MARK: A1

    private static func outside(
        _ name: String, _ situation: Situation, code: ExpectedCallback = .code("N000"), setsUp: Bool = false,
        asks: PlatformBudget = .silently, stored: StoredState = .unchecked
    ) -> ConditionCase {
        watching(
            ["A1"], name, situation, script: (setsUp ? [.setRequestor()] : []) + [.checkAuthorization(movies)],
            expect: (setsUp ? [.complete(1)] : []) + [code, .unauthenticated(movies)],
            not: [Forbidden(.kind(.setToken), "nobody is signed in")], requests: setsUp ? .warm : .none, asks: asks,
            stored: stored)
    }

    private static let unauthenticated: [ConditionCase] =
        PlatformBehaviour.allCases.flatMap { platform in
            [
                outside(
                    "no token, on \(platform.rawValue)", Situation(.configured, launch: Launch(platform)),
                    asks: .nothing, stored: .nothing),
                outside(
                    "a partner token past its life, on \(platform.rawValue)",
                    Situation(
                        .partnerToken, launch: Launch(platform), [.pass(Programme.tokenLife + .seconds(1))])),
                outside(
                    "permission denied, on \(platform.rawValue)",
                    Situation(.partnerToken, launch: Launch(platform), [.permission(.denied)]), code: .code("VSA403"),
                    stored: .partner()),
            ]
        } + [
            outside(
                "no token, an account on the device", Situation(.configured, [.signedIn(Programme.northOnPlatform)]),
                asks: .nothing, stored: .nothing),
            outside(
                "a regular token past its life",
                Situation(.configured, seeds: [regular], [.pass(Programme.tokenLife + .seconds(1))]), asks: .nothing),
            outside(
                "permission undetermined", Situation(.partnerToken, [.permission(.notDetermined)]),
                code: .code("VSA404"), stored: .partner()),
            outside(
                "the platform fails", Situation(.partnerToken, [.accountFails(failure)]),
                code: .platformFailure(3, "later"), stored: .partner()),
            outside("the account gone", Situation(.partnerToken, [.signedOut]), stored: .partner()),
            outside(
                "its MVPD not integrated any more", Situation(.partnerToken, [.notIntegrated(Programme.north)]),
                setsUp: true, stored: .partner()),
            outside(
                "its MVPD has single sign-on disabled", Situation(.partnerToken, [.ssoDisabled(Programme.north)]),
                setsUp: true, stored: .partner()),
            watching(
                ["A1", "A7", "A8"], "what is kept opens nothing once the account is gone",
                script: [.checkAuthorization(movies), .change([.signedOut]), .checkAuthorization(movies)],
                expect: [.token(movies), .code("N000"), .unauthenticated(movies)], requests: .play),
            watching(
                ["A1", "S2.D"], "a token of another device: SEC412 at setRequestor, then nobody is signed in",
                Situation(.fresh, seeds: [SeededToken(mvpd: Programme.east, isForeign: true)]),
                script: [.setRequestor(), .checkAuthorization(movies)],
                expect: [.code("SEC412"), .complete(1), .code("N000"), .unauthenticated(movies)], requests: .cold,
                stored: .nothing),
            watching(
                ["A1", "L2"], "after a logout", Situation(.partnerToken, launch: Launch(.tvOS)),
                script: [.checkAuthorization(movies), .logout, .checkAuthorization(movies)],
                expect: [
                    .token(movies), .code("VSA203"), .signedOut, .code("N000"), .unauthenticated(movies),
                ],
                requests: RequestBudget.play.with([.logout: 1...1]), stored: .nothing),
        ]

    // MARK: A4

    private static func says(
        _ conditions: [String], _ name: String, _ denial: Dashboard.Denial, _ facts: [Fact] = [],
        expect: [ExpectedCallback], on platform: PlatformBehaviour? = nil,
        verb: ScriptStep = .checkAuthorization(movies),
        requests: RequestBudget = refused
    ) -> ConditionCase {
        watching(
            conditions, name, Situation(.partnerToken, launch: Launch(platform), facts + [.denied(movies, denial)]),
            script: [verb], expect: expect, not: [Forbidden(.kind(.setToken), "the resource is denied")],
            requests: requests)
    }

    private static let offer = "Not in your package. Möchten Sie es? <b>+1</b>"

    private static let denied: [ConditionCase] =
        PlatformBehaviour.allCases.map { platform in
            says(
                ["A4"], "the MVPD's text for the person, on \(platform.rawValue)", .byMVPD(offer),
                expect: [.telling("Z100", message: offer), .denied(movies, text: offer)], on: platform)
        } + [
            says(["A4"], "without a text", .byMVPD(), expect: [.code("Z100"), .denied(movies)]),
            says(
                ["A4"], "getAuthorization: denied is no reason to sign in again", .byMVPD(),
                expect: [.code("Z100"), .denied(movies)], verb: .getAuthorization(movies)),
            says(
                ["A4"], "by enhanced errors", .byMVPD(offer), [.enhancedErrors],
                expect: [.telling("Z100", message: offer), .denied(movies, text: offer)], requests: refused),
            says(
                ["A4"], "parental controls", .byParentalControls("Too young."), [.enhancedErrors],
                expect: [.telling("Z100", message: "Too young."), .denied(movies, text: "Too young.")]),
            says(
                ["A4"], "a reason unknown to anybody", Dashboard.Denial(code: "tomorrows_reason"), [.enhancedErrors],
                expect: [.code("Z500"), .denied(movies)]
            ).onV2(
                because: "the simulator tells such a reason as details",
                expect: [.code("Z500"), .denied(movies, text: "tomorrows_reason")]),
            watching(
                ["A4", "Always.order"], "one denied among others", Situation(.partnerToken, [.denied(movies)]),
                script: [
                    .checkAuthorization(Programme.news), .checkAuthorization(movies),
                    .checkAuthorization(Programme.sports),
                ],
                expect: [
                    .token(Programme.news), .code("Z100"), .denied(movies), .token(Programme.sports),
                ],
                requests: RequestBudget(
                    [.authorize: 3...3, .mediaToken: 2...2, .checkAuthentication: 0...1], onV2: [.mediaToken: 0...0])),
            watching(
                ["A4"], "a 403 without a word: the service is asked whether somebody is signed in",
                Situation(
                    .partnerToken, [.fault(.authorize, .status(403, body: "", contentType: "text/plain", headers: [:]))]
                ),
                script: [.checkAuthorization(movies)], expect: [.code("Z100"), .denied(movies)],
                requests: RequestBudget([.authorize: 1...2, .token: 0...1, .checkAuthentication: 1...1])
            ).notOnV2(because: "its denials name their reason"),
        ]

    // MARK: A10

    private static let malformed = [
        ("empty", ""), ("blank", " \t\n"), ("8,193 bytes", String(repeating: "x", count: 8193)),
        ("half an MRSS fragment", "<rss><channel><title>North"),
        ("a fragment with a bare &", "<rss><channel><title>A & B</title></channel></rss>"),
        ("a fragment without a title", "<rss version=\"2.0\"><channel><item/></channel></rss>"),
        ("a fragment with two titles", "<rss><channel><title>A</title><title>B</title></channel></rss>"),
        ("a fragment with a blank title", "<rss><channel><title> </title></channel></rss>"),
        ("XML that is no MRSS", "<html/>"),
        (
            "a fragment with an entity",
            "<!DOCTYPE rss [<!ENTITY a \"b\">]><rss><channel><title>&a;</title></channel></rss>"
        ),
    ]

    private static let unusable: [ConditionCase] =
        malformed.map { name, resource in
            watching(
                ["A10"], "without a request: \(name)", script: [.checkAuthorization(resource)],
                expect: [.code("Z130"), .denied(resource)], requests: .none)
        } + [
            watching(
                ["A10", "A2"], "getAuthorization, not authenticated: nobody is bothered", Situation(.configured),
                script: [.getAuthorization(" ")], expect: [.code("Z130"), .denied(" ")], requests: .none,
                stored: .nothing),
            says(
                ["A10"], "the service finds it malformed", Dashboard.Denial(code: "malformed_authz_request"),
                [.enhancedErrors], expect: [.code("Z130"), .denied(movies)]
            ).notOnV2(because: "its refusals of a whole request have another code"),
        ]

    // MARK: A13

    private static func unset(
        _ name: String, _ situation: Situation = Situation(.fresh), before: [ScriptStep] = [],
        told: [ExpectedCallback] = [], code: String, requests: RequestBudget = .none, conditions: [String] = ["A13"],
        needs: Set<Capability> = []
    ) -> ConditionCase {
        watching(
            conditions, name, situation, script: before + [.checkAuthorization(movies), .getAuthorization(movies)],
            expect: told + [.code(code), .unanswerable(movies), .code(code), .unanswerable(movies)],
            requests: requests, asks: .nothing, stored: .unchecked, needs: needs)
    }

    private static let unanswerable: [ConditionCase] =
        PlatformBehaviour.allCases.map { platform in
            unset(
                "setRequestor was never called, on \(platform.rawValue)", Situation(.fresh, launch: Launch(platform)),
                code: "CFG400")
        } + [
            unset(
                "an unknown requestor", before: [.setRequestor(Programme.unknownRequestor)],
                told: [.code("CFG400"), .complete(0)], code: "CFG400", requests: .cold, conditions: ["A13", "S2.L"]),
            unset(
                "the configuration failed", Situation(.fresh, [.fault(.configuration, .simple(503))]),
                before: [.setRequestor()], told: [.code("CFG503"), .complete(0)], code: "CFG503",
                requests: .cold.with([.configuration: 1...3])),
            ConditionCase(
                ["A13", "Always.store"], "the store cannot be read: 500, and nothing is lost", Situation(.partnerToken),
                script: [
                    .relaunch(Launch(), [.storeUnreadable]), .setRequestor(), .wait(.callback(.setRequestorComplete)),
                    .checkAuthorization(movies), .getAuthorization(movies),
                    .wait(.callback(.tokenRequestFailed, count: 2)), .meanwhile([.storeReadable]), .setRequestor(),
                    .checkAuthorization(movies),
                ],
                expect: [
                    .code("500"), .complete(0), .code("500"), .unanswerable(movies), .code("500"),
                    .unanswerable(movies), .complete(1), .token(movies),
                ],
                forbid: .dialogs + .codes(["N000"], "unreadable is not empty"),
                requests: RequestBudget.warm.and(.play), platform: .silently, stored: .partner(),
                needs: [.storesFiles]),
        ]

    // MARK: A14

    private static func fails(
        _ code: String, _ name: String, _ facts: [Fact], _ requests: RequestBudget, conditions: [String] = ["A14"],
        proofs: [Proof] = []
    ) -> ConditionCase {
        watching(
            conditions, "\(code): \(name)", Situation(.partnerToken, facts), script: [.checkAuthorization(movies)],
            expect: [.code(code), .denied(movies)], not: [Forbidden(.kind(.setToken), "the service failed")],
            requests: requests, proofs: proofs)
    }

    private static func asked(_ times: ClosedRange<Int>, token: ClosedRange<Int> = 0...0) -> RequestBudget {
        RequestBudget([.authorize: times, .token: token])
    }

    private static func opened(_ times: ClosedRange<Int>, token: ClosedRange<Int> = 0...0) -> RequestBudget {
        RequestBudget([.authorize: 1...1, .mediaToken: times, .token: token])
    }

    private static let failing: [ConditionCase] =
        [
            fails(
                "Z100", "too many requests, however long one waits", [.fault(.authorize, .throttled)], asked(2...100),
                proofs: [.waited(atLeast: .seconds(1))]),
            fails("Z500", "a server error", [.fault(.authorize, .simple(500))], asked(1...3)),
            fails("Z500", "the connection is lost", [.fault(.authorize, .reset)], asked(1...3)),
            fails("Z500", "no answer in time", [.silent(.authorize)], asked(0...3)),
            fails("Z500", "a page instead of an answer (T12)", [.fault(.authorize, .html)], asked(1...1)),
            fails("Z500", "half an answer (T08)", [.fault(.authorize, .truncated)], asked(1...3)),
            fails(
                "Z500", "an answer without an end (P10)",
                [.fault(.authorize, .body("{}", contentType: "application/json"))], asked(1...1)),
            fails("Z500", "another host (T03)", [.redirected(.authorize, 302)], asked(1...1)),
            fails(
                "Z500", "an answer about another resource",
                [
                    .fault(
                        .authorize,
                        .body("{\"expires\":\"4102444800000\",\"resource\":\"Other\"}", contentType: "application/json")
                    )
                ],
                asked(1...1)),
            fails(
                "R401", "the access token is refused, twice", [.fault(.authorize, .simple(401))],
                asked(2...2, token: 1...1)),
            watching(
                ["A14"], "too many requests twice, then an answer (R05)",
                Situation(.partnerToken, [.fault(.authorize, .throttled, times: 2)]),
                script: [.checkAuthorization(movies)], expect: [.token(movies)],
                requests: RequestBudget.play.with([.authorize: 3...3]), proofs: [.waited(atLeast: .seconds(2))]),
            watching(
                ["A14"], "a passing server error is overcome",
                Situation(.partnerToken, [.fault(.authorize, .simple(503), times: 1)]),
                script: [.checkAuthorization(movies)], expect: [.token(movies)],
                requests: RequestBudget.play.with([.authorize: 2...2])),
            watching(
                ["A14"], "a refused access token is renewed once (R08)",
                Situation(.partnerToken, [.fault(.authorize, .simple(401), times: 1)]),
                script: [.checkAuthorization(movies)], expect: [.token(movies)],
                requests: RequestBudget.play.with([.authorize: 2...2, .token: 1...1])),
        ]
        + ["network_received_error", "network_connection_timeout", "maximum_execution_time_exceeded"].map { code in
            fails(
                "Z120", code, [.enhancedErrors, .denied(movies, Dashboard.Denial(code: code))], asked(1...3),
                conditions: ["A14", "A4"])
        }
        + [
            fails("Z100", "too many requests for the media token", [.fault(.mediaToken, .throttled)], opened(2...100)),
            fails("Z500", "the media token: a server error", [.fault(.mediaToken, .simple(500))], opened(1...3)),
            fails("Z500", "the media token: a page", [.fault(.mediaToken, .html)], opened(1...1)),
            fails(
                "Z500", "the media token: there is none",
                [.fault(.mediaToken, .body("{}", contentType: "application/json"))], opened(1...1)),
            fails(
                "R401", "the media token: the access token is refused, twice", [.fault(.mediaToken, .simple(401))],
                opened(2...2, token: 1...1)),
        ].map { $0.notOnV2(because: "the media token comes with the decision") }

    // MARK: A15

    private static let unknown: [ConditionCase] =
        [ScriptStep.checkAuthorization(movies), .getAuthorization(movies)].flatMap { verb in
            [
                watching(
                    ["A15"], "\(verb.text): forgotten by the service",
                    Situation(.partnerToken, [.authenticationsForgotten]), script: [verb, .checkAuthentication],
                    expect: [.code("N130"), .unauthenticated(movies), .signedIn],
                    requests: RequestBudget([.authorize: 1...1, .checkAuthentication: 0...1])),
                watching(
                    ["A15"], "\(verb.text): forgotten by the service, with enhanced errors",
                    Situation(.partnerToken, [.authenticationsForgotten, .enhancedErrors]),
                    script: [verb, .checkAuthentication], expect: [.code("N130"), .unauthenticated(movies), .signedIn],
                    requests: asked(1...1)),
            ]
        } + [
            watching(
                ["A15", "A8"], "forgotten after it was kept: what is kept goes, too",
                script: [
                    .checkAuthorization(movies), .change([.authenticationsForgotten, .enhancedErrors]),
                    .checkAuthorization(movies), .checkAuthorization(movies),
                ],
                expect: [
                    .token(movies), .code("N130"), .unauthenticated(movies), .code("N130"), .unauthenticated(movies),
                ],
                requests: RequestBudget(
                    [.authorize: 2...2, .mediaToken: 2...2], onV2: [.authorize: 3...3, .mediaToken: 0...0])),
            watching(
                ["A15"], "an identity the MVPD does not know",
                Situation(
                    .partnerToken,
                    [.enhancedErrors, .denied(movies, Dashboard.Denial(code: "identity_not_recognized_by_mvpd"))]),
                script: [.checkAuthorization(movies)], expect: [.code("N130"), .unauthenticated(movies)],
                requests: asked(1...1)),
        ]
}
