/// The enhanced errors with their usual statuses (rest-v1, section 10).
struct EnhancedError: Sendable, Hashable {
    var status: Int
    var action: String

    private static func all(_ status: Int, _ action: String, _ codes: String...) -> [(String, EnhancedError)] {
        codes.map { ($0, EnhancedError(status: status, action: action)) }
    }

    /// By code. The degradation rule's is that of REST API V2, since V1 names none (choice).
    static let table = Dictionary(
        uniqueKeysWithValues: all(
            400, "none", "invalid_requestor", "invalid_device_info", "invalid_device_id", "missing_resource",
            "malformed_authz_request")
            + all(
                403, "none", "authorization_denied_by_mvpd", "preauthorization_denied_by_mvpd",
                "authorization_denied_by_parental_controls", "authorization_denied_by_degradation_rule")
            + all(500, "none", "internal_error")
            + all(400, "configuration", "unknown_integration") + all(403, "configuration", "too_many_resources")
            + all(400, "authentication", "authentication_session_issuer_mismatch")
            + all(
                403, "authentication", "authorization_denied_by_hba_policies",
                "authorization_denied_by_session_invalidated", "identity_not_recognized_by_mvpd",
                "authentication_session_invalidated", "authentication_session_missing",
                "authentication_session_expired", "temporary_access_duration_limit_exceeded",
                "temporary_access_resources_limit_exceeded")
            + all(
                412, "authentication", "preauthorization_authentication_session_missing",
                "preauthorization_authentication_session_expired")
            + all(403, "authorization", "authorization_not_found", "authorization_expired")
            + all(
                403, "retry", "network_received_error", "network_connection_timeout",
                "maximum_execution_time_exceeded"))
}

extension Refusal {
    /// The refusal of an enhanced code, with the message the simple form has for its status.
    ///
    /// `details` is the MVPD's text.
    static func enhanced(_ code: String, details: String? = nil, status: Int? = nil) -> Refusal {
        let known = EnhancedError.table[code] ?? EnhancedError(status: 403, action: "none")
        var message: String?
        if known.status == 403 {
            message = code.contains("authentication_session") ? "User not Authenticated" : "User not authorized"
        }
        return Refusal(status ?? known.status, code, message: message, details: details, action: known.action)
    }
}
