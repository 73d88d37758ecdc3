import AccessEnabler
import Base
import PlatformAccount

/// Compares callbacks with what was expected; remembers the values that have a name.
struct Matcher {
    private let start: Timestamp
    private let service: ServiceVersion
    private var named: [String: String] = [:]
    /// The pickers that are up.
    private var dialogs: [TVProviderDialog] = []

    /// Instants count from `start`.
    init(start: Timestamp, service: ServiceVersion) {
        self.start = start
        self.service = service
    }

    /// The place of the first callback that is not as expected, missing and additional ones included; nil = all are.
    func firstDifference(_ expected: [ExpectedCallback], _ seen: [Callback]) -> Int? {
        var matcher = self
        for (place, (wanted, callback)) in zip(expected, seen).enumerated() {
            guard matcher.matches(wanted, callback) else { return place }
        }
        return expected.count == seen.count ? nil : min(expected.count, seen.count)
    }

    /// Whether the next callback is as expected.
    mutating func matches(_ expected: ExpectedCallback, _ callback: Callback) -> Bool {
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
        case (.selectionTracking(let wanted), .sendTrackingData(let data, let event)):
            return event == .selectedProvider && wanted == data
        case (.telling(let errorID, let message), .status(let status)):
            return status.errorID == errorID && status.level == CodeTable.level(of: errorID) && status.expires == nil
                && status.details == nil && matches(message, status.message)
        case (.registrationCode(let code, let life), .status(let status)):
            return status.errorID == "REGCODE" && status.level == .success && status.details == nil
                && status.expires != nil && life.map { status.expires == (start + $0).milliseconds } ?? true
                && matches(code, status.message)
        case (.dialog(let mvpds), .displayProviderDialog(let shown)):
            return shown.map(\.id) == mvpds
        case (.page(let page, let useSVC), .navigateToUrl(let url, let with)):
            return useSVC == with && matches(page, url)
        case (.present(let providers, let featured), .presentTVProviderDialog(let shown)):
            dialogs.append(shown)
            return (providers ?? shown.providers.map(\.identifier)) == shown.providers.map(\.identifier)
                && (featured ?? shown.featured.map(\.identifier)) == shown.featured.map(\.identifier)
        case (.dismiss, .dismissTVProviderDialog(let dismissed)):
            guard let place = dialogs.firstIndex(where: { $0 === dismissed }) else { return false }
            dialogs.remove(at: place)
            return true
        case (.token(let wanted), .setToken(let token, let resource)):
            return !token.isEmpty && isSame(wanted, resource)
        case (
            .refused(let wanted, let wantedCode, let wantedText), .tokenRequestFailed(let resource, let code, let text)
        ):
            return isSame(wanted, resource) && wantedCode == code && wantedText == text
        case (.preauthorized(let wanted), .preauthorizedResources(let resources)):
            return wanted.elementsEqual(resources, by: isSame)
        case (.decisions(let wanted, let failure), .preauthorizeResponse(let response, _)):
            return matches(failure, response.status)
                && wanted.elementsEqual(response.decisions) { wanted, decision in
                    isSame(wanted.resource, decision.id) && wanted.isAuthorized == decision.authorized
                        && matches(wanted.error, decision.error)
                }
        case (.selected(let wanted), .selectedProvider(let mvpd)):
            return wanted == mvpd?.id
        case (.authorizationTracking(let wanted), .sendTrackingData(let data, let event)):
            return event == .authorization && wanted == data
        default:
            return false
        }
    }

    /// To the byte: Swift takes some texts for equal that are not.
    private func isSame(_ wanted: String, _ text: String) -> Bool { wanted.utf8.elementsEqual(text.utf8) }

    private func matches(_ wanted: ExpectedCallback.Failure?, _ status: PreauthorizeStatus?) -> Bool {
        guard let wanted, let status else { return wanted == nil && status == nil }
        return wanted.status == status.status && wanted.code == status.code && wanted.action == status.action
            && wanted.details == status.details && !status.message.isEmpty
    }

    /// Nil = any text that says something.
    private func matches(_ wanted: String?, _ text: String?) -> Bool {
        guard let wanted else { return text?.isEmpty == false }
        return text == wanted
    }

    private func matches(_ page: ExpectedCallback.Page, _ url: String) -> Bool {
        guard url.hasPrefix("http://127.0.0.1:") || url.hasPrefix("https://") else { return false }
        switch page {
        case .login(let mvpd, let isOwnRedirect):
            let redirect = Self.queryValue(isOwnRedirect ? Programme.ownRedirect : Programme.redirect)
            switch service {
            case .v1: return url.contains("/authenticate") && url.contains(mvpd) && url.contains(redirect)
            // MVPD and redirect are the session's own: the person's way through the page shows them.
            case .v2:
                return [Programme.requestor, Programme.otherRequestor].contains {
                    url.contains("/api/v2/authenticate/\($0)/")
                }
            }
        case .logout(let mvpd):
            return url.contains("/logout") && url.contains(mvpd)
        }
    }

    /// A redirect address as one value of a query.
    private static func queryValue(_ url: String) -> String {
        url.replacing(":", with: "%3A").replacing("/", with: "%2F")
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
