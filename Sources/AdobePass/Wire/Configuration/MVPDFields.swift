/// An MVPD as it is put together field by field: one table for JSON and XML.
struct MVPDFields {
    /// What a field's value is expected to be; it may be a text all the same.
    enum Kind {
        case text, flag, number, list
    }

    private var mvpd = ConfiguredMVPD(id: "")

    /// The kind of the field of that name; unknown fields are texts.
    static func kind(of name: String) -> Kind {
        switch name {
        case "id", "displayName", "logoUrl", "platformMappingId", "boardingStatus": .text
        case "iFrameWidth", "iFrameHeight": .number
        case "requiredMetadataFields": .list
        default: flags[name] == nil ? .text : .flag
        }
    }

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
        case "boardingStatus": mvpd.boardingStatus = understood(BoardingStatus(rawValue: text.trimmed), name, text)
        case "iFrameWidth": mvpd.iFrameWidth = understood(Int(text.trimmed), name, text)
        case "iFrameHeight": mvpd.iFrameHeight = understood(Int(text.trimmed), name, text)
        case "requiredMetadataFields": addRequiredMetadata(text.isBlank ? [] : [text])
        default:
            if let flag = Self.flags[name] {
                // An odd value is not a yes (P09).
                mvpd[keyPath: flag] = understood(Self.truth(text), name, text) ?? false
            } else {
                keep(name, text)
            }
        }
    }

    /// Adds to `requiredMetadataFields`, the one list.
    mutating func addRequiredMetadata(_ texts: [String]) {
        mvpd.requiredMetadataFields += texts
    }

    /// Keeps a field as one unknown to us.
    mutating func keep(_ name: String, _ text: String) {
        mvpd.otherFields[name] = text
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

    /// The value as it is; if the text has none, it is kept as that of an unknown field.
    private mutating func understood<Value>(_ value: Value?, _ name: String, _ text: String) -> Value? {
        if value == nil, !text.isBlank { keep(name, text) }
        return value
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
