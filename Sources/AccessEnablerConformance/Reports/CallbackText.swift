import AccessEnabler
import Base
import FoundationEssentials

extension Callback {
    /// The callback in one line; device ids and media tokens are not told.
    var text: String {
        switch self {
        case .setRequestorComplete(let status): "setRequestorComplete(\(status))"
        case .setAuthenticationStatus(let status, let code): "setAuthenticationStatus(\(status), \"\(code)\")"
        case .status(let status): status.text
        case .setMetadataStatus(let value, let encrypted, let key, _):
            "setMetadataStatus(\(key.text): \(key == .deviceID ? value.hiddenText : value.text)\(encrypted ? ", encrypted" : ""))"
        case .sendTrackingData(let data, let event): "sendTrackingData(\(event): \(data.joined(separator: ", ")))"
        case .displayProviderDialog(let mvpds): "displayProviderDialog(\(mvpds.map(\.id).joined(separator: ", ")))"
        case .navigateToUrl(_, let useSVC): "navigateToUrl(useSVC: \(useSVC))"
        case .presentTVProviderDialog(let dialog):
            "presentTVProviderDialog(\(dialog.providers.map(\.identifier).joined(separator: ", ")))"
        case .dismissTVProviderDialog: "dismissTVProviderDialog"
        case .selectedProvider(let mvpd): "selectedProvider(\(mvpd?.id ?? "nil"))"
        case .setToken(_, let resource): "setToken(…, \(resource))"
        case .tokenRequestFailed(let resource, let code, let text):
            "tokenRequestFailed(\(resource), \"\(code)\", \"\(text)\")"
        case .preauthorizedResources(let resources): "preauthorizedResources(\(resources.joined(separator: ", ")))"
        case .preauthorizeResponse(let response, _): response.text
        }
    }
}

extension ExpectedCallback {
    /// The callback in one line, spelt as `Callback.text`.
    var text: String {
        switch self {
        case .complete(let status): return "setRequestorComplete(\(status))"
        case .authentication(let status, let code): return "setAuthenticationStatus(\(status), \"\(code)\")"
        case .metadata(let key, let value, let isEncrypted):
            return "setMetadataStatus(\(key.text): \(value.text)\(isEncrypted ? ", encrypted" : ""))"
        case .tracking(let data): return "sendTrackingData(authentication: \(data.joined(separator: ", ")))"
        case .status(let errorID, let details):
            let level = CodeTable.level(of: errorID).map(\.rawValue) ?? "unknown"
            switch details {
            case .none: return "status \(errorID) \(level)"
            case .some: return "status \(errorID) \(level) with details"
            case .exactly(let details): return "status \(errorID) \(level) \(details.text)"
            }
        case .selectionTracking(let data): return "sendTrackingData(selectedProvider: \(data.joined(separator: ", ")))"
        case .telling(let errorID, let message):
            let level = CodeTable.level(of: errorID).map(\.rawValue) ?? "unknown"
            return "status \(errorID) \(level) message \(message.map { "\"\($0)\"" } ?? "<some>")"
        case .registrationCode(let code, let life):
            let end = life.map { "<case begins + \($0)>" } ?? "<some>"
            return "status REGCODE success message \(code.map { "\"\($0)\"" } ?? "<some>") expires \(end)"
        case .dialog(let mvpds): return "displayProviderDialog(\(mvpds.joined(separator: ", ")))"
        case .page(.login(let mvpd, _), let useSVC): return "navigateToUrl(login of \(mvpd), useSVC: \(useSVC))"
        case .page(.logout(let mvpd), let useSVC): return "navigateToUrl(logout of \(mvpd), useSVC: \(useSVC))"
        case .present(let providers?, _):
            return "presentTVProviderDialog(\(providers.joined(separator: ", ")))"
        case .present: return "presentTVProviderDialog"
        case .dismiss: return "dismissTVProviderDialog"
        case .token(let resource): return "setToken(…, \(resource))"
        case .refused(let resource, let code, let text):
            return "tokenRequestFailed(\(resource), \"\(code)\", \"\(text)\")"
        case .preauthorized(let resources): return "preauthorizedResources(\(resources.joined(separator: ", ")))"
        case .decisions(let decisions, let failure):
            let parts = [failure?.code].compactMap(\.self) + decisions.map(\.text)
            return "preauthorize(\(parts.joined(separator: ", ")))"
        case .selected(let mvpd): return "selectedProvider(\(mvpd ?? "nil"))"
        case .authorizationTracking(let data):
            return "sendTrackingData(authorization: \(data.joined(separator: ", ")))"
        }
    }
}

extension ExpectedCallback.Decision {
    fileprivate var text: String { "\(resource) \(isAuthorized)" + (error.map { " \($0.code)" } ?? "") }
}

extension PreauthorizeResponse {
    fileprivate var text: String {
        let decisions = decisions.map { decision in
            "\(decision.id) \(decision.authorized)" + (decision.error.map { " \($0.code)" } ?? "")
        }
        return "preauthorize(\(([status?.code].compactMap(\.self) + decisions).joined(separator: ", ")))"
    }
}

extension AdvancedStatus {
    fileprivate var text: String {
        let parts = [details?.text, message.map { "message \"\($0)\"" }, expires.map { "expires \($0)" }]
        return (["status \(errorID) \(level.rawValue)"] + parts.compactMap { $0 }).joined(separator: " ")
    }
}

extension [String: String] {
    fileprivate var text: String {
        sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    }
}

extension ExpectedValue {
    fileprivate var text: String {
        switch self {
        case .none: "nil"
        case .json(let value): Optional(value).text
        case .named(let name): "<\(name)>"
        case .otherThan(let name): "<not \(name)>"
        case .instant(let after): "<case begins + \(after), in ms>"
        }
    }
}

extension JSONValue? {
    fileprivate var text: String {
        guard let self else { return "nil" }
        let data = try? JSONEncoder().encode(self)
        return data.map { String(decoding: $0, as: UTF8.self) } ?? "?"
    }

    fileprivate var hiddenText: String {
        guard case .string(let text)? = self else { return text }
        return "<\(text.count) characters>"
    }
}

extension MetadataKey {
    /// The key, for people.
    var text: String {
        switch self {
        case .authenticationExpiry: "authentication expiry"
        case .authorizationExpiry(let resource): "authorization expiry of \(resource)"
        case .deviceID: "device id"
        case .userMetadata(let key): key
        }
    }

    /// The arguments cases call with; they must come back as they are.
    var arguments: [String: String] {
        switch self {
        case .authenticationExpiry: ["METADATA_OPCODE_KEY": "METADATA_AUTHENTICATION"]
        case .authorizationExpiry(let resource):
            ["METADATA_OPCODE_KEY": "METADATA_AUTHORIZATION", "METADATA_RESOURCE_ID_KEY": resource]
        case .deviceID: ["METADATA_OPCODE_KEY": "METADATA_DEVICE_ID"]
        case .userMetadata(let key): ["METADATA_OPCODE_KEY": "METADATA_USER_META", "METADATA_USER_META_KEY": key]
        }
    }
}

extension StoredState {
    /// The state, for people.
    var text: String {
        switch self {
        case .unchecked: "anything"
        case .nothing: "no valid token"
        case .partner(let provider): "a partner token from \(provider)"
        case .regular: "a regular token"
        }
    }
}
