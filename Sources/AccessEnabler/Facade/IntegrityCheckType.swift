// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// What to do with the storage when an object is made.
///
/// Source: "iOS/tvOS SDK Storage Integrity Check".
public enum IntegrityCheckType: Int, Sendable, Hashable, CaseIterable {
    /// Nothing.
    case INTEGRITY_CHECK_NONE
    /// Probe it for reading and writing, and validate every value; clear it when anything fails.
    case INTEGRITY_CHECK_ALL
    /// Clear it.
    case INTEGRITY_CHECK_CLEAR

    /// The core's name for it.
    var check: StorageIntegrityCheck {
        switch self {
        case .INTEGRITY_CHECK_NONE: return .none
        case .INTEGRITY_CHECK_ALL: return .all
        case .INTEGRITY_CHECK_CLEAR: return .clear
        }
    }
}
