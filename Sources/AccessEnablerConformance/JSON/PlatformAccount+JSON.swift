import AccessEnabler
import Base
import PlatformAccount

extension AccountRequest {
    /// The question as a message carries it.
    var json: [String: JSONValue] {
        [
            "channel": .text(channelIdentifier), "supportedProviders": .texts(supportedProviderIdentifiers),
            "featuredProviders": .texts(featuredProviderIdentifiers), "verificationToken": .text(verificationToken),
            "includesProvider": .bool(includesProviderIdentifier), "includesExpiration": .bool(includesExpirationDate),
            "mayInterrupt": .bool(isInterruptionAllowed), "forcesAuthentication": .bool(forcesAuthentication),
            "attributes": .texts(attributeNames),
        ]
    }

    /// Reads `json`; what is missing is as in a silent request.
    init(json: JSONValue) {
        self.init(
            channelIdentifier: json["channel"]?.string,
            supportedProviderIdentifiers: json["supportedProviders"]?.strings ?? [],
            featuredProviderIdentifiers: json["featuredProviders"]?.strings ?? [],
            verificationToken: json["verificationToken"]?.string,
            includesProviderIdentifier: json["includesProvider"]?.flag ?? true,
            includesExpirationDate: json["includesExpiration"]?.flag ?? true,
            isInterruptionAllowed: json["mayInterrupt"]?.flag ?? false,
            forcesAuthentication: json["forcesAuthentication"]?.flag ?? false,
            attributeNames: json["attributes"]?.strings ?? [])
    }
}

extension AccountMetadata {
    /// The account as a message carries it.
    var json: JSONValue {
        .object([
            "provider": .text(providerIdentifier),
            "expires": expirationDate.map { .integer($0.milliseconds) } ?? .null,
            "saml": .text(samlResponse?.exposed),
        ])
    }

    /// Reads `json`.
    init(json: JSONValue) {
        self.init(
            providerIdentifier: json["provider"]?.string,
            expirationDate: json["expires"]?.whole.map { Timestamp(milliseconds: Int64($0)) },
            samlResponse: json["saml"]?.string.map { Secret($0) })
    }
}

extension PlatformAccountError {
    /// The error as a message carries it.
    var json: JSONValue {
        .parts([
            "domain": .string(domain), "code": .count(code.rawValue), "text": .string(message),
            "unsupportedProvider": unsupportedProviderIdentifier.map { .string($0) },
        ])
    }

    /// Reads `json`.
    init(json: JSONValue) {
        self.init(
            Code(rawValue: json["code"]?.whole ?? Code.serviceTemporarilyUnavailable.rawValue),
            domain: json["domain"]?.string ?? Self.frameworkDomain, message: json["text"]?.string ?? "",
            unsupportedProviderIdentifier: json["unsupportedProvider"]?.string)
    }
}

extension AccessPermission {
    /// The permission's name in JSON.
    var name: String { "\(self)" }

    /// The permission of this name.
    init?(name: String?) {
        guard let permission = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = permission
    }
}

extension PickerProvider {
    /// The provider as a message carries it.
    var json: JSONValue { .object(["id": .string(identifier), "name": .string(displayName)]) }

    /// Reads `json`; nil for anything else.
    init?(json: JSONValue) {
        guard let id = json["id"]?.string else { return nil }
        self.init(identifier: id, displayName: json["name"]?.string ?? id)
    }
}
