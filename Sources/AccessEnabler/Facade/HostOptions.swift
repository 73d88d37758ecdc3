import AdobePass
import FoundationEssentials

extension Options {
    /// Reads the dictionary of the original's `setOptions`; keys unknown to the reference are ignored.
    init(_ dictionary: [AnyHashable: Any]?) {
        self.init(
            applicationProfile: HostValue.text(dictionary?["applicationProfile"]),
            visitorID: HostValue.text(dictionary?["visitorID"]),
            handleSVC: HostValue.flag(dictionary?["handleSVC"]),
            deviceInfo: Self.deviceInfo(dictionary?["device_info"]))
    }

    /// Device information as a dictionary, as JSON, or as JSON in base64 ("Passing client information"); anything else
    /// says nothing.
    private static func deviceInfo(_ value: Any?) -> [String: String] {
        if let dictionary = value as? [AnyHashable: Any] { return HostValue.texts(dictionary) }
        guard let text = HostValue.text(value) else { return [:] }
        return [Data(base64Encoded: text), Data(text.utf8)].lazy.compactMap { $0 }
            .compactMap { try? JSONDecoder().decode([String: JSONValue].self, from: $0) }
            .first?.compactMapValues(\.text) ?? [:]
    }
}

extension ProviderFilter {
    /// Reads the dictionary of the original's filter (2.4 and later); nil for none.
    init?(_ dictionary: [AnyHashable: Any]?) {
        guard let dictionary else { return nil }
        self.init(
            tvProviders: HostValue.texts(dictionary[TV_PROVIDERS] as? [Any]),
            featuredTVProviders: HostValue.texts(dictionary[FEATURED_TV_PROVIDERS] as? [Any]))
    }

    /// Reads the list of the original's filter (2.0 to 2.3.1); nil for none.
    init?(_ list: [Any]?) {
        guard let list else { return nil }
        self.init(HostValue.texts(list))
    }
}
