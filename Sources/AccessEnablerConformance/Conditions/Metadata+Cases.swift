import AccessEnabler
import Base
import PassSimulator
import PlatformAccount

/// Metadata.
extension ConditionCase {
    private static let tokenSource = MetadataKey.userMetadata("tokenSource")
    private static let zip = MetadataKey.userMetadata("zip")
    private static let household = MetadataKey.userMetadata("householdID")
    private static let regular = SeededToken(mvpd: Programme.east)
    private static let zipCode = ExpectedValue.json(.array([.string("94040")]))
    private static let forbidden: [Forbidden] =
        .dialogs + [
            Forbidden(.kind(.setAuthenticationStatus), "getMetadata answers with metadata only"),
            Forbidden(.kind(.setRequestorComplete), "setRequestor was not called"),
            Forbidden(.kind(.status), "metadata has no codes"),
        ]

    private static func asked(
        _ condition: String, _ name: String, _ situation: Situation, _ answers: [(MetadataKey, ExpectedValue)],
        userMetadata: ClosedRange<Int> = 0...0, platform: PlatformBudget = .silently,
        stored: StoredState = .unchecked
    ) -> ConditionCase {
        ConditionCase(
            [condition], name, situation, script: answers.map { .getMetadata($0.0) },
            expect: answers.map { .metadata($0.0, $0.1) }, forbid: forbidden,
            requests: RequestBudget([.userMetadata: userMetadata]), platform: platform, stored: stored)
    }

    private static func unknown(_ condition: String, _ name: String, _ situation: Situation) -> ConditionCase {
        asked(
            condition, name, situation,
            [
                (.authenticationExpiry, .none), (tokenSource, .none), (zip, .none), (.deviceID, .named("id")),
            ])
    }

    private static func metadataBody(_ data: String, encrypted: String = "[]") -> Fact {
        .fault(
            .userMetadata,
            .body(
                "{\"updated\":1796050800,\"encrypted\":\(encrypted),\"data\":\(data)}", contentType: "application/json")
        )
    }

    /// M1 to M3.
    static let metadata: [ConditionCase] = sources + values + authorizations + unauthenticated

    private static let end = MetadataKey.authorizationExpiry(resource: Programme.movies)
    private static let otherEnd = MetadataKey.authorizationExpiry(resource: Programme.news)
    private static let life = Programme.authorizationLife

    private static func authorized(
        _ name: String, _ situation: Situation = Situation(.partnerToken), then script: [ScriptStep],
        expect: [ExpectedCallback], requests: RequestBudget = .none, stored: StoredState = .partner(),
        conditions: [String] = ["M2.authorization"]
    ) -> ConditionCase {
        watching(
            conditions, name, situation, script: [.checkAuthorization(Programme.movies)] + script,
            expect: [.token(Programme.movies)] + expect, requests: RequestBudget.play.and(requests), stored: stored)
    }

    private static let authorizations: [ConditionCase] =
        PlatformBehaviour.allCases.map { platform in
            authorized(
                "its end, on \(platform.rawValue); of no other resource",
                Situation(.partnerToken, launch: Launch(platform)), then: [.getMetadata(end), .getMetadata(otherEnd)],
                expect: [.metadata(end, .instant(life)), .metadata(otherEnd, .none)])
        } + [
            watching(
                ["M2.authorization"], "nobody asked for an authorization", script: [.getMetadata(end)],
                expect: [.metadata(end, .none)], requests: .none),
            watching(
                ["M2.authorization", "A4"], "a denial has no end",
                Situation(.partnerToken, [.denied(Programme.movies)]),
                script: [.checkAuthorization(Programme.movies), .getMetadata(end)],
                expect: [.code("Z100"), .denied(Programme.movies), .metadata(end, .none)],
                requests: RequestBudget([.authorize: 1...1, .checkAuthentication: 0...1])),
            watching(
                ["M2.authorization", "A5"], "a preauthorization is none",
                script: [.checkPreauthorizedResources([Programme.movies]), .getMetadata(end)],
                expect: [.preauthorized([Programme.movies]), .metadata(end, .none)],
                requests: RequestBudget([.preauthorize: 1...1])),
            authorized(
                "after a new start", then: [.relaunch(), .setRequestor(), .getMetadata(end)],
                expect: [.complete(1), .metadata(end, .instant(life))], requests: .warm,
                conditions: ["M2.authorization", "A7"]),
            authorized(
                "a second before it", then: [.change([.pass(life - .seconds(1))]), .getMetadata(end)],
                expect: [.metadata(end, .instant(life))]),
            authorized(
                "once it has passed: nil", then: [.change([.pass(life + .seconds(1))]), .getMetadata(end)],
                expect: [.metadata(end, .none)], conditions: ["M2.authorization", "A8"]),
            authorized(
                "another requestor's: nil", then: [.setRequestor(Programme.otherRequestor), .getMetadata(end)],
                expect: [.complete(1), .metadata(end, .none)],
                requests: RequestBudget([.configuration: 1...1]).andExchange
            ).asking(.saml(1...1)),
            authorized(
                "not authenticated any more: nil, and no code", then: [.change([.signedOut]), .getMetadata(end)],
                expect: [.metadata(end, .none)], conditions: ["M2.authorization", "M3"]),
            authorized(
                "after a logout and a silent sign-in: nil", Situation(.partnerToken, launch: Launch(.tvOS)),
                then: [.logout, .setRequestor(), .getMetadata(end)],
                expect: [.code("VSA203"), .signedOut, .complete(1), .metadata(end, .none)],
                requests: RequestBudget([.logout: 1...1, .configuration: 0...1]).andExchange,
                conditions: ["M2.authorization", "A8"]
            ).asking(.saml(1...1)),
        ]

    private static let sources: [ConditionCase] = [
        asked(
            "M1", "a partner token: Apple, and nobody is asked", Situation(.partnerToken),
            [(tokenSource, .json(.string("Apple")))], stored: .partner()),
        asked(
            "M1", "a regular token: what the service says",
            Situation(.configured, seeds: [regular], [metadataBody("{\"tokenSource\":\"MVPD\"}")]),
            [(tokenSource, .json(.string("MVPD")))], userMetadata: 1...1
        ).notOnV2(because: cameAlong),
        asked(
            "M1", "a regular token the service says nothing of",
            Situation(.configured, seeds: [regular], [metadataBody("{\"zip\":\"94040\"}")]),
            [(tokenSource, .none)], userMetadata: 1...1),
    ]

    private static let cameAlong = "metadata comes along with the sign-in"

    /// The same on both APIs: what the dashboard has of the person, whenever it is read.
    private static let fromTheDashboard: [ConditionCase] = [
        ConditionCase(
            ["M2"], "values of any JSON shape, as the service's dashboard has them",
            Situation(
                .fresh,
                [
                    .signedIn(Programme.northOnPlatform),
                    .knowsMore(
                        Programme.north, ["maxRating": "{\"MPAA\":\"PG\"}", "count": "3", "hba_status": "true"]),
                ]),
            script: [
                .setRequestor(), .getMetadata(.userMetadata("maxRating")), .getMetadata(.userMetadata("count")),
                .getMetadata(.userMetadata("hba_status")), .getMetadata(tokenSource),
            ],
            expect: [
                .complete(1), .metadata(.userMetadata("maxRating"), .json(.object(["MPAA": .string("PG")]))),
                .metadata(.userMetadata("count"), .json(.integer(3))),
                .metadata(.userMetadata("hba_status"), .json(.bool(true))),
                .metadata(tokenSource, .json(.string("Apple"))),
            ],
            forbid: .dialogs, requests: RequestBudget.cold.andExchange.and(RequestBudget([.userMetadata: 1...1])),
            platform: .saml(1...1), stored: .partner())
    ]

    private static let values: [ConditionCase] =
        fromTheDashboard + [
            asked(
                "M2", "the end of a partner token", Situation(.partnerToken),
                [(.authenticationExpiry, .instant(Programme.tokenLife))], stored: .partner()),
            asked(
                "M2", "the end of a regular token", Situation(.configured, seeds: [regular]),
                [(.authenticationExpiry, .instant(Programme.tokenLife))], stored: .regular),
            asked(
                "M2", "the device id, the same each time", Situation(.partnerToken),
                [(.deviceID, .named("id")), (.deviceID, .named("id"))], platform: .nothing),
            asked(
                "M2", "keys of the user: one request for all", Situation(.partnerToken),
                [
                    (zip, zipCode), (household, .json(.string("h-7"))), (.userMetadata("maxRating"), .none),
                    (zip, zipCode),
                ],
                userMetadata: 1...1, stored: .partner()),
            asked(
                "M2", "a value of any JSON shape",
                Situation(
                    .partnerToken,
                    [metadataBody("{\"maxRating\":{\"MPAA\":\"PG\"},\"count\":3,\"hba_status\":true,\"none\":null}")]),
                [
                    (.userMetadata("maxRating"), .json(.object(["MPAA": .string("PG")]))),
                    (.userMetadata("count"), .json(.integer(3))), (.userMetadata("hba_status"), .json(.bool(true))),
                ],
                userMetadata: 1...1, stored: .partner()
            ).notOnV2(because: cameAlong),
            ConditionCase(
                ["M2"], "an encrypted value is said to be",
                Situation(
                    .partnerToken,
                    [metadataBody("{\"zip\":\"c2VjcmV0\",\"householdID\":\"h-7\"}", encrypted: "[\"zip\"]")]),
                script: [.getMetadata(zip), .getMetadata(household)],
                expect: [
                    .metadata(zip, .json(.string("c2VjcmV0")), encrypted: true),
                    .metadata(household, .json(.string("h-7"))),
                ],
                forbid: forbidden, requests: RequestBudget([.userMetadata: 1...1]), platform: .silently,
                stored: .partner()
            ).notOnV2(because: cameAlong),
            asked(
                "M2", "the service refuses for too many requests: nil (D01)",
                Situation(.partnerToken, [.fault(.userMetadata, .throttled)]), [(zip, .none)], userMetadata: 1...100,
                stored: .partner()
            ).notOnV2(because: cameAlong),
            asked(
                "M2", "the service fails: nil", Situation(.partnerToken, [.fault(.userMetadata, .simple(500))]),
                [(zip, .none)], userMetadata: 1...3, stored: .partner()
            ).notOnV2(because: cameAlong),
            asked(
                "M2", "the service has forgotten the authentication: nil, and the token stays (E08)",
                Situation(.partnerToken, [.fault(.userMetadata, .simple(404))]), [(zip, .none)], userMetadata: 1...1,
                stored: .partner()
            ).notOnV2(because: cameAlong),
            asked(
                "M2", "metadata that cannot be read: nil (T12)",
                Situation(.partnerToken, [.fault(.userMetadata, .html)]), [(zip, .none)], userMetadata: 1...3,
                stored: .partner()
            ).notOnV2(because: cameAlong),
        ]

    private static let unauthenticated: [ConditionCase] = [
        unknown("M3", "no token", Situation(.configured)),
        unknown("M3", "an expired token", Situation(.partnerToken, [.pass(Programme.tokenLife + .seconds(1))])),
        unknown("M3", "permission denied: nil, and no code", Situation(.partnerToken, [.permission(.denied)])),
        unknown("M3", "the platform account gone", Situation(.partnerToken, [.signedOut])),
        unknown(
            "M3", "a platform that fails: nil, and no code",
            Situation(.partnerToken, [.accountFails(PlatformAccountError(.serviceTemporarilyUnavailable))])),
        unknown("M3", "no configuration", Situation(.fresh)),
    ]
}
