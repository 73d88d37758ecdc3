public import Base

/// A requestor's configuration: who it is and which MVPDs it is integrated with.
///
/// Source: "REST API V1", configuration.
public struct RequestorConfiguration: Sendable, Hashable {
    /// The programmer's id.
    public var requestor: String
    /// The name a person reads.
    public var name: String
    /// Registered domains, in order.
    public var domains: [String]
    /// Active integrations in the service's order; ids are unique (duplicates: first SSO supported, else first; choice).
    public var mvpds: [ConfiguredMVPD]

    /// Makes a configuration.
    public init(requestor: String, name: String = "", domains: [String] = [], mvpds: [ConfiguredMVPD]) {
        self.requestor = requestor
        self.name = name
        self.domains = domains
        self.mvpds = mvpds
    }
}

/// A configuration and the service's own time when it answered.
public struct ConfigurationAnswer: Sendable, Hashable {
    /// The configuration.
    public var configuration: RequestorConfiguration
    /// The answer's `Date`, ms since 1970; nil when absent or unreadable.
    public var serviceTime: Timestamp?

    /// Makes an answer.
    public init(configuration: RequestorConfiguration, serviceTime: Timestamp?) {
        self.configuration = configuration
        self.serviceTime = serviceTime
    }
}
