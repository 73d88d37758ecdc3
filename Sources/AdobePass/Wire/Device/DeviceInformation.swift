import FoundationEssentials

/// What the service is told about the device: header `X-Device-Info`, or field `device_info`.
///
/// Keys: model, version, manufacturer, osName, osVersion, connectionType, primaryHardwareType; all but manufacturer are
/// always there, which satisfies REST V1 and V2. Source: "Passing client information", device information.
public enum DeviceInformation {
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

    /// The values from what the system says of itself; choices where Linux has no such word.
    ///
    /// `version` is the kernel's, `osVersion` the distribution's; `connectionType` is `WiFi` or `LAN`;
    /// `primaryHardwareType` is `Desktop` or `Tablet` by the chassis, else `Unknown`.
    static func values(_ facts: LinuxFacts) -> [String: String] {
        let release = facts.osRelease
        var values = [
            "model": facts.model ?? facts.machine,
            "version": facts.kernel,
            "osName": "Linux",
            "osVersion": release["VERSION_ID"] ?? facts.kernel,
            "connectionType": facts.isWireless ? "WiFi" : "LAN",
            "primaryHardwareType": hardwareType(chassis: facts.chassis),
        ]
        values["manufacturer"] = facts.manufacturer
        return values.mapValues { $0.isEmpty ? "unknown" : $0 }
    }

    /// By the SMBIOS chassis type: desktops and laptops are `Desktop`, tablets `Tablet`.
    private static func hardwareType(chassis: Int?) -> String {
        switch chassis {
        case 3, 4, 5, 6, 7, 8, 9, 10, 13, 14, 15, 16, 31, 32, 35, 36: "Desktop"
        case 30: "Tablet"
        default: "Unknown"
        }
    }
}
