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
    static let metadata: [ConditionCase] = sources + values + unauthenticated

    private static let sources: [ConditionCase] = [
        asked(
            "M1", "a partner token: Apple, and nobody is asked", Situation(.partnerToken),
            [(tokenSource, .json(.string("Apple")))], stored: .partner()),
        asked(
            "M1", "a regular token: what the service says",
            Situation(.configured, seeds: [regular], [metadataBody("{\"tokenSource\":\"MVPD\"}")]),
            [(tokenSource, .json(.string("MVPD")))], userMetadata: 1...1),
        asked(
            "M1", "a regular token the service says nothing of",
            Situation(.configured, seeds: [regular], [metadataBody("{\"zip\":\"94040\"}")]),
            [(tokenSource, .none)], userMetadata: 1...1),
    ]

    private static let values: [ConditionCase] = [
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
            userMetadata: 1...1, stored: .partner()),
        ConditionCase(
            ["M2"], "an encrypted value is said to be",
            Situation(
                .partnerToken, [metadataBody("{\"zip\":\"c2VjcmV0\",\"householdID\":\"h-7\"}", encrypted: "[\"zip\"]")]),
            script: [.getMetadata(zip), .getMetadata(household)],
            expect: [
                .metadata(zip, .json(.string("c2VjcmV0")), encrypted: true),
                .metadata(household, .json(.string("h-7"))),
            ],
            forbid: forbidden, requests: RequestBudget([.userMetadata: 1...1]), platform: .silently,
            stored: .partner()),
        asked(
            "M2", "the service refuses for too many requests: nil (D01)",
            Situation(.partnerToken, [.fault(.userMetadata, .throttled)]), [(zip, .none)], userMetadata: 1...100,
            stored: .partner()),
        asked(
            "M2", "the service fails: nil", Situation(.partnerToken, [.fault(.userMetadata, .simple(500))]),
            [(zip, .none)], userMetadata: 1...3, stored: .partner()),
        asked(
            "M2", "the service has forgotten the authentication: nil, and the token stays (E08)",
            Situation(.partnerToken, [.fault(.userMetadata, .simple(404))]), [(zip, .none)], userMetadata: 1...1,
            stored: .partner()),
        asked(
            "M2", "metadata that cannot be read: nil (T12)",
            Situation(.partnerToken, [.fault(.userMetadata, .html)]), [(zip, .none)], userMetadata: 1...3,
            stored: .partner()),
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
