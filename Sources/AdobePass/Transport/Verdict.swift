/// What an answer asks of whoever sent the request, before its body means anything.
enum Verdict: Sendable, Hashable {
    /// It is the answer, good or bad.
    case settled
    /// Too many requests.
    case throttled
    /// The service has a bad moment.
    case transient
    /// The access token is no longer good: get another one.
    case tokenRefused
    /// The client registration is no longer good: register again.
    case clientRefused

    /// Judges a status and the error its body told, nil when it told none that can be read.
    ///
    /// Source: "Dynamic client registration"; "Enhanced error codes", actions. That a 403 without a readable error asks
    /// for another token (R08), and that a 401 does so whatever its body, is a choice.
    static func of(status: Int, detail: ServiceErrorDetail?) -> Verdict {
        let asksForRegistration = detail?.asksForRegistration ?? false
        switch status {
        case 400: return detail?.isInvalidClient ?? false ? .clientRefused : .settled
        case 401: return detail?.action == "application-registration" ? .clientRefused : .tokenRefused
        case 403:
            if asksForRegistration { return .clientRefused }
            if detail?.action == "retry" { return .transient }
            return detail == nil ? .tokenRefused : .settled
        case 429: return .throttled
        // What has to be mended at the dashboard is the same a moment later.
        case 500...599: return detail?.action == "configuration" ? .settled : .transient
        default: return .settled
        }
    }

    /// The failure it is, when it may pass by itself.
    var trouble: RetryPolicy.Trouble? {
        switch self {
        case .throttled: .throttled
        case .transient: .transient
        case .settled, .tokenRefused, .clientRefused: nil
        }
    }
}

extension ServiceErrorDetail {
    /// The service does not know the client, or no longer.
    var isInvalidClient: Bool { code == "invalid_client" }

    /// The service wants a new registration.
    var asksForRegistration: Bool { isInvalidClient || action == "application-registration" }
}
