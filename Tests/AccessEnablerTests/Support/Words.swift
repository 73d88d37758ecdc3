import AccessEnabler

/// Callbacks as short lines, so that a test reads as a transcript.
extension Callback {
    /// One line: its name and what it carries.
    var words: String { content.isEmpty ? kind : "\(kind) \(content)" }

    private var content: String {
        switch self {
        case .setRequestorComplete(let status): return String(status)
        case .setAuthenticationStatus(let status, let code): return code.isEmpty ? "\(status)" : "\(status) \(code)"
        case .status(let status): return "\(status.errorID) \(status.level.rawValue)"
        case .setMetadataStatus(let value, let isEncrypted, let key, let arguments):
            let mark = isEncrypted ? " encrypted" : ""
            let call = arguments.isEmpty ? "" : " \(arguments.sorted { $0.key < $1.key }.map(\.value))"
            return "\(key.words) \(value.map(\.words) ?? "nil")\(mark)\(call)"
        case .sendTrackingData(let data, let event): return "\(event) \(data.joined(separator: "|"))"
        case .displayProviderDialog(let mvpds): return "\(mvpds.map(\.id))"
        case .navigateToUrl(let url, let useSVC): return "\(url) \(useSVC)"
        case .presentTVProviderDialog, .dismissTVProviderDialog: return ""
        case .selectedProvider(let mvpd): return mvpd?.id ?? "nil"
        case .setToken(_, let resource): return resource
        case .tokenRequestFailed(let resource, let code, _): return "\(resource) \(code)"
        case .preauthorizedResources(let resources): return "\(resources)"
        case .preauthorizeResponse(let response, _): return response.words
        }
    }

    /// Its name alone.
    var kind: String {
        switch self {
        case .setRequestorComplete: return "setRequestorComplete"
        case .setAuthenticationStatus: return "setAuthenticationStatus"
        case .status: return "status"
        case .setMetadataStatus: return "setMetadataStatus"
        case .sendTrackingData: return "sendTrackingData"
        case .displayProviderDialog: return "displayProviderDialog"
        case .navigateToUrl: return "navigateToUrl"
        case .presentTVProviderDialog: return "presentTVProviderDialog"
        case .dismissTVProviderDialog: return "dismissTVProviderDialog"
        case .selectedProvider: return "selectedProvider"
        case .setToken: return "setToken"
        case .tokenRequestFailed: return "tokenRequestFailed"
        case .preauthorizedResources: return "preauthorizedResources"
        case .preauthorizeResponse: return "preauthorizeResponse"
        }
    }

    /// The advanced status code, if it is one.
    var errorID: String? {
        guard case .status(let status) = self else { return nil }
        return status.errorID
    }

    /// A tracking event, which "exactly one" and "no other callback" leave out.
    var isTracking: Bool {
        if case .sendTrackingData = self { return true }
        return false
    }
}

extension PreauthorizeResponse {
    /// The code of the whole, or each resource with its decision.
    var words: String {
        let each = decisions.map { "\($0.id) \($0.authorized)" + ($0.error.map { " \($0.code)" } ?? "") }
        return ([status?.code].compactMap(\.self) + each).joined(separator: ", ")
    }
}

extension MetadataKey {
    /// One word.
    var words: String {
        switch self {
        case .authenticationExpiry: return "authenticationExpiry"
        case .authorizationExpiry(let resource): return "authorizationExpiry(\(resource))"
        case .deviceID: return "deviceID"
        case .userMetadata(let name): return name
        }
    }
}

extension JSONValue {
    /// Near to JSON.
    var words: String {
        switch self {
        case .null: return "null"
        case .bool(let value): return String(value)
        case .integer(let value): return String(value)
        case .number(let value): return String(value)
        case .string(let value): return "\"\(value)\""
        case .array(let values): return "[\(values.map(\.words).joined(separator: ","))]"
        case .object(let values):
            return "{\(values.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value.words)" }.joined(separator: ","))}"
        }
    }
}
