public import FoundationEssentials

/// Where configuration bodies with their validators are kept between runs; losing one costs a full answer, no more.
///
/// Calls come from the concurrency pool: one that may block is to do so elsewhere.
public protocol ConfigurationCache: Sendable {
    /// The entry under this key, or nil.
    func load(key: String) async -> CachedBody?
    /// Keeps or, with nil, drops it.
    func save(_ body: CachedBody?, key: String) async
}

/// A body with its validators.
public struct CachedBody: Sendable, Hashable {
    /// The body as received.
    public var body: Data
    /// Its content type.
    public var contentType: String
    /// `ETag`.
    public var entityTag: String?
    /// `Last-Modified`.
    public var lastModified: String?

    /// Makes an entry.
    public init(body: Data, contentType: String, entityTag: String?, lastModified: String?) {
        self.body = body
        self.contentType = contentType
        self.entityTag = entityTag
        self.lastModified = lastModified
    }
}
