import FoundationEssentials

/// What the service is told about the device (`X-Device-Info`, `device_info`).
public enum DeviceInformation {
    /// This device, as far as Linux tells.
    public static func linux() -> [String: String] {
        ["osName": "Linux"]
    }

    /// `host` laid over `own`: a key in both has the host's value.
    static func merge(_ own: [String: String], under host: [String: String]) -> [String: String] {
        own.merging(host) { _, hosts in hosts }
    }

    /// Base64 of a JSON object with its keys in order: equal values, equal text.
    static func encoded(_ values: [String: String]) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Texts by text keys: there is nothing JSON cannot hold.
        let json = (try? encoder.encode(values)) ?? Data("{}".utf8)
        return json.base64EncodedString()
    }
}
