import AccessEnabler
import PassSimulator
import PlatformAccount

/// Step 4: what the platform's picker shows.
extension ConditionCase {
    private static let north = Programme.northOnPlatform
    private static let south = Programme.southOnPlatform
    private static let west = Programme.westOnPlatform
    private static let everybody = [north, south, west]

    private static func filtered(
        _ name: String, _ limited: [String], featured: [String] = [], shows providers: [String],
        featuring shown: [String] = [], facts: [Fact] = [], on platform: PlatformBehaviour? = nil
    ) -> ConditionCase {
        let isChanged = !facts.isEmpty
        return ConditionCase(
            ["S4.F"], name, Situation(.configured, launch: Launch(platform), facts + [.picker(.cancel)]),
            script: (isChanged ? [.setRequestor()] : []) + [
                .getAuthentication(filter: ProviderFilter(tvProviders: limited, featuredTVProviders: featured)),
                .wait(.callback(.displayProviderDialog)), .setSelectedProvider(nil),
            ],
            expect: (isChanged ? [.complete(1)] : []) + [
                .present(providers: providers, featured: shown), .dismiss, .code("N005"), .dialog, .code("N005"),
                .notSelected,
            ],
            forbid: .getAuthentication.filter { !isChanged || $0.callback != .kind(.setRequestorComplete) },
            requests: isChanged ? .warm : .none, platform: .prompting(saml: 0...0), stored: .nothing)
    }

    /// S4.F.
    static let loginFilters: [ConditionCase] = [
        filtered("no filter: every MVPD the platform's picker shows", [], shows: everybody),
        filtered("TV_PROVIDERS limits and orders", [Programme.west, Programme.north], shows: [west, north]),
        filtered(
            "TV_PROVIDERS limits and orders, on tvOS", [Programme.west, Programme.north], shows: [west, north],
            on: .tvOS),
        filtered(
            "FEATURED_TV_PROVIDERS features", [Programme.north, Programme.south, Programme.west],
            featured: [Programme.west], shows: [west, north, south], featuring: [west]),
        filtered(
            "featured only: ignored", [Programme.north], featured: [Programme.west], shows: [north]),
        filtered(
            "without boarding status: ignored", [Programme.east, Programme.north], shows: [north]),
        filtered(
            "boarding status lost: ignored", [Programme.west, Programme.north], shows: [north],
            facts: [.boarding(Programme.west, nil)]),
        filtered("unknown: ignored", ["NOBODY", Programme.west], shows: [west]),
        filtered("the platform's own id is no MVPD id: ignored", [north, Programme.west], shows: [west]),
        filtered(
            "repeated: once", [Programme.west, Programme.west, Programme.north, Programme.west],
            featured: [Programme.north, Programme.north], shows: [north, west], featuring: [north]),
        filtered(
            "not shown in the platform's picker: ignored", [Programme.west, Programme.north], shows: [north],
            facts: [
                .mvpd(.hiddenInPicker, Programme.west, "is not shown in the platform's picker") {
                    $0.displayInPlatformPicker = false
                }
            ]),
        filtered("nothing left: no filter", [Programme.east, "NOBODY"], shows: everybody),
        filtered("picker only: allowed", [Programme.south], shows: [south]),
        login(
            ["S4.F", "S4.X"], "a signed-in account outside the filter counts",
            Situation(.configured, [.signedIn(north)]),
            script: [
                .getAuthentication(filter: ProviderFilter(tvProviders: [Programme.west])),
                .wait(.callback(.setAuthenticationStatus)),
            ],
            expect: [.signedIn], asks: .prompting(saml: 1...1), requests: RequestBudget().andExchange,
            stored: .partner()),
    ]
}
