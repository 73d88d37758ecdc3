/// Resources of which a host wants to know beforehand whether a person may watch them.
public struct PreauthorizationRequest: Sendable, Hashable {
    /// The programmer's id.
    public var requestor: String
    /// The MVPD the person is signed in at.
    public var mvpd: ConfiguredMVPD
    /// The resources, any number; repeated ones are asked once.
    public var resources: [String]

    /// Makes a request.
    public init(requestor: String, mvpd: ConfiguredMVPD, resources: [String]) {
        self.requestor = requestor
        self.mvpd = mvpd
        self.resources = resources
    }
}

/// The service's word on one resource; advice, no permission.
public struct PreauthorizationDecision: Sendable, Hashable {
    /// The resource, byte for byte as asked.
    public var resource: String
    /// Whether it would be permitted.
    public var isAuthorized: Bool
    /// Why not, or what went wrong, when the service tells.
    public var error: ServiceErrorDetail?

    /// Makes a decision.
    public init(resource: String, isAuthorized: Bool, error: ServiceErrorDetail? = nil) {
        self.resource = resource
        self.isAuthorized = isAuthorized
        self.error = error
    }
}
