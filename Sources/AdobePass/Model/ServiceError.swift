public import Base

/// Why the service gave no usable answer.
public struct ServiceError: Error, Sendable, Hashable {
    /// Where in the protocol it happened.
    public enum Stage: Sendable, Hashable, CaseIterable {
        /// Client registration.
        case registration
        /// The access token.
        case accessToken
        /// The requestor's configuration.
        case configuration
        /// The profile request, or partner session.
        case partnerRequest
        /// The exchange of the SAML response.
        case exchange
        /// Reading an authentication token or profile.
        case authentication
        /// Reading user metadata.
        case userMetadata
        /// The registration code or session of a login.
        case login
        /// Asking whether a resource may be watched.
        case authorization
        /// Getting a media token.
        case mediaToken
        /// Asking which resources could be watched.
        case preauthorization
        /// Ending a sign-in.
        case logout
    }

    /// What happened.
    public enum Code: Sendable, Hashable {
        /// Host not reached, connection lost before an answer.
        case unreachable
        /// No answer within the time limit.
        case timedOut
        /// TLS failed.
        case tls
        /// HTTP 429, retries used up.
        case throttled
        /// An answer with this HTTP status that is not one of the other cases; redirects included.
        case status(Int)
        /// A success that cannot be read: not the document due, cut, too large, a required field missing.
        case unreadable
        /// The calling task was cancelled.
        case cancelled
    }

    /// Where.
    public var stage: Stage
    /// What.
    public var code: Code
    /// The service's own error, when its body held one.
    public var detail: ServiceErrorDetail?
    /// The service's request id (`Adobe-Request-Id`), for the log.
    public var requestID: String?
    /// The answer's `Date`, ms since 1970, when there was one.
    public var serviceTime: Timestamp?
    /// A sentence for the log: no secret, no URL query, no body; 200 characters at most.
    public var message: String

    /// Makes an error.
    public init(
        _ stage: Stage, _ code: Code, detail: ServiceErrorDetail? = nil, requestID: String? = nil,
        serviceTime: Timestamp? = nil, message: String = ""
    ) {
        self.stage = stage
        self.code = code
        self.detail = detail
        self.requestID = requestID
        self.serviceTime = serviceTime
        self.message = message
    }
}

/// An error body, simple or enhanced; every field is optional.
///
/// Source: "REST API V1", errors; "Enhanced Error Codes".
public struct ServiceErrorDetail: Sendable, Hashable {
    /// Enhanced: what to do (`none`, `retry`, `application-registration`, …); an open set.
    public var action: String?
    /// The status in the body; may differ from the HTTP one.
    public var status: Int?
    /// Enhanced code, or `error` of client registration; an open set.
    public var code: String?
    /// Text for engineers, capped.
    public var message: String?
    /// Text of the MVPD, capped.
    public var details: String?
    /// Enhanced: the service's trace id.
    public var trace: String?
    /// Enhanced: an address that explains the error (`helpUrl`), capped; for engineers, never opened.
    public var helpURL: String?

    /// Makes a detail.
    public init(
        action: String? = nil, status: Int? = nil, code: String? = nil, message: String? = nil,
        details: String? = nil, trace: String? = nil, helpURL: String? = nil
    ) {
        self.action = action
        self.status = status
        self.code = code
        self.message = message
        self.details = details
        self.trace = trace
        self.helpURL = helpURL
    }
}
