import AccessEnabler
import Base
import PlatformAccount

extension ImplementationContext {
    /// What an object is made with, as a message carries it.
    var json: JSONValue {
        .object([
            "softwareStatement": .string(softwareStatement), "applicationID": .string(applicationID),
            "platform": .string(platform.rawValue), "integrityCheck": .string("\(integrityCheck)"),
            "service": .string(service.rawValue), "serviceURL": .string(serviceURL),
            "redirectURL": .string(redirectURL), "storeDirectory": .string(storeDirectory),
            "keepsLimit": .bool(pacesService),
        ])
    }

    /// Reads `json`; nil for anything else.
    init?(
        json: JSONValue, platformAccount: any PlatformAccountBackend, clock: any DeviceClock,
        log: @escaping @Sendable (String) -> Void
    ) {
        guard let softwareStatement = json["softwareStatement"]?.string,
            let applicationID = json["applicationID"]?.string,
            let platform = json["platform"]?.string.flatMap({ PlatformBehaviour(rawValue: $0) }),
            let check = StorageIntegrityCheck.allCases.first(where: { .string("\($0)") == json["integrityCheck"] }),
            let service = json["service"]?.string.flatMap({ ServiceVersion(rawValue: $0) }),
            let serviceURL = json["serviceURL"]?.string, let redirectURL = json["redirectURL"]?.string,
            let storeDirectory = json["storeDirectory"]?.string
        else { return nil }
        self.init(
            softwareStatement: softwareStatement, applicationID: applicationID, platform: platform,
            integrityCheck: check, service: service, serviceURL: serviceURL, redirectURL: redirectURL,
            storeDirectory: storeDirectory, platformAccount: platformAccount, clock: clock,
            pacesService: json["keepsLimit"]?.flag ?? false, log: log, gone: { _ in })
    }
}

extension SeededToken {
    /// The token as a message carries it.
    var json: JSONValue {
        .object([
            "requestor": .string(requestor), "mvpd": .string(mvpd), "life": .time(life),
            "isForeign": .bool(isForeign), "isOfV1": .bool(isOfV1), "authorizations": .texts(authorizations),
        ])
    }

    /// Reads `json`; nil for anything else.
    init?(json: JSONValue) {
        guard let requestor = json["requestor"]?.string, let mvpd = json["mvpd"]?.string,
            let life = json["life"]?.duration
        else { return nil }
        self.init(
            requestor: requestor, mvpd: mvpd, life: life, isForeign: json["isForeign"]?.flag ?? false,
            isOfV1: json["isOfV1"]?.flag ?? false, authorizations: json["authorizations"]?.strings ?? [])
    }
}

extension WaitReason {
    /// The reason's name in JSON.
    var name: String { "\(self)" }

    /// The reason of this name.
    init?(name: String?) {
        guard let reason = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = reason
    }
}
