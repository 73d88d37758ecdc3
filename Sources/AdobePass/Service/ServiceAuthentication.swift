public import Base

/// An authentication as the service tells it.
public struct ServiceAuthentication: Sendable, Hashable {
    /// How the service says it came about.
    public enum Source: Sendable, Hashable {
        /// The platform account was exchanged.
        case partner
        /// The MVPD's own login.
        case regular
        /// A degradation rule.
        case degraded
        /// A temporary pass.
        case temporary
    }

    /// The programmer's id.
    public var requestor: String
    /// The MVPD's id; the one asked for when the service named none.
    public var mvpd: String
    /// The end of its life by the service's clock, ms since 1970.
    public var expires: Timestamp
    /// The MVPD's id of the person.
    public var userID: Secret?
    /// How it came about.
    public var source: Source
    /// The person's metadata when it came along (V2: the profile's attributes); nil = to be asked for.
    public var metadata: UserMetadata?

    /// Makes an authentication.
    public init(
        requestor: String, mvpd: String, expires: Timestamp, userID: Secret?, source: Source,
        metadata: UserMetadata? = nil
    ) {
        self.requestor = requestor
        self.mvpd = mvpd
        self.expires = expires
        self.userID = userID
        self.source = source
        self.metadata = metadata
    }
}
