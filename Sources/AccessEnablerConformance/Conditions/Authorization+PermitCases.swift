import AccessEnabler
import Base
import PassSimulator
import PlatformAccount

/// Authorization: permitted, kept, and handed back as asked.
extension ConditionCase {
    private static let movies = Programme.movies
    private static let news = Programme.news
    private static let life = Programme.authorizationLife
    private static let second = Duration.seconds(1)

    /// Verbs about resources alone, for somebody who is signed in by the platform.
    static func watching(
        _ conditions: [String], _ name: String, _ situation: Situation = Situation(.partnerToken),
        script: [ScriptStep], expect: [ExpectedCallback], not: [Forbidden] = [], requests: RequestBudget,
        asks platform: PlatformBudget = .silently, stored: StoredState = .partner(), proofs: [Proof] = [],
        needs: Set<Capability> = []
    ) -> ConditionCase {
        ConditionCase(
            conditions, name, situation, script: script, expect: expect,
            forbid: .resources.filter { rule in
                // What the rest of the script asks for is allowed.
                switch rule.callback {
                case .kind(.setRequestorComplete): !expect.contains { $0 == .complete(1) || $0 == .complete(0) }
                case .kind(.setAuthenticationStatus): !expect.contains { $0 == .signedIn || $0 == .signedOut }
                case .kind(.setMetadataStatus):
                    !expect.contains { if case .metadata = $0 { true } else { false } }
                default: true
                }
            } + not,
            requests: requests, platform: platform, stored: stored, proofs: proofs, needs: needs)
    }

    /// A3, A7, A8, A9.
    static let authorizationPermits: [ConditionCase] =
        permitted + keptAuthorizations + endedAuthorizations + exactResources

    // MARK: A3

    private static let noCode = [Forbidden(.kind(.status), "the MVPD's permission needs no code")]

    private static let permitted: [ConditionCase] =
        PlatformBehaviour.allCases.flatMap { platform in
            [
                watching(
                    ["A3"], "checkAuthorization, a partner token, on \(platform.rawValue)",
                    Situation(.partnerToken, launch: Launch(platform)), script: [.checkAuthorization(movies)],
                    expect: [.token(movies)], not: noCode, requests: .play),
                watching(
                    ["A3", "A2"], "getAuthorization, a partner token, on \(platform.rawValue): no login",
                    Situation(.partnerToken, launch: Launch(platform)), script: [.getAuthorization(movies)],
                    expect: [.token(movies)], not: noCode, requests: .play),
                watching(
                    ["A3"], "checkAuthorization, a regular token, on \(platform.rawValue)",
                    Situation(.regularToken, launch: Launch(platform)), script: [.checkAuthorization(movies)],
                    expect: [.token(movies)], not: noCode, requests: .play, asks: .nothing, stored: .regular),
            ]
        } + [
            watching(
                ["A3", "Always.order"], "several resources: one after the other, in their order",
                script: [.checkAuthorization(movies), .getAuthorization(news), .checkAuthorization(Programme.sports)],
                expect: [.token(movies), .token(news), .token(Programme.sports)], not: noCode, requests: .plays(3)),
            watching(
                ["A3", "Always.reentry"], "asked for inside setRequestorComplete and setToken",
                script: [.setRequestor(), .wait(.callback(.setToken, count: 2))],
                expect: [
                    .complete(1), .token(movies), .token(news),
                ], requests: RequestBudget.plays(2).and(.warm)
            ).reacting([
                Reaction(inside: .setRequestorComplete, [.call(.checkAuthorization(movies, data: [:]))]),
                Reaction(inside: .setToken, [.call(.getAuthorization(news, data: [:]))]),
            ]),
            watching(
                ["A3", "S2.L"], "called while setRequestor runs: after it, in order",
                Situation(.fresh, [.signedIn(Programme.northOnPlatform)]),
                script: [.setRequestor(), .checkAuthorization(movies), .checkAuthentication],
                expect: [.complete(1), .token(movies), .signedIn], requests: RequestBudget.cold.andExchange.and(.play),
                asks: .saml(1...1)),
            watching(
                ["A3", "S2.K"], "a device's clock a day fast: CFG100 once, permitted all the same (E02)",
                Situation(.partnerToken, [.deviceClock(by: .seconds(2 * 3600))]),
                script: [.setRequestor(), .checkAuthorization(movies), .checkAuthorization(movies)],
                expect: [.code("CFG100"), .complete(1), .token(movies), .token(movies)],
                requests: RequestBudget.plays(1, replays: 1).and(.warm).with([.token: 0...1])),
            watching(
                ["Always.release", "A3"], "released while a resource is asked about: nothing comes",
                Situation(.partnerToken, [.fault(.authorize, .hold)]),
                script: [
                    .checkAuthorization(movies), .wait(.asked(.authorize, at: .first)), .release,
                    .relaunch(Launch(), [.noFaults, .answers()]), .setRequestor(),
                ],
                expect: [.complete(1)], not: [Forbidden(.kind(.setToken), "the object was released")],
                requests: RequestBudget.warm.with([.authorize: 1...1, .mediaToken: 0...1])),
        ]

    // MARK: A7

    private static let keptAuthorizations: [ConditionCase] = [
        watching(
            ["A7"], "asked again: one request, another media token",
            script: [.checkAuthorization(movies), .checkAuthorization(movies), .getAuthorization(movies)],
            expect: [.token(movies), .token(movies), .token(movies)], requests: .plays(1, replays: 2)),
        watching(
            ["A7"], "asked again after a new start of the application",
            script: [.checkAuthorization(movies), .relaunch(), .setRequestor(), .checkAuthorization(movies)],
            expect: [.token(movies), .complete(1), .token(movies)],
            requests: RequestBudget.plays(1, replays: 1).and(.warm)),
        watching(
            ["A7"], "a second before its end", Situation(.partnerToken),
            script: [.checkAuthorization(movies), .change([.pass(life - second)]), .checkAuthorization(movies)],
            expect: [.token(movies), .token(movies)], requests: .plays(1, replays: 1)),
        watching(
            ["A7"], "kept for its own resource alone, to the byte",
            script: [
                .checkAuthorization("Caf\u{E9}"), .checkAuthorization("Cafe\u{301}"), .checkAuthorization("Caf\u{E9}"),
            ],
            expect: [.token("Caf\u{E9}"), .token("Cafe\u{301}"), .token("Caf\u{E9}")], requests: .plays(2, replays: 1)),
        watching(
            ["A7"], "kept for its own requestor alone",
            script: [
                .checkAuthorization(movies), .setRequestor(Programme.otherRequestor), .checkAuthorization(movies),
                .setRequestor(), .checkAuthorization(movies),
            ],
            expect: [.token(movies), .complete(1), .token(movies), .complete(1), .token(movies)],
            requests: RequestBudget.plays(2, replays: 1).with([.configuration: 1...2]).andExchange, asks: .saml(1...1)),
        watching(
            ["A7", "A8"], "the platform is in the foreground again, nothing has changed: kept (S2.F)",
            script: [.checkAuthorization(movies), .setRequestor(), .checkAuthorization(movies)],
            expect: [.token(movies), .complete(1), .token(movies)],
            requests: RequestBudget.plays(1, replays: 1).and(.warm)),
        watching(
            ["A7", "A4"], "kept, and refused meanwhile: the MVPD is not asked again before its end",
            script: [.checkAuthorization(movies), .change([.denied(movies)]), .checkAuthorization(movies)],
            expect: [.token(movies), .token(movies)], requests: .plays(1, replays: 1)
        ).notOnV2(because: "a media token comes with a new decision only"),
    ]

    // MARK: A8

    private static func ended(
        _ name: String, by steps: [ScriptStep], expect: [ExpectedCallback], requests: RequestBudget,
        situation: Situation = Situation(.partnerToken), asks: PlatformBudget = .silently,
        stored: StoredState = .partner(), moreVerdicts: Int = 0, conditions: [String] = ["A8"]
    ) -> ConditionCase {
        ConditionCase(
            conditions, name, situation, script: [.checkAuthorization(movies)] + steps + [.checkAuthorization(movies)],
            expect: [.token(movies)] + expect + [.token(movies)],
            forbid: [Forbidden(.kind(.tokenRequestFailed), "the resource is permitted, before and after")],
            requests: RequestBudget.plays(2).and(requests), platform: asks, stored: stored,
            moreVerdicts: moreVerdicts)
    }

    private static let verdict = ScriptStep.wait(.callback(.setAuthenticationStatus))

    private static let endedAuthorizations: [ConditionCase] = [
        ended(
            "its life has passed: asked anew", by: [.change([.pass(life + second)])], expect: [], requests: .none),
        ended(
            "a logout and a silent sign-in", by: [.logout, verdict, .setRequestor()],
            expect: [.code("VSA203"), .signedOut, .complete(1)],
            requests: RequestBudget([.logout: 1...1, .configuration: 0...1]).andExchange,
            situation: Situation(.partnerToken, launch: Launch(.tvOS)), asks: .saml(1...1)),
        ended(
            "a forced login", by: [.getAuthentication(forced: true), verdict], expect: [.signedIn],
            requests: RequestBudget().andExchange, asks: .prompting(saml: 1...1)
        ).notOnV2(because: livesOn),
        ended(
            "another account on the device (S2.F)",
            by: [.change([.signedIn(Programme.westOnPlatform)]), .setRequestor()], expect: [.complete(1)],
            requests: RequestBudget.warm.andExchange, asks: .saml(1...1), stored: .partner(Programme.westOnPlatform)),
        ended(
            "signed out and in again on the device (S2.F)",
            by: [
                .change([.signedOut]), .setRequestor(), .change([.signedIn(Programme.northOnPlatform)]),
                .setRequestor(),
            ],
            expect: [.complete(1), .complete(1)], requests: RequestBudget([.configuration: 0...2]).andExchange,
            asks: .saml(1...1)
        ).onV2(
            because: "the service still holds the sign-in, and answers without an exchange",
            requests: [
                .configuration: 0...2, .authorize: 2...2, .profileRequest: 1...1, .userMetadata: 1...1,
            ], platform: .silently),
        ended(
            "the token's life has passed, and a new one came",
            by: [
                .change([.pass(Programme.tokenLife + second), .signedIn(Programme.northOnPlatform)]), .setRequestor(),
            ],
            expect: [.complete(1)],
            requests: RequestBudget([.token: 0...1, .configuration: 0...1]).andExchange,
            situation: Situation(.partnerToken, [.authorizationLife(.seconds(86_400))]), asks: .saml(1...1)),
        watching(
            ["A8", "A14"], "over when it comes: nothing is opened, nothing kept",
            Situation(.partnerToken, [.authorizationLife(.zero - second)]),
            script: [
                .checkAuthorization(movies), .change([.authorizationLife(life)]), .checkAuthorization(movies),
            ],
            expect: [.code("Z500"), .denied(movies), .token(movies)],
            requests: RequestBudget([.authorize: 2...2, .mediaToken: 2...2])
        ).notOnV2(because: "a permission and its media token come together"),
        watching(
            ["A8"], "the service has forgotten it: asked anew, once, nobody is told",
            script: [
                .checkAuthorization(movies), .change([.authorizationsForgotten]), .checkAuthorization(movies),
                .checkAuthorization(movies),
            ],
            expect: [.token(movies), .token(movies), .token(movies)],
            requests: RequestBudget([.authorize: 2...2, .mediaToken: 4...4])
        ).notOnV2(because: "nothing is kept at the service apart from decisions"),
        watching(
            ["A8", "A4"], "a denial is not kept",
            script: [
                .change([.denied(movies)]), .checkAuthorization(movies), .change([.nothingDenied]),
                .checkAuthorization(movies),
            ],
            expect: [.code("Z100"), .denied(movies), .token(movies)],
            requests: RequestBudget([.authorize: 2...2, .mediaToken: 1...1, .checkAuthentication: 0...1])),
        ConditionCase(
            ["A8", "S2.D"], "a token of another device goes, SEC412, and its authorizations with it",
            Situation(
                .fresh, seeds: [SeededToken(mvpd: Programme.north, isForeign: true, authorizations: [movies])],
                [.signedIn(Programme.northOnPlatform)]),
            script: [.setRequestor(), .checkAuthorization(movies)],
            expect: [.code("SEC412"), .complete(1), .token(movies)], forbid: .dialogs,
            requests: RequestBudget.cold.andExchange.and(.play), platform: .saml(1...1), stored: .partner()),
    ]

    // MARK: A9

    private static let fragment = """
        <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>North &amp; News</title>\
        <item><title>8 o'clock</title><guid>g-1</guid><media:rating scheme="urn:v-chip">tv-pg</media:rating></item>\
        </channel></rss>
        """

    private static let exact = [
        ("blanks around it", " North Movies "), ("signs of a query", "a&b=c?d#e/f;g+h%20i,j"),
        ("letters of many languages", "Ca\u{301}f\u{E9} 北 \u{1F3AC}"), ("quotes and a backslash", "\"it's\" \\ {x}"),
        ("a line end", "two\nlines"), ("8,192 bytes", String(repeating: "x", count: 8192)),
        ("an MRSS fragment", fragment), ("an MRSS fragment with a blank before", "\n" + fragment),
    ]

    private static let exactResources: [ConditionCase] =
        exact.map { name, resource in
            watching(
                ["A9", "A3"], "handed back to the byte: \(name)",
                script: [.checkAuthorization(resource), .checkAuthorization(resource)],
                expect: [.token(resource), .token(resource)], requests: .plays(1, replays: 1))
        } + [
            watching(
                ["A9", "A4"], "handed back to the byte when denied: an MRSS fragment",
                Situation(.partnerToken, [.denied("North &amp; News")]), script: [.getAuthorization(fragment)],
                expect: [.code("Z100"), .denied(fragment)],
                requests: RequestBudget([.authorize: 1...1, .checkAuthentication: 0...1])),
            watching(
                ["A9"], "data goes to the MVPD",
                script: [
                    .checkAuthorization(movies, data: ["age": "18"]), .getAuthorization(news, data: ["age": "18"]),
                ],
                expect: [.token(movies), .token(news)], requests: .plays(2),
                proofs: [.parameter("generic_data", on: [.authorize])]
            ).notOnV2(because: "it has no place for it"),
            watching(
                ["A9", "I3"], "options go with it",
                script: [.setOptions(Options(applicationProfile: "profile-5")), .checkAuthorization(movies)],
                expect: [.token(movies)], requests: .play,
                proofs: [
                    .header(name: "AP-Application-Profile", value: "profile-5", on: [.authorize, .mediaToken])
                ]),
        ]
}
