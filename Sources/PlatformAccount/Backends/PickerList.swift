import Base

/// What a picker shows for a request, whoever keeps the accounts.
struct PickerList: Sendable, Equatable {
    /// All providers to show, the featured ones first.
    let providers: [PickerProvider]
    /// The featured ones alone.
    let featured: [PickerProvider]

    /// Limits and orders what the platform offers as the request asks.
    ///
    /// Ids the platform does not know are ignored, a repeated id counts once.
    init(_ offers: [PickerProvider], for request: AccountRequest) {
        let supported = request.supportedProviderIdentifiers
        let shown = supported.isEmpty ? Self.unique(offers) : Self.select(supported, from: offers)
        featured = Self.select(request.featuredProviderIdentifiers, from: shown)
        let first = Set(featured.map { ExactText($0.identifier) })
        providers = featured + shown.filter { !first.contains(ExactText($0.identifier)) }
    }

    /// Whether the request lets this provider answer.
    static func allows(_ identifier: String, in request: AccountRequest) -> Bool {
        let supported = request.supportedProviderIdentifiers
        return supported.isEmpty || supported.contains { ExactText($0) == ExactText(identifier) }
    }

    private static func select(_ identifiers: [String], from offers: [PickerProvider]) -> [PickerProvider] {
        let byID = Dictionary(offers.map { (ExactText($0.identifier), $0) }) { first, _ in first }
        return unique(identifiers.compactMap { byID[ExactText($0)] })
    }

    private static func unique(_ providers: [PickerProvider]) -> [PickerProvider] {
        var seen: Set<ExactText> = []
        return providers.filter { seen.insert(ExactText($0.identifier)).inserted }
    }
}
