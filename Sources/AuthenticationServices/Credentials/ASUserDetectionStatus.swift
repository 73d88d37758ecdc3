/// Whether a person seems to be real.
///
/// Source: "Authentication Services", ASUserDetectionStatus.
public enum ASUserDetectionStatus: Int, Sendable, Hashable, CaseIterable {
    /// Not told here. The web protocol tells it to native apps only, so this is the rule.
    case unsupported = 0
    /// Not known.
    case unknown = 1
    /// It seems so.
    case likelyReal = 2
}

/// Whether a person is a child.
///
/// Source: "Authentication Services", ASUserAgeRange.
public enum ASUserAgeRange: Int, Sendable, Hashable, CaseIterable {
    /// Not known. The web protocol does not tell, so this is always so here.
    case unknown = 0
    /// A child.
    case child = 1
    /// Not a child.
    case notChild = 2
}
