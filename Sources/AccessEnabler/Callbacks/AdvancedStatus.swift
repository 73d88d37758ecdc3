/// What the `status` callback carries: an advanced status code and what belongs to it.
///
/// Source: "Error Reporting", advanced status codes.
public struct AdvancedStatus: Sendable, Hashable {
    /// How much it matters; on the wire of the original in lower case.
    public enum Level: String, Sendable, Hashable, CaseIterable {
        /// Something went as it should.
        case success
        /// Worth knowing.
        case info
        /// Something is not as it should be, the call goes on.
        case warning
        /// The call failed, or part of it.
        case error
    }

    /// The code, such as `VSA403` or `CFG404`.
    public var errorID: String
    /// The level.
    public var level: Level
    /// A text that belongs to the code (VSA503, N004, REGCODE).
    public var message: String?
    /// The platform's original error (APPL_ERROR): keys `domain`, `code`, `text`.
    public var details: [String: String]?
    /// End of a registration code's life, ms since 1970 (REGCODE).
    public var expires: Int64?

    /// Makes a status.
    public init(
        errorID: String, level: Level, message: String? = nil, details: [String: String]? = nil, expires: Int64? = nil
    ) {
        self.errorID = errorID
        self.level = level
        self.message = message
        self.details = details
        self.expires = expires
    }
}
