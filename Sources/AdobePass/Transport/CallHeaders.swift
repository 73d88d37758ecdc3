import Base

/// The header fields that go with every request of a call: device information and the options (I3).
///
/// Source: "REST API V1", device information: header `X-Device-Info`, base64, not percent-encoded (choice). Options:
/// `AP-Visitor-Identifier` bare; `AP-Application-Profile`: choice.
enum CallHeaders {
    static func fields(
        options: ServiceOptions, deviceInfo: [String: String]
    ) -> [(name: String, value: String)] {
        let device = DeviceInformation.encoded(DeviceInformation.merge(deviceInfo, under: options.deviceInfo))
        let optional: [(name: String, value: String?)] = [
            ("AP-Visitor-Identifier", options.visitorID), ("AP-Application-Profile", options.applicationProfile),
        ]
        return [("X-Device-Info", device)]
            + optional.compactMap { field in
                field.value.flatMap { isSendable($0) ? (field.name, $0) : nil }
            }
    }

    /// Visible ASCII and inner spaces: a line break would forge a header field, so such a value is not sent at all.
    static func isSendable(_ value: String) -> Bool {
        guard let first = value.utf8.first, let last = value.utf8.last else { return false }
        return first != 0x20 && last != 0x20 && value.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}
