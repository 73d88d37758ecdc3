import FoundationEssentials

/// Values of the host for the MVPD, as field `generic_data` carries them.
///
/// Source: "REST API V1", initiate authorization; percent-encoded JSON, not the round brackets of a sample: choice.
enum GenericData {
    /// A JSON object with its keys in order, not yet percent-encoded; nil for nothing.
    static func text(_ values: [String: String]) -> String? {
        if values.isEmpty { return nil }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(values)).map { String(decoding: $0, as: UTF8.self) }
    }
}
