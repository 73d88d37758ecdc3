import AccessEnabler
import PlatformAccount

extension Callback {
    /// The callback with all it says; `number` gives a picker its number.
    func json(number: (TVProviderDialog) -> Int) -> [String: JSONValue] {
        var parts: [String: JSONValue]
        switch self {
        case .setRequestorComplete(let status):
            parts = ["status": .count(status)]
        case .setAuthenticationStatus(let status, let code):
            parts = ["status": .count(status), "errorCode": .string(code)]
        case .status(let status):
            parts = status.json
        case .setMetadataStatus(let value, let encrypted, let key, let arguments):
            parts = [
                "value": value ?? .null, "encrypted": .bool(encrypted), "key": key.json,
                "arguments": .object(arguments.mapValues { .string($0) }),
            ]
        case .sendTrackingData(let data, let event):
            parts = ["data": .texts(data), "event": .string(event.name)]
        case .displayProviderDialog(let mvpds):
            parts = ["mvpds": .array(mvpds.map(\.json))]
        case .navigateToUrl(let url, let useSVC):
            parts = ["url": .string(url), "useSVC": .bool(useSVC)]
        case .presentTVProviderDialog(let dialog), .dismissTVProviderDialog(let dialog):
            parts = ["dialog": .count(number(dialog))]
        case .selectedProvider(let mvpd):
            parts = ["mvpd": mvpd.map(\.json) ?? .null]
        case .setToken(let token, let resource):
            parts = ["token": .string(token), "resource": .string(resource)]
        case .tokenRequestFailed(let resource, let code, let text):
            parts = ["resource": .string(resource), "errorCode": .string(code), "errorDescription": .string(text)]
        case .preauthorizedResources(let resources):
            parts = ["resources": .texts(resources)]
        case .preauthorizeResponse(let response, _):
            parts = [
                "status": response.status.map(\.json) ?? .null,
                "decisions": .array(
                    response.decisions.map { decision in
                        .object([
                            "id": .string(decision.id), "authorized": .bool(decision.authorized),
                            "error": decision.error.map(\.json) ?? .null,
                        ])
                    }),
            ]
        }
        parts["callback"] = .string(kind.rawValue)
        return parts
    }

    /// Reads `json`; nil for anything else. `dialog` gives the picker with a number.
    init?(json: JSONValue, dialog: (Int) -> TVProviderDialog?) {
        guard let kind = json["callback"]?.string.flatMap({ CallbackKind(rawValue: $0) }) else { return nil }
        switch kind {
        case .setRequestorComplete:
            guard let status = json["status"]?.whole else { return nil }
            self = .setRequestorComplete(status)
        case .setAuthenticationStatus:
            guard let status = json["status"]?.whole, let code = json["errorCode"]?.string else { return nil }
            self = .setAuthenticationStatus(status, errorCode: code)
        case .status:
            guard let status = AdvancedStatus(json: json) else { return nil }
            self = .status(status)
        case .setMetadataStatus:
            guard let key = json["key"].flatMap({ MetadataKey(json: $0) }), let value = json["value"] else {
                return nil
            }
            self = .setMetadataStatus(
                value == .null ? nil : value, encrypted: json["encrypted"]?.flag ?? false, key: key,
                arguments: json["arguments"]?.dictionary ?? [:])
        case .sendTrackingData:
            guard let data = json["data"]?.strings, let event = TrackingEvent(name: json["event"]?.string) else {
                return nil
            }
            self = .sendTrackingData(data, event)
        case .displayProviderDialog:
            guard let mvpds = json["mvpds"]?.list?.map({ ConfiguredMVPD(json: $0) }) else { return nil }
            let all = mvpds.compactMap(\.self)
            guard all.count == mvpds.count else { return nil }
            self = .displayProviderDialog(all)
        case .navigateToUrl:
            guard let url = json["url"]?.string else { return nil }
            self = .navigateToUrl(url, useSVC: json["useSVC"]?.flag ?? false)
        case .presentTVProviderDialog, .dismissTVProviderDialog:
            guard let picker = json["dialog"]?.whole.flatMap(dialog) else { return nil }
            self =
                kind == .presentTVProviderDialog ? .presentTVProviderDialog(picker) : .dismissTVProviderDialog(picker)
        case .selectedProvider:
            guard let value = json["mvpd"] else { return nil }
            let mvpd = ConfiguredMVPD(json: value)
            if mvpd == nil, value != .null { return nil }
            self = .selectedProvider(mvpd)
        case .setToken:
            guard let token = json["token"]?.string, let resource = json["resource"]?.string else { return nil }
            self = .setToken(token, resource: resource)
        case .tokenRequestFailed:
            guard let resource = json["resource"]?.string, let code = json["errorCode"]?.string else { return nil }
            self = .tokenRequestFailed(
                resource: resource, errorCode: code, errorDescription: json["errorDescription"]?.string ?? "")
        case .preauthorizedResources:
            guard let resources = json["resources"]?.strings else { return nil }
            self = .preauthorizedResources(resources)
        case .preauthorizeResponse:
            guard let response = PreauthorizeResponse(json: json) else { return nil }
            self = .preauthorizeResponse(response, completion: { _ in })
        }
    }
}

extension AdvancedStatus {
    fileprivate var json: [String: JSONValue] {
        let parts: [String: JSONValue?] = [
            "errorId": .string(errorID), "level": .string(level.rawValue), "message": message.map { .string($0) },
            "details": details.map { .object($0.mapValues { .string($0) }) }, "expires": expires.map { .integer($0) },
        ]
        return parts.compactMapValues(\.self)
    }

    fileprivate init?(json: JSONValue) {
        guard let errorID = json["errorId"]?.string,
            let level = json["level"]?.string.flatMap({ Level(rawValue: $0) })
        else { return nil }
        self.init(
            errorID: errorID, level: level, message: json["message"]?.string, details: json["details"]?.dictionary,
            expires: json["expires"]?.whole.map { Int64($0) })
    }
}

extension TrackingEvent {
    /// The event's name in JSON.
    var name: String {
        switch self {
        case .authentication: "authentication"
        case .authorization: "authorization"
        case .selectedProvider: "selectedProvider"
        }
    }

    fileprivate init?(name: String?) {
        guard let event = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = event
    }
}

extension ConfiguredMVPD {
    /// What cases look at.
    fileprivate var json: JSONValue { .object(["id": .string(id), "displayName": .string(displayName)]) }

    fileprivate init?(json: JSONValue) {
        guard let id = json["id"]?.string else { return nil }
        self.init(id: id, displayName: json["displayName"]?.string)
    }
}

extension PreauthorizeStatus {
    fileprivate var json: JSONValue {
        .parts([
            "status": .count(status), "code": .string(code), "message": .string(message),
            "details": details.map { .string($0) }, "helpUrl": helpURL.map { .string($0) },
            "trace": trace.map { .string($0) }, "action": .string(action),
        ])
    }

    fileprivate init?(json: JSONValue) {
        guard let status = json["status"]?.whole, let code = json["code"]?.string else { return nil }
        self.init(
            status: status, code: code, message: json["message"]?.string ?? "", details: json["details"]?.string,
            helpURL: json["helpUrl"]?.string, trace: json["trace"]?.string, action: json["action"]?.string ?? "")
    }
}

extension PreauthorizeResponse {
    fileprivate init?(json: JSONValue) {
        guard let list = json["decisions"]?.list else { return nil }
        self.init(decisions: [])
        if let value = json["status"], value != .null {
            guard let status = PreauthorizeStatus(json: value) else { return nil }
            self.status = status
        }
        for value in list {
            guard let id = value["id"]?.string, let authorized = value["authorized"]?.flag else { return nil }
            let error = value["error"] ?? .null
            decisions.append(
                PreauthorizeDecision(id: id, authorized: authorized, error: PreauthorizeStatus(json: error)))
        }
    }
}
