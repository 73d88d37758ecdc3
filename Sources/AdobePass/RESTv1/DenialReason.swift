extension AuthorizationDenial.Reason {
    /// What a refusal of `authorize` or `tokens/media` means; nil when it is none.
    ///
    /// By the enhanced code, else by the enhanced action, else by status and message. `.unclear` is left when a 403 may
    /// mean the MVPD's no as well as a missing authentication.
    /// - Source: "Enhanced Error Codes"; "REST API V1", initiate authorization. A 400 that tells nothing is blamed on
    ///   the resource, since everything else in the request served before: choice.
    static func of(status: Int, detail: ServiceErrorDetail?) -> Reading? {
        guard [400, 403, 404, 410, 412].contains(status) else { return nil }
        if let code = detail?.code {
            if let reason = of(code: code) ?? of(action: detail?.action) { return .clear(reason) }
            return status == 403 ? .clear(.other) : nil
        }
        if let reason = of(action: detail?.action) { return .clear(reason) }
        switch status {
        case 400: return .clear(.invalidResource)
        case 404, 410: return .clear(.authorizationMissing)
        case 412: return .clear(.notAuthenticated)
        default: break
        }
        let message = detail?.message?.lowercased() ?? ""
        if message.contains("not authenticated") { return .clear(.notAuthenticated) }
        return message.contains("not authorized") ? .clear(.notAuthorized) : .unclear
    }

    /// See `of(status:detail:)`.
    enum Reading: Sendable, Hashable {
        /// The refusal tells its reason.
        case clear(AuthorizationDenial.Reason)
        /// Another question has to.
        case unclear
    }

    /// The codes both APIs know, then those of REST API V1 alone.
    private static func of(code: String) -> AuthorizationDenial.Reason? {
        if let known = EnhancedErrorCode(rawValue: code)?.denial { return known }
        switch code {
        case "missing_resource", "malformed_authz_request": return .invalidResource
        case "authorization_not_found", "authorization_expired": return .authorizationMissing
        case "authentication_session_missing", "authentication_session_expired",
            "authentication_session_issuer_mismatch", "authentication_session_invalidated":
            return .notAuthenticated
        default: return nil
        }
    }

    /// What the service asks for with a code unknown to us.
    private static func of(action: String?) -> AuthorizationDenial.Reason? {
        switch action.flatMap(EnhancedErrorAction.init) {
        case .authentication: .notAuthenticated
        case .authorization: .authorizationMissing
        case .retry: .mvpdUnreachable
        case .none?, .configuration, .applicationRegistration, nil: nil
        }
    }
}
