public import Base

/// A stored authorization: until when a signed-in person may play a resource.
///
/// It belongs to one authentication token and is gone with it. The media token is not part of it and never stored.
public struct AuthorizationToken: Sendable, Hashable {
    /// Who permits.
    public enum Source: String, Sendable, Hashable, CaseIterable {
        /// The MVPD.
        case mvpd
        /// A degradation rule.
        case degraded
        /// A temporary pass.
        case temporaryPass
    }

    /// The resource, byte for byte as the host names it.
    public var resource: String
    /// The end of its life by the service's clock, ms since 1970.
    public var expires: Timestamp
    /// Who permits.
    public var source: Source

    /// Makes an authorization.
    public init(resource: String, expires: Timestamp, source: Source = .mvpd) {
        self.resource = resource
        self.expires = expires
        self.source = source
    }
}
