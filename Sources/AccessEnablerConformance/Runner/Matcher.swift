import AccessEnabler
import Base

/// Compares callbacks with what was expected; remembers the values that have a name.
struct Matcher {
    private let start: Timestamp
    private var named: [String: String] = [:]

    /// Instants count from `start`.
    init(start: Timestamp) {
        self.start = start
    }

    /// The place of the first callback that is not as expected, missing and additional ones included; nil = all are.
    func firstDifference(_ expected: [ExpectedCallback], _ seen: [Callback]) -> Int? {
        var matcher = self
        for (place, (wanted, callback)) in zip(expected, seen).enumerated() {
            guard matcher.matches(wanted, callback) else { return place }
        }
        return expected.count == seen.count ? nil : min(expected.count, seen.count)
    }

    private mutating func matches(_ expected: ExpectedCallback, _ callback: Callback) -> Bool {
        switch (expected, callback) {
        case (.complete(let wanted), .setRequestorComplete(let status)):
            return wanted == status
        case (.authentication(let wanted, let wantedCode), .setAuthenticationStatus(let status, let code)):
            return wanted == status && wantedCode == code
        case (.status(let errorID, let details), .status(let status)):
            return status.errorID == errorID && status.level == CodeTable.level(of: errorID)
                && status.message == nil && status.expires == nil && matches(details, status.details)
        case (
            .metadata(let key, let wanted, let isEncrypted),
            .setMetadataStatus(let value, let encrypted, let of, let with)
        ):
            return key == of && with == key.arguments && isEncrypted == encrypted && matches(wanted, value)
        case (.tracking(let wanted), .sendTrackingData(let data, let event)):
            return event == .authentication && wanted == data
        default:
            return false
        }
    }

    private func matches(_ wanted: ExpectedCallback.Details, _ details: [String: String]?) -> Bool {
        switch wanted {
        case .none: details == nil
        case .exactly(let exactly): details == exactly
        case .some: Set(details?.keys ?? [:].keys) == ["domain", "code", "text"]
        }
    }

    private mutating func matches(_ wanted: ExpectedValue, _ value: JSONValue?) -> Bool {
        switch (wanted, value) {
        case (.none, nil):
            return true
        case (.json(let json), let value?):
            return json == value
        case (.named(let name), .string(let text)?):
            if let earlier = named[name] { return earlier == text }
            named[name] = text
            return !text.isEmpty
        case (.otherThan(let name), .string(let text)?):
            return !text.isEmpty && named[name] != text
        case (.instant(let after), .string(let text)?):
            return text == String((start + after).milliseconds)
        default:
            return false
        }
    }
}
