package import AdobePass

/// The errors of `preauthorize`: the SDK's own with status 0, and the service's.
///
/// Source: "Preauthorize API", failures; "Enhanced Error Codes". Where neither has a code: choice.
extension PreauthorizeStatus {
    /// The resource cannot be asked about (Z130).
    package static let malformedResource = own(
        "malformed_authz_request", "The resource is empty, too long, or no well-formed MRSS fragment.")

    /// There is no configuration; `details` has the advanced code that says why.
    package static func notConfigured(_ code: AdvancedStatus) -> PreauthorizeStatus {
        own(
            "requestor_not_configured", "No configuration is in force: setRequestor comes first.",
            details: code.errorID, action: "retry")
    }

    /// Nobody is signed in; `details` has the advanced code when the platform or the store is why.
    package static func notAuthenticated(_ check: CheckAuthentication.Decision) -> PreauthorizeStatus {
        switch check.explanation {
        case .storeUnreadable?:
            return own("internal_error", "The store cannot be read.", action: "retry")
        case let code? where code != .notAuthenticated:
            return own(
                "authentication_session_missing", "The platform sign-in cannot be confirmed.", details: code.errorID,
                action: "authentication")
        default:
            return check.fault == .expired
                ? own("authentication_session_expired", "The sign-in is over.", action: "authentication")
                : own("authentication_session_missing", "Nobody is signed in.", action: "authentication")
        }
    }

    /// The service's own error, every field as it came.
    package init(_ detail: ServiceErrorDetail) {
        self.init(
            status: detail.status ?? 0, code: detail.code ?? "", message: detail.message ?? "",
            details: detail.details, helpURL: detail.helpURL, trace: detail.trace, action: detail.action ?? "")
    }

    /// A call the service did not answer; its own words where it has any.
    package init(_ error: ServiceError) {
        var status = Self.word(for: error)
        if let detail = error.detail {
            status.status = detail.status ?? status.status
            status.code = detail.code ?? status.code
            status.message = detail.message ?? status.message
            status.details = detail.details
            status.helpURL = detail.helpURL
            status.trace = detail.trace
            status.action = detail.action ?? status.action
        }
        self = status
    }

    private static func word(for error: ServiceError) -> PreauthorizeStatus {
        switch (error.code, error.stage) {
        case (.unreachable, _), (.timedOut, _), (.cancelled, _), (.tls, _):
            return own("network_error", "The service was not reached.")
        case (.throttled, _):
            return PreauthorizeStatus(
                status: 429, code: "too_many_requests", message: "The service is asked too often.",
                action: "retry-after")
        case (.status, .registration), (.status, .accessToken), (.unreadable, .registration),
            (.unreadable, .accessToken), (.status(401), _):
            return own("access_token_unavailable", "No access token could be had.")
        case (.unreadable, _):
            return own("server_response_format_unknown", "The service's answer cannot be read.")
        case (.status(let status), _):
            return word(for: status)
        }
    }

    private static func word(for status: Int) -> PreauthorizeStatus {
        switch status {
        case 400:
            return PreauthorizeStatus(
                status: status, code: "bad_request", message: "The service refuses the request.", action: "none")
        case 412:
            return PreauthorizeStatus(
                status: status, code: "authentication_session_missing",
                message: "The service knows no sign-in of this device.", action: "authentication")
        default:
            return PreauthorizeStatus(
                status: status, code: "internal_error", message: "The service failed with HTTP \(status).",
                action: status >= 500 ? "retry" : "none")
        }
    }

    private static func own(
        _ code: String, _ message: String, details: String? = nil, action: String = "none"
    ) -> PreauthorizeStatus {
        PreauthorizeStatus(status: 0, code: code, message: message, details: details, action: action)
    }
}
