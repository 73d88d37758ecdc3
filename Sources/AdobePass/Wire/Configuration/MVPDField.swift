#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The fields of an MVPD in a configuration, by their names on the wire.
enum MVPDField: Int {
    case id, displayName, logoURL, platformMappingID, boardingStatus, iFrameWidth, iFrameHeight
    case requiredMetadataFields
    case enablePlatformServices, displayInPlatformPicker, isTempPass, isProxy, iFrameRequired, foregroundLogout
    case authPerAggregator
    /// Any other.
    case unknown

    /// The field of that name, byte for byte.
    init(_ name: String) {
        var name = name
        self = name.withUTF8 { MVPDField($0) }
    }

    /// The field of that name in UTF-8; bytes are compared, since 1,000 MVPDs have some 12,000 names.
    init(_ name: UnsafeBufferPointer<UInt8>) {
        for (known, field) in Self.names where known.utf8CodeUnitCount == name.count {
            if let start = name.baseAddress, memcmp(start, known.utf8Start, name.count) == 0 {
                self = field
                return
            }
        }
        self = .unknown
    }

    private static let names: [(StaticString, MVPDField)] = [
        ("id", .id), ("displayName", .displayName), ("logoUrl", .logoURL),
        ("platformMappingId", .platformMappingID), ("boardingStatus", .boardingStatus),
        ("iFrameWidth", .iFrameWidth), ("iFrameHeight", .iFrameHeight),
        ("requiredMetadataFields", .requiredMetadataFields), ("enablePlatformServices", .enablePlatformServices),
        ("displayInPlatformPicker", .displayInPlatformPicker), ("isTempPass", .isTempPass), ("isProxy", .isProxy),
        ("iFrameRequired", .iFrameRequired), ("foregroundLogout", .foregroundLogout),
        ("authPerAggregator", .authPerAggregator),
    ]
}
