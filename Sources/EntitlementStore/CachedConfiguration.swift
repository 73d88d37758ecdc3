public import FoundationEssentials

/// A configuration body kept for a conditional request.
public struct CachedConfiguration: Sendable, Hashable {
    /// The body as received.
    public var body: Data
    /// Its content type.
    public var contentType: String
    /// The service's `ETag`.
    public var entityTag: String?
    /// The service's `Last-Modified`.
    public var lastModified: String?

    /// Makes an entry.
    public init(body: Data, contentType: String, entityTag: String?, lastModified: String?) {
        self.body = body
        self.contentType = contentType
        self.entityTag = entityTag
        self.lastModified = lastModified
    }
}
