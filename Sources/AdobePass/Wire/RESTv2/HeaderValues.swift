import Base
import FoundationEssentials

/// The values of the header fields REST API V2 adds: base64 texts, never percent-encoded.
///
/// Source: "REST API V2", headers.
enum HeaderValues {
    /// `AP-Device-Identifier`: `fingerprint`, a space, base64 of the device id.
    static func deviceIdentifier(_ deviceID: Secret) -> String {
        "fingerprint " + Data(deviceID.exposed.utf8).base64EncodedString()
    }

    /// `AP-TempPass-Identity`: base64 of the host's values as a JSON object; nil for none.
    static func temporaryPassIdentity(_ values: [String: String]) -> String? {
        values.isEmpty ? nil : encoded(values)
    }

    /// `AP-Partner-Framework-Status`: base64 of a JSON object with both its parts, keys in order.
    ///
    /// The provider is told only while the application may know of it, and its end, ms since 1970, as a text; an
    /// account without an end is told without one (choice).
    static func partnerFrameworkStatus(_ status: PartnerFrameworkStatus) -> String {
        var permission = ["accessStatus": FieldValue.text(status.permission.rawValue)]
        permission["error"] = status.permissionFailure.map(FieldValue.init)
        var provider: [String: FieldValue] = [:]
        if status.permission == .granted {
            provider["id"] = status.providerIdentifier.map(FieldValue.text)
            if status.providerIdentifier != nil {
                provider["expirationDate"] = status.accountExpires.map { .text(String($0.milliseconds)) }
            }
        }
        provider["error"] = status.providerFailure.map(FieldValue.init)
        return encoded([
            "frameworkPermissionInfo": FieldValue.object(permission),
            "frameworkProviderInfo": .object(provider),
        ])
    }

    private static func encoded(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Texts by text keys: there is nothing JSON cannot hold.
        return ((try? encoder.encode(value)) ?? Data("{}".utf8)).base64EncodedString()
    }
}

/// A text or an object of them.
private indirect enum FieldValue: Encodable {
    case text(String)
    case object([String: FieldValue])

    init(_ failure: PartnerFrameworkStatus.Failure) {
        var members = ["code": FieldValue.text(failure.code)]
        members["message"] = failure.message.map(FieldValue.text)
        self = .object(members)
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .text(let text): try text.encode(to: encoder)
        case .object(let members): try members.encode(to: encoder)
        }
    }
}
