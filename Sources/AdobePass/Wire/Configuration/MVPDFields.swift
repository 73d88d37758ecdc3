/// An MVPD as it is put together field by field: one table for JSON and XML.
struct MVPDFields {
    private var mvpd = ConfiguredMVPD(id: "")

    /// Takes a field by its name on the wire; a repeated one replaces the former.
    ///
    /// Fields unknown to us and values a known field cannot have are kept in `otherFields`, so that nothing is lost and
    /// nothing new breaks a host (P09).
    mutating func set(_ name: String, _ text: String) {
        switch name {
        case "id": mvpd.id = text
        case "displayName": mvpd.displayName = text
        case "logoUrl": mvpd.logoURL = text.unlessBlank
        case "platformMappingId": mvpd.platformMappingID = text.unlessBlank
        case "boardingStatus": set(\.boardingStatus, BoardingStatus(rawValue: text.trimmed), name, text)
        case "iFrameWidth": set(\.iFrameWidth, Int(text.trimmed), name, text)
        case "iFrameHeight": set(\.iFrameHeight, Int(text.trimmed), name, text)
        default:
            if let flag = Self.flags[name] {
                set(flag, Self.truth(text), name, text)
            } else {
                keep(name, text)
            }
        }
    }

    /// Keeps a field as one unknown to us.
    mutating func keep(_ name: String, _ text: String) {
        mvpd.otherFields[name] = text
    }

    /// Adds to `requiredMetadataFields`.
    mutating func addRequiredMetadata(_ texts: [String]) {
        mvpd.requiredMetadataFields += texts
    }

    /// The MVPD, or nil if it has no id.
    ///
    /// Without a name it goes by its id.
    func finished() -> ConfiguredMVPD? {
        if mvpd.id.isBlank { return nil }
        var finished = mvpd
        if finished.displayName.isBlank { finished.displayName = finished.id }
        return finished
    }

    /// The name of the list of SAML attributes.
    static let requiredMetadata = "requiredMetadataFields"

    /// Whether a field of that name is a truth value.
    static func isFlag(_ name: String) -> Bool {
        flags[name] != nil
    }

    private mutating func set<Value>(
        _ field: WritableKeyPath<ConfiguredMVPD, Value?>, _ value: Value?, _ name: String, _ text: String
    ) {
        mvpd[keyPath: field] = value
        if value == nil, !text.isBlank { keep(name, text) }
    }

    private mutating func set(
        _ flag: WritableKeyPath<ConfiguredMVPD, Bool>, _ value: Bool?, _ name: String, _ text: String
    ) {
        // An odd value is not a yes (P09).
        mvpd[keyPath: flag] = value ?? false
        if value == nil, !text.isBlank { keep(name, text) }
    }

    private static func truth(_ text: String) -> Bool? {
        switch text.trimmed.lowercased() {
        case "true", "1": true
        case "false", "0": false
        default: nil
        }
    }

    private static let flags: [String: any WritableKeyPath<ConfiguredMVPD, Bool> & Sendable] = [
        "enablePlatformServices": \.enablePlatformServices,
        "displayInPlatformPicker": \.displayInPlatformPicker,
        "isTempPass": \.isTempPass,
        "isProxy": \.isProxy,
        "iFrameRequired": \.iFrameRequired,
        "foregroundLogout": \.foregroundLogout,
        "authPerAggregator": \.authPerAggregator,
    ]
}
