import Base
import FoundationEssentials

/// The answer to `GET profiles`, `profiles/{mvpd}`, `profiles/code/{code}` and `POST profiles/sso/{partner}`, JSON.
///
/// Source: "REST API V2", profiles.
struct ProfilesBody: Sendable, Hashable {
    /// What the service knows of a person at one MVPD.
    struct Profile: Sendable, Hashable {
        /// The MVPD's id.
        var mvpd: String
        /// The profile's life, ms since 1970.
        var notBefore: Timestamp?
        /// See `notBefore`.
        var notAfter: Timestamp
        /// How it came about.
        var source: ServiceAuthentication.Source
        /// The person's metadata.
        var metadata: UserMetadata
    }

    /// Profiles that can be read, by the MVPD's id.
    var profiles: [Profile]
    /// MVPDs whose profile cannot be read: it is there, but nobody can say until when.
    var damaged: [String]

    /// Reads the answer; an answer without `profiles` is unreadable, one with none means that nobody is signed in.
    static func parse(_ body: Data, contentType: String?) throws(UnreadableAnswer) -> ProfilesBody {
        try JSONBody.read(ProfilesBody.self, body, contentType: contentType)
    }

    /// The profile at an MVPD, byte for byte (P08); nil when there is none.
    func profile(of mvpd: String) throws(UnreadableAnswer) -> Profile? {
        if let found = profiles.first(where: { $0.mvpd.isSameID(as: mvpd) }) { return found }
        if damaged.contains(where: { $0.isSameID(as: mvpd) }) {
            throw UnreadableAnswer("a profile without a readable end")
        }
        return nil
    }
}

extension ProfilesBody: Decodable {
    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: FieldName.self)
        guard let map = object.part("profiles") else { throw UnreadableAnswer("an answer without profiles") }
        profiles = []
        damaged = []
        // In order, so that equal answers are read equally.
        for key in map.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
            guard let profile = try? map.decode(ProfileObject.self, forKey: key),
                let notAfter = profile.notAfter
            else {
                damaged.append(key.stringValue)
                continue
            }
            profiles.append(
                Profile(
                    mvpd: key.stringValue, notBefore: profile.notBefore, notAfter: notAfter, source: profile.source,
                    metadata: profile.metadata))
        }
    }
}

private struct ProfileObject: Decodable {
    let notBefore: Timestamp?
    let notAfter: Timestamp?
    let source: ServiceAuthentication.Source
    let metadata: UserMetadata

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: FieldName.self)
        notBefore = try object.instant("notBefore")
        notAfter = try object.instant("notAfter")
        let source = Self.source(type: try object.text("type"), issuer: try object.text("issuer"))
        var metadata = UserMetadata(values: [:], encryptedKeys: [])
        if let attributes = object.part("attributes") {
            for key in attributes.allKeys {
                let attribute = try attributes.decode(Attribute.self, forKey: key)
                metadata.values[key.stringValue] = attribute.value
                if attribute.isEncrypted { metadata.encryptedKeys.insert(key.stringValue) }
            }
        }
        // In no schema of V2, yet what hosts ask for before they log out: derived when not sent (choice).
        if source == .partner, metadata.values["tokenSource"] == nil {
            metadata.values["tokenSource"] = .string("Apple")
        }
        self.source = source
        self.metadata = metadata
    }

    /// By type, else by issuer; what is unknown to us is a profile like any other (choice).
    private static func source(type: String?, issuer: String?) -> ServiceAuthentication.Source {
        switch type?.trimmed {
        case "appleSSO": .partner
        case "degraded": .degraded
        case "temporary": .temporary
        case "regular", "platformSSO", "serviceTokenSSO": .regular
        default: issuer?.trimmed.lowercased() == "apple" ? .partner : .regular
        }
    }
}

/// `{"value": …, "state": "plain"}`, or the bare value.
private struct Attribute: Decodable {
    let value: JSONValue
    let isEncrypted: Bool

    init(from decoder: any Decoder) throws {
        if let object = try? decoder.container(keyedBy: FieldName.self), object.contains(FieldName("value")) {
            value = try object.decode(JSONValue.self, forKey: FieldName("value"))
            isEncrypted = try object.text("state")?.trimmed.lowercased() == "enc"
        } else {
            value = try JSONValue(from: decoder)
            isEncrypted = false
        }
    }
}
