import AccessEnabler

extension Verb {
    /// The verb's name in the adapter protocol and in the list for other programs.
    var name: String {
        switch self {
        case .setRequestor: "setRequestor"
        case .checkAuthentication: "checkAuthentication"
        case .getMetadata: "getMetadata"
        case .setOptions: "setOptions"
        case .getAuthentication: "getAuthentication"
        case .setSelectedProvider: "setSelectedProvider"
        case .handleExternalURL: "handleExternalURL"
        case .logout: "logout"
        case .getSelectedProvider: "getSelectedProvider"
        case .checkAuthorization: "checkAuthorization"
        case .getAuthorization: "getAuthorization"
        case .checkPreauthorizedResources: "checkPreauthorizedResources"
        case .preauthorize: "preauthorize"
        }
    }

    /// The verb with its parameters.
    var json: [String: JSONValue] {
        var parts: [String: JSONValue]
        switch self {
        case .checkAuthentication, .logout, .getSelectedProvider:
            parts = [:]
        case .setRequestor(let requestor, let serviceProviders):
            parts = ["requestor": .string(requestor), "serviceProviders": .texts(serviceProviders)]
        case .getMetadata(let key, let arguments):
            parts = ["key": key.json, "arguments": .object(arguments.mapValues { .string($0) })]
        case .setOptions(let options):
            parts = ["options": options.json]
        case .getAuthentication(let forced, let filter):
            parts = ["forced": .bool(forced), "filter": filter.map(\.json) ?? .null]
        case .setSelectedProvider(let mvpd):
            parts = ["mvpd": .text(mvpd)]
        case .handleExternalURL(let url):
            parts = ["url": .string(url)]
        case .checkAuthorization(let resource, let data), .getAuthorization(let resource, let data):
            parts = ["resource": .string(resource), "data": .object(data.mapValues { .string($0) })]
        case .checkPreauthorizedResources(let resources, let cache):
            parts = ["resources": .texts(resources), "cache": .bool(cache)]
        case .preauthorize(let request):
            parts = [
                "resources": .texts(request.resources),
                "disabledFeatures": .texts(request.disabledFeatures.map(\.rawValue).sorted()),
            ]
        }
        parts["verb"] = .string(name)
        return parts
    }

    /// Reads `json`; nil for anything else.
    init?(json: JSONValue) {
        switch json["verb"]?.string {
        case "setRequestor":
            guard let requestor = json["requestor"]?.string else { return nil }
            self = .setRequestor(requestor, serviceProviders: json["serviceProviders"]?.strings ?? [])
        case "checkAuthentication": self = .checkAuthentication
        case "getMetadata":
            guard let key = json["key"].flatMap({ MetadataKey(json: $0) }) else { return nil }
            self = .getMetadata(key, arguments: json["arguments"]?.dictionary ?? [:])
        case "setOptions":
            guard let options = json["options"].flatMap({ Options(json: $0) }) else { return nil }
            self = .setOptions(options)
        case "getAuthentication":
            self = .getAuthentication(
                forced: json["forced"]?.flag ?? false, filter: json["filter"].flatMap { ProviderFilter(json: $0) })
        case "setSelectedProvider": self = .setSelectedProvider(json["mvpd"]?.string)
        case "handleExternalURL":
            guard let url = json["url"]?.string else { return nil }
            self = .handleExternalURL(url)
        case "logout": self = .logout
        case "getSelectedProvider": self = .getSelectedProvider
        case "checkAuthorization", "getAuthorization":
            guard let resource = json["resource"]?.string else { return nil }
            let data = json["data"]?.dictionary ?? [:]
            self =
                json["verb"] == .string("getAuthorization")
                ? .getAuthorization(resource, data: data) : .checkAuthorization(resource, data: data)
        case "checkPreauthorizedResources":
            guard let resources = json["resources"]?.strings else { return nil }
            self = .checkPreauthorizedResources(resources, cache: json["cache"]?.flag ?? true)
        case "preauthorize":
            guard let resources = json["resources"]?.strings else { return nil }
            let features = json["disabledFeatures"]?.strings ?? []
            self = .preauthorize(
                PreauthorizeRequest(
                    resources: resources,
                    disabledFeatures: Set(features.compactMap { PreauthorizeRequest.Feature(rawValue: $0) })))
        default: return nil
        }
    }
}

extension MetadataKey {
    /// What is asked for, by the original SDK's names.
    var json: JSONValue {
        switch self {
        case .authenticationExpiry: .object(["opcode": .string("METADATA_AUTHENTICATION")])
        case .authorizationExpiry(let resource):
            .object(["opcode": .string("METADATA_AUTHORIZATION"), "resource": .string(resource)])
        case .deviceID: .object(["opcode": .string("METADATA_DEVICE_ID")])
        case .userMetadata(let name): .object(["opcode": .string("METADATA_USER_META"), "name": .string(name)])
        }
    }

    /// Reads `json`; nil for anything else.
    init?(json: JSONValue) {
        switch (json["opcode"]?.string, json["resource"]?.string, json["name"]?.string) {
        case ("METADATA_AUTHENTICATION", _, _): self = .authenticationExpiry
        case ("METADATA_AUTHORIZATION", let resource?, _): self = .authorizationExpiry(resource: resource)
        case ("METADATA_DEVICE_ID", _, _): self = .deviceID
        case ("METADATA_USER_META", _, let name?): self = .userMetadata(name)
        default: return nil
        }
    }
}

extension Options {
    /// The options by the original SDK's names.
    var json: JSONValue {
        .parts([
            "applicationProfile": applicationProfile.map { .string($0) }, "visitorID": visitorID.map { .string($0) },
            "handleSVC": .bool(handleSVC), "device_info": .object(deviceInfo.mapValues { .string($0) }),
        ])
    }

    /// Reads `json`; nil for anything else.
    init?(json: JSONValue) {
        guard case .object = json else { return nil }
        self.init(
            applicationProfile: json["applicationProfile"]?.string, visitorID: json["visitorID"]?.string,
            handleSVC: json["handleSVC"]?.flag ?? false, deviceInfo: json["device_info"]?.dictionary ?? [:])
    }
}

extension ProviderFilter {
    /// The filter by the original SDK's names.
    var json: JSONValue {
        .object(["TV_PROVIDERS": .texts(tvProviders), "FEATURED_TV_PROVIDERS": .texts(featuredTVProviders)])
    }

    /// Reads `json`; nil for anything else.
    init?(json: JSONValue) {
        guard case .object = json else { return nil }
        self.init(
            tvProviders: json["TV_PROVIDERS"]?.strings ?? [],
            featuredTVProviders: json["FEATURED_TV_PROVIDERS"]?.strings ?? [])
    }
}
