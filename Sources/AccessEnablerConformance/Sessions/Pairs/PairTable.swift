import AccessEnabler
import PlatformAccount

/// The dimensions of a situation, which of their values cannot come together, and the rows made of them.
public enum PairTable {
    /// The dimensions, as data.
    public static var dimensions: [PairDimension] {
        table.map { name, values in PairDimension(name, values.map(\.name)) }
    }

    /// Every possible pair of values stands in one of them at least.
    public static let array = CoveringArray(dimensions, impossible: impossible)

    /// One row: its values by dimension.
    public static func values(of row: [Int]) -> [(dimension: String, value: String)] {
        zip(dimensions, row).map { ($0.name, $0.values[$1]) }
    }

    /// A row as a session.
    static func session(of row: [Int]) -> Session {
        var plan = PairPlan()
        for ((_, values), place) in zip(table, row) { values[place].apply(&plan) }
        return plan.session
    }

    /// Values that cannot come together.
    public static let impossible: [ImpossiblePair] =
        ["none", "provider not told"].flatMap { account in
            ["NorthCable", "WestCable", "SouthSat", "one not integrated"].map { provider in
                ImpossiblePair(
                    ("account", account), ("provider", provider), because: "nobody tells of a provider")
            }
        }
        + ["valid", "no end known", "lapsed"].map { account in
            ImpossiblePair(("account", account), ("provider", "none"), because: "the account is one of a provider")
        }
        + ["granted", "denied", "restricted"].flatMap { permission in
            ["yes", "no", "dismissed"].map { answer in
                ImpossiblePair(
                    ("permission", permission), ("prompt", answer), because: "who has chosen is not prompted")
            }
        }
        + [
            ImpossiblePair(
                ("permission", "undetermined"), ("prompt", "never shown"),
                because: "step 4 prompts who has not chosen"),
            ImpossiblePair(
                ("platform", "tvOS"), ("page", "Safari view controller"), because: "there are no pages on tvOS"),
        ]

    private struct Value: Sendable {
        let name: String
        let apply: @Sendable (inout PairPlan) -> Void

        init(_ name: String, _ apply: @escaping @Sendable (inout PairPlan) -> Void = { _ in }) {
            self.name = name
            self.apply = apply
        }

        init(_ name: String, _ changes: WorldChange...) {
            self.init(name) { $0.changes += changes }
        }
    }

    private static let table: [(String, [Value])] = host + account + platform + dashboard + service

    private static let host: [(String, [Value])] = [
        ("platform", [Value("iOS") { $0.platform = .iOS }, Value("tvOS") { $0.platform = .tvOS }]),
        ("API", [Value("REST API V1") { $0.service = .v1 }, Value("REST API V2") { $0.service = .v2 }]),
        ("requestor", [Value("known"), Value("unknown") { $0.requestor = Programme.unknownRequestor }]),
        ("forceAuthn", [Value("no"), Value("yes") { $0.isForced = true }]),
        (
            "filter",
            [
                Value("none"), Value("WestCable") { $0.filter = ProviderFilter(tvProviders: [Programme.west]) },
                Value("WestCable featured") {
                    $0.filter = ProviderFilter(
                        tvProviders: [Programme.north, Programme.west], featuredTVProviders: [Programme.west])
                },
                Value("nothing left") { $0.filter = ProviderFilter(tvProviders: [Programme.east, "NOBODY"]) },
            ]
        ),
        (
            "page",
            [
                Value("plain"),
                Value("Safari view controller") {
                    $0.handlesSVC = true
                    $0.changes += [.wantsSVC(Programme.north, true), .wantsSVC(Programme.south, true)]
                },
            ]
        ),
    ]

    private static let account: [(String, [Value])] = [
        (
            "stored token",
            [
                Value("none"), Value("partner") { $0.stored = .partner },
                Value("partner, over") { $0.stored = .partnerOver }, Value("regular") { $0.stored = .regular },
                Value("regular, over") { $0.stored = .regularOver },
            ]
        ),
        (
            "account",
            [
                Value("none"), Value("valid") { $0.account = .valid }, Value("no end known") { $0.account = .endless },
                Value("lapsed") { $0.account = .lapsed }, Value("provider not told") { $0.account = .untold },
            ]
        ),
        (
            "provider",
            [
                Value("none"), Value("NorthCable") { $0.provider = Programme.northOnPlatform },
                Value("WestCable") { $0.provider = Programme.westOnPlatform },
                Value("SouthSat") { $0.provider = Programme.southOnPlatform },
                Value("one not integrated") { $0.provider = Programme.foreignOnPlatform },
            ]
        ),
        (
            "picker",
            [
                Value("NorthCable", .picker(.provider(Programme.northOnPlatform))),
                Value("WestCable", .picker(.provider(Programme.westOnPlatform))),
                Value("SouthSat", .picker(.provider(Programme.southOnPlatform))),
                Value("one not integrated", .picker(.provider(Programme.foreignOnPlatform))),
                Value("other TV provider", .picker(.otherProvider)), Value("closed", .picker(.cancel)),
                Value("left open"),
            ]
        ),
    ]

    private static let platform: [(String, [Value])] = [
        (
            "permission",
            [
                Value("granted"), Value("denied", .permission(.denied)), Value("restricted", .permission(.restricted)),
                Value("undetermined", .permission(.notDetermined)),
            ]
        ),
        (
            "prompt",
            [
                Value("never shown"), Value("yes", .promptAnswer(.granted)), Value("no", .promptAnswer(.denied)),
                Value("dismissed", .promptAnswer(nil)),
            ]
        ),
        (
            "platform failure",
            [
                Value("none"), Value("permission", .permissionTrouble(.later)),
                Value("account", .accountTrouble(.later)), Value("account of another domain", .accountTrouble(.odd)),
                Value("account refused", .accountTrouble(.refused)),
                Value("account cancelled", .accountTrouble(.cancelled)),
                Value("account unsupported", .accountTrouble(.unsupported)),
                Value("account rejected", .accountTrouble(.rejected)), Value("SAML", .samlTrouble(.later)),
                Value("SAML refused", .samlTrouble(.refused)), Value("SAML cancelled", .samlTrouble(.cancelled)),
            ]
        ),
        (
            "SAML response",
            [
                Value("the provider's"), Value("missing", .saml(.missing)), Value("blank", .saml(.blank)),
                Value("another service's", .saml(.foreign)),
            ]
        ),
    ]

    private static let dashboard: [(String, [Value])] = [
        ("integration", [Value("on"), Value("off", .integrated(Programme.north, false))]),
        ("single sign-on", [Value("on"), Value("off", .enablesSSO(Programme.north, false))]),
        (
            "boarding",
            [
                Value("SUPPORTED"), Value("PICKER", .boarding(Programme.north, .picker)),
                Value("BETA", .boarding(Programme.north, .tomorrow)), Value("none", .boarding(Programme.north, .none)),
            ]
        ),
        (
            "degradation",
            [
                Value("none"), Value("AuthNAll", .degraded(Programme.north, true)),
                Value("AuthZAll", .permitsEverything(Programme.north, true)),
                Value("AuthZNone", .deniesEverything(Programme.north, true)),
            ]
        ),
        ("resource", [Value("permitted"), Value("denied", .denied(Programme.movies, true))]),
    ]

    private static let service: [(String, [Value])] = [
        (
            "configuration",
            [Value("served")]
                + ConfigurationFault.allCases.map { Value($0.rawValue, .configurationFails($0)) }
        ),
        (
            "service fault",
            [Value("none")] + ServiceFault.allCases.map { Value($0.rawValue, .fails($0, true)) }
        ),
    ]
}
