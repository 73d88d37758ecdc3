import AdobePass
import Base

/// S4.F: which providers the platform's picker shows, and in which order.
///
/// Source: "iOS/tvOS SDK API Reference", getAuthentication with filter (TV_PROVIDERS, FEATURED_TV_PROVIDERS).
public struct ProviderFilter: Sendable, Hashable {
    /// `TV_PROVIDERS`: MVPD ids the picker is limited to, in the order to show; empty = no limit.
    public var tvProviders: [String]
    /// `FEATURED_TV_PROVIDERS`: MVPD ids shown first; only those also in `tvProviders` count.
    public var featuredTVProviders: [String]

    /// Makes a filter.
    public init(tvProviders: [String] = [], featuredTVProviders: [String] = []) {
        self.tvProviders = tvProviders
        self.featuredTVProviders = featuredTVProviders
    }

    /// Makes a filter of the older shape: one list, which limits and orders the picker and features nobody.
    public init(_ tvProviders: [String]) {
        self.init(tvProviders: tvProviders)
    }
}

/// What the picker is asked to show, as the platform's provider ids.
package struct PickerContent: Sendable, Hashable {
    package var supported: [String]
    package var featured: [String]

    /// Decides: entries unknown, repeated, without platform support or not shown in the picker are ignored; an empty
    /// result means no filter.
    package init(_ filter: ProviderFilter?, in configuration: MergedConfiguration) {
        let shown = configuration.mvpds.map(\.mvpd).filter(Self.isShown)
        let all = Self.identifiers(shown)
        let limited = Self.identifiers(Self.pick(filter?.tvProviders ?? [], from: shown))
        supported = limited.isEmpty ? all : limited
        let featured = Self.identifiers(Self.pick(filter?.featuredTVProviders ?? [], from: shown))
        let allowed = Set(limited.map(ExactText.init))
        self.featured = featured.filter { allowed.contains(ExactText($0)) }
    }

    private static func isShown(_ mvpd: ConfiguredMVPD) -> Bool {
        mvpd.boardingStatus != nil && mvpd.displayInPlatformPicker && mvpd.platformMappingID?.isEmpty == false
    }

    private static func pick(_ ids: [String], from mvpds: [ConfiguredMVPD]) -> [ConfiguredMVPD] {
        ids.compactMap { id in mvpds.first { $0.id.isSameID(as: id) } }
    }

    /// The platform's ids, each once.
    private static func identifiers(_ mvpds: [ConfiguredMVPD]) -> [String] {
        var seen: Set<ExactText> = []
        return mvpds.compactMap(\.platformMappingID).filter { seen.insert(ExactText($0)).inserted }
    }
}
