/// An MVPD as it is put together field by field, from JSON and XML alike.
struct MVPDFields {
    private var mvpd = ConfiguredMVPD(id: "")
    /// The known fields taken so far, a bit each.
    private var taken = 0

    /// Takes a field; of a repeated one the first holds. `name` is its name on the wire.
    ///
    /// Fields unknown to us and values a known field cannot have are kept in `otherFields`, so that nothing is lost and
    /// nothing new breaks a host (P09).
    mutating func set(_ field: MVPDField, _ text: String, name: @autoclosure () -> String) {
        guard takes(field) else { return }
        var isUnderstood = true
        switch field {
        case .id: mvpd.id = text
        case .displayName: mvpd.displayName = text
        case .logoURL: mvpd.logoURL = text.unlessBlank
        case .platformMappingID: mvpd.platformMappingID = text.unlessBlank
        case .boardingStatus:
            mvpd.boardingStatus = BoardingStatus(rawValue: text.trimmed)
            isUnderstood = mvpd.boardingStatus != nil
        case .iFrameWidth:
            mvpd.iFrameWidth = Int(text.trimmed)
            isUnderstood = mvpd.iFrameWidth != nil
        case .iFrameHeight:
            mvpd.iFrameHeight = Int(text.trimmed)
            isUnderstood = mvpd.iFrameHeight != nil
        case .requiredMetadataFields: mvpd.requiredMetadataFields = text.isBlank ? [] : [text]
        case .enablePlatformServices: isUnderstood = Self.read(text, into: &mvpd.enablePlatformServices)
        case .displayInPlatformPicker: isUnderstood = Self.read(text, into: &mvpd.displayInPlatformPicker)
        case .isTempPass: isUnderstood = Self.read(text, into: &mvpd.isTempPass)
        case .isProxy: isUnderstood = Self.read(text, into: &mvpd.isProxy)
        case .iFrameRequired: isUnderstood = Self.read(text, into: &mvpd.iFrameRequired)
        case .foregroundLogout: isUnderstood = Self.read(text, into: &mvpd.foregroundLogout)
        case .authPerAggregator: isUnderstood = Self.read(text, into: &mvpd.authPerAggregator)
        case .unknown: keep(text, name: name())
        }
        if !isUnderstood, !text.isBlank { keep(text, name: name()) }
    }

    /// Takes all texts of `requiredMetadataFields`, the one list.
    mutating func setRequiredMetadata(_ texts: [String]) {
        if takes(.requiredMetadataFields) { mvpd.requiredMetadataFields = texts }
    }

    /// Keeps a field as one unknown to us; of a repeated one the first holds.
    mutating func keep(_ text: String, name: String) {
        if mvpd.otherFields.isEmpty { mvpd.otherFields.reserveCapacity(3) }
        if let first = mvpd.otherFields.updateValue(text, forKey: name) { mvpd.otherFields[name] = first }
    }

    /// The MVPD, or nil if it has no id.
    ///
    /// Without a name it goes by its id.
    consuming func finished() -> ConfiguredMVPD? {
        if mvpd.id.isBlank { return nil }
        if mvpd.displayName.isBlank { mvpd.displayName = mvpd.id }
        return mvpd
    }

    /// Whether this is the first field of its kind.
    private mutating func takes(_ field: MVPDField) -> Bool {
        if field == .unknown { return true }
        defer { taken |= 1 << field.rawValue }
        return taken & 1 << field.rawValue == 0
    }

    /// False for an odd value, which is not a yes (P09).
    private static func read(_ text: String, into flag: inout Bool) -> Bool {
        let truth = truth(text)
        flag = truth ?? false
        return truth != nil
    }

    private static func truth(_ text: String) -> Bool? {
        // The usual spellings first, told apart without reading them where that will do.
        if text.utf8.count == 4, text == "true" { return true }
        if text.utf8.count == 5, text == "false" { return false }
        switch text.trimmed.lowercased() {
        case "true", "1": return true
        case "false", "0": return false
        default: return nil
        }
    }
}
