import AccessEnabler

extension ExpectedCallback {
    /// The callback as other programs read it: what is left out may be anything, and `$…` says how a value is known.
    var json: JSONValue {
        var parts = shape
        parts["text"] = .string(text)
        return .object(parts)
    }

    private var shape: [String: JSONValue] {
        func callback(_ kind: CallbackKind, _ parts: [String: JSONValue]) -> [String: JSONValue] {
            parts.merging(["callback": .string(kind.rawValue)], uniquingKeysWith: { $1 })
        }
        func tracking(_ event: TrackingEvent, _ data: [String]) -> [String: JSONValue] {
            callback(.sendTrackingData, ["event": .string(event.name), "data": .texts(data)])
        }
        func status(_ errorID: String, _ parts: [String: JSONValue?]) -> [String: JSONValue] {
            let level = CodeTable.level(of: errorID).map { JSONValue.string($0.rawValue) }
            let all = parts.merging(["errorId": .string(errorID), "level": level], uniquingKeysWith: { $1 })
            return callback(.status, all.compactMapValues(\.self))
        }
        switch self {
        case .complete(let value): return callback(.setRequestorComplete, ["status": .count(value)])
        case .authentication(let value, let code):
            return callback(.setAuthenticationStatus, ["status": .count(value), "errorCode": .string(code)])
        case .status(let errorID, let details):
            return status(errorID, ["message": .null, "expires": .null, "details": details.json])
        case .telling(let errorID, let message):
            return status(errorID, ["message": .textOrSome(message), "expires": .null, "details": .null])
        case .registrationCode(let code, let life):
            return status(
                "REGCODE",
                ["message": .textOrSome(code), "expires": .object(["$after": .time(life)]), "details": .null])
        case .metadata(let key, let value, let encrypted):
            return callback(
                .setMetadataStatus,
                [
                    "key": key.json, "value": value.json, "encrypted": .bool(encrypted),
                    "arguments": .object(key.arguments.mapValues { .string($0) }),
                ])
        case .tracking(let data): return tracking(.authentication, data)
        case .selectionTracking(let data): return tracking(.selectedProvider, data)
        case .authorizationTracking(let data): return tracking(.authorization, data)
        case .dialog(let mvpds): return callback(.displayProviderDialog, ["mvpds": .texts(mvpds)])
        case .page(.login(let mvpd, let isOwnRedirect), let useSVC):
            let redirect = isOwnRedirect ? Programme.ownRedirect : Programme.redirect
            return callback(
                .navigateToUrl,
                [
                    "page": .string("login"), "mvpd": .string(mvpd), "redirect": .string(redirect),
                    "useSVC": .bool(useSVC),
                ])
        case .page(.logout(let mvpd), let useSVC):
            return callback(
                .navigateToUrl, ["page": .string("logout"), "mvpd": .string(mvpd), "useSVC": .bool(useSVC)])
        case .present(let providers, let featured):
            let parts: [String: JSONValue?] = [
                "providers": providers.map { .texts($0) }, "featured": featured.map { .texts($0) },
            ]
            return callback(.presentTVProviderDialog, parts.compactMapValues(\.self))
        case .dismiss: return callback(.dismissTVProviderDialog, [:])
        case .token(let resource): return callback(.setToken, ["token": .some, "resource": .string(resource)])
        case .refused(let resource, let code, let text):
            return callback(
                .tokenRequestFailed,
                ["resource": .string(resource), "errorCode": .string(code), "errorDescription": .string(text)])
        case .preauthorized(let resources): return callback(.preauthorizedResources, ["resources": .texts(resources)])
        case .decisions(let decisions, let failure):
            return callback(
                .preauthorizeResponse,
                ["status": failure.map(\.json) ?? .null, "decisions": .array(decisions.map(\.json))])
        case .selected(let mvpd): return callback(.selectedProvider, ["mvpd": .text(mvpd)])
        }
    }
}

extension JSONValue {
    /// Any text that says something.
    fileprivate static let some = JSONValue.object(["$some": .bool(true)])

    fileprivate static func textOrSome(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .some }
}

extension ExpectedCallback.Details {
    fileprivate var json: JSONValue {
        switch self {
        case .none: .null
        case .some: .object(["$keys": .texts(["code", "domain", "text"])])
        case .exactly(let details): .object(details.mapValues { .string($0) })
        }
    }
}

extension ExpectedCallback.Failure {
    fileprivate var json: JSONValue {
        .object([
            "status": .count(status), "code": .string(code), "action": .string(action), "details": .text(details),
        ])
    }
}

extension ExpectedCallback.Decision {
    fileprivate var json: JSONValue {
        .object([
            "id": .string(resource), "authorized": .bool(isAuthorized), "error": error.map(\.json) ?? .null,
        ])
    }
}

extension ExpectedValue {
    fileprivate var json: JSONValue {
        switch self {
        case .none: .null
        case .json(let value): value
        case .named(let name): .object(["$named": .string(name)])
        case .otherThan(let name): .object(["$otherThan": .string(name)])
        case .instant(let after): .object(["$after": .time(after)])
        }
    }
}
