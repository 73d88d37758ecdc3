/// The error codes of REST API V2 with their actions and statuses (rest-v2, Errors).
///
/// Not the SDK's table: the service and its client share no code, so that an error in one cannot hide in the other.
enum ErrorsV2 {
    private struct Row: Sendable {
        let status: Int
        let action: String
    }

    /// The refusal of that code; nil when there is no such code.
    static func refusal(_ code: String, details: String? = nil) -> Refusal? {
        rows[code].map { row in
            Refusal(row.status, code, message: message(code), details: details, action: row.action)
        }
    }

    /// Every code, in order.
    static var codes: [String] { rows.keys.sorted() }

    /// `authorization_denied_by_mvpd` as a sentence: nobody reads more out of it.
    private static func message(_ code: String) -> String {
        let words = code.split(separator: "_").joined(separator: " ")
        return words.prefix(1).uppercased() + words.dropFirst() + "."
    }

    private static let rows: [String: Row] = {
        var rows: [String: Row] = [:]
        func add(_ status: Int, _ action: String, _ prefix: String, _ names: String...) {
            for name in names { rows[prefix + name] = Row(status: status, action: action) }
        }
        add(
            400, "none", "invalid_parameter_", "service_provider", "mvpd", "code", "resources", "redirect_url",
            "partner", "saml_response")
        add(
            400, "none", "invalid_header_", "device_info", "device_identifier", "identity_for_temporary_access",
            "pfs_permission_access_not_present", "pfs_permission_access_not_determined",
            "pfs_permission_access_not_granted", "pfs_provider_id_not_determined", "pfs_provider_id_mismatch",
            "pfs_provider_info_expired")
        add(400, "none", "invalid_", "integration", "authentication_session")
        add(403, "none", "", "preauthorization_denied_by_mvpd")
        add(403, "none", "authorization_denied_by_", "mvpd", "parental_controls", "degradation_rule")
        add(500, "none", "", "internal_server_error")
        add(403, "configuration", "", "too_many_resources")
        add(
            500, "configuration", "invalid_configuration_", "user_metadata_certificate", "temporary_access", "platform",
            "platform_id", "platform_trait", "platform_category_trait", "platform_services", "mvpd_platform",
            "mvpd_platform_boarding_status", "mvpd_platform_profile_exchange")
        add(401, "application-registration", "invalid_access_token_", "service_provider", "client_application")
        add(403, "authentication", "authenticated_profile_", "missing", "expired", "invalidated")
        add(403, "authentication", "temporary_access_", "duration_limit_exceeded", "resources_limit_exceeded")
        add(403, "authentication", "authorization_denied_by_", "hba_policies", "session_invalidated")
        add(403, "authentication", "", "identity_not_recognized_by_mvpd")
        add(
            403, "retry", "", "network_received_error", "network_connection_timeout",
            "maximum_execution_time_exceeded")
        return rows
    }()
}

extension Refusal {
    /// What REST API V2 refuses with.
    static func v2(_ code: String, details: String? = nil) -> Refusal {
        ErrorsV2.refusal(code, details: details) ?? Refusal(500, "internal_server_error", details: code)
    }
}

extension PassSimulator {
    /// The error codes of REST API V2 the simulator knows: each can be had by `Fault.Effect.enhancedError`.
    public static var enhancedErrorCodes: [String] { ErrorsV2.codes }
}
