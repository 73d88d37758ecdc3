/// A question for many resources at once: which of them may this person play?
///
/// Source: "Preauthorize API", PreauthorizeRequest.
public struct PreauthorizeRequest: Sendable, Hashable {
    /// What of the call may be switched off.
    public enum Feature: String, Sendable, Hashable, CaseIterable {
        /// Decisions kept from earlier calls.
        case localCache = "LOCAL_CACHE"
        /// Decisions kept by the service. How to say so is documented for no REST API, so this changes nothing (choice).
        case remoteCache = "REMOTE_CACHE"
    }

    /// The resources' ids.
    public var resources: [String]
    /// What is switched off; nothing by default.
    public var disabledFeatures: Set<Feature>

    /// Makes a request.
    public init(resources: [String], disabledFeatures: Set<Feature> = []) {
        self.resources = resources
        self.disabledFeatures = disabledFeatures
    }
}

/// The answer to a `PreauthorizeRequest`.
///
/// Source: "Preauthorize API", PreauthorizeResponse.
public struct PreauthorizeResponse: Sendable, Hashable {
    /// Why the call as a whole failed; nil = it did not.
    public var status: PreauthorizeStatus?
    /// One decision for each resource, in the order asked; empty when the call failed.
    public var decisions: [PreauthorizeDecision]

    /// Makes a response.
    public init(status: PreauthorizeStatus? = nil, decisions: [PreauthorizeDecision]) {
        self.status = status
        self.decisions = decisions
    }
}

/// What is known of one resource.
///
/// Source: "Preauthorize API", Decision.
public struct PreauthorizeDecision: Sendable, Hashable, Identifiable {
    /// The resource's id, as asked.
    public var id: String
    /// Whether the person may play it.
    public var authorized: Bool
    /// Why not, when the service says so.
    public var error: PreauthorizeStatus?

    /// Makes a decision.
    public init(id: String, authorized: Bool, error: PreauthorizeStatus? = nil) {
        self.id = id
        self.authorized = authorized
        self.error = error
    }
}

/// An enhanced error.
///
/// Source: "Enhanced Error Codes", representation; "Preauthorize API", Status.
public struct PreauthorizeStatus: Error, Sendable, Hashable {
    /// The HTTP status that belongs to the error; 0 = there was no answer.
    public var status: Int
    /// What happened, one word of an open set such as `network_received_error`.
    public var code: String
    /// For engineers.
    public var message: String
    /// The MVPD's text for the person.
    public var details: String?
    /// Where to read on.
    public var helpURL: String?
    /// The service's trace id.
    public var trace: String?
    /// What to do: `none`, `retry`, `authentication`, …; an open set.
    public var action: String

    /// Makes an error.
    public init(
        status: Int, code: String, message: String, details: String? = nil, helpURL: String? = nil,
        trace: String? = nil, action: String
    ) {
        self.status = status
        self.code = code
        self.message = message
        self.details = details
        self.helpURL = helpURL
        self.trace = trace
        self.action = action
    }
}
