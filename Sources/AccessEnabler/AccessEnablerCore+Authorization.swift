extension AccessEnablerCore {
    /// Tells which MVPD the person is signed in at, or has selected. No network.
    ///
    /// Callbacks: exactly one `selectedProvider`: the MVPD of the stored token where `checkAuthentication` would say 1,
    /// else the one selected for the next `getAuthentication`, else nil. Source: "iOS/tvOS SDK API Reference",
    /// getSelectedProvider; contract A6.
    public func getSelectedProvider() {
        take(.getSelectedProvider)
    }

    /// Asks for a media token for a resource, without ever starting a login.
    ///
    /// - Parameters:
    ///   - resource: a plain id, or an MRSS fragment; sent as it is and handed back byte for byte.
    ///   - data: values that go with the question to the MVPD (`generic_data`).
    ///
    /// Callbacks: exactly one `setToken` or `tokenRequestFailed`, then `sendTrackingData`; before them at most one
    /// `status`.
    /// - Permitted: Z010 by a degradation rule, Z011 by a temporary pass, else none.
    /// - USER_NOT_AUTHORIZED_ERROR: Z100, Z120, Z130, Z169 or N111 for a refusal; Z100 (throttled), SEC420, R400, R401 or
    ///   Z500 when there is no usable answer.
    /// - USER_NOT_AUTHENTICATED_ERROR: N000, VSA403, VSA404 or APPL_ERROR; N130 when the service has forgotten the
    ///   sign-in.
    /// - GENERIC_AUTHENTICATION_ERROR: 500 for an unreadable store; CFG400 or the configuration's last code without one.
    ///
    /// Source: "iOS/tvOS SDK API Reference", checkAuthorization; "Error Reporting"; contract A1, A3, A4.
    public func checkAuthorization(_ resource: String, data: [String: String] = [:]) {
        take(.checkAuthorization(resource, data: data))
    }

    /// Asks for a media token for a resource, after a login where there is none.
    ///
    /// A login that waits for a person already is joined, not started afresh.
    /// - Parameters:
    ///   - resource: a plain id, or an MRSS fragment; sent as it is and handed back byte for byte.
    ///   - data: values that go with the question to the MVPD (`generic_data`), and with a login it starts.
    ///
    /// Callbacks: those of `getAuthentication` while nobody is authenticated; then exactly one `setToken` or
    /// `tokenRequestFailed` and `sendTrackingData`, as `checkAuthorization`. A login that fails gives
    /// `tokenRequestFailed` with the code of its `setAuthenticationStatus`, one that is abandoned with
    /// USER_NOT_AUTHENTICATED_ERROR. Source: "iOS/tvOS SDK API Reference", getAuthorization; contract A2.
    public func getAuthorization(_ resource: String, data: [String: String] = [:]) {
        take(.getAuthorization(resource, data: data))
    }

    /// Asks which of these resources the person may play; nothing is played yet.
    ///
    /// - Parameters:
    ///   - resources: plain ids; one that is repeated is asked once.
    ///   - cache: decisions of this object's earlier calls count while the authentication is the same.
    ///
    /// Callbacks: exactly one `preauthorizedResources` with those permitted, in the order asked. It is empty when nobody
    /// is authenticated, there is no configuration, or the service cannot tell; one `status` comes before it then: N000,
    /// VSA403, VSA404, APPL_ERROR, 500, the configuration's code, SEC420, R400, R401, or P100. Source: "iOS/tvOS SDK API
    /// Reference", checkPreauthorizedResources; contract A5.
    public func checkPreauthorizedResources(_ resources: [String], cache: Bool = true) {
        take(.checkPreauthorizedResources(resources, usesCache: cache))
    }

    /// Asks which of these resources the person may play, with a decision and a reason for each.
    ///
    /// - Parameters:
    ///   - request: the resources, and what is switched off.
    ///   - completion: called once, in order with the callbacks and where they are called; never after the object is
    ///     released.
    ///
    /// Callbacks: none. A call that fails as a whole has a `status` and no decisions: the service's own error, or
    /// `requestor_not_configured`, `authentication_session_missing`, `authentication_session_expired`,
    /// `access_token_unavailable`, `server_response_format_unknown`, `network_error`, `too_many_requests`, `bad_request`,
    /// `internal_error`. Source: "Preauthorize API"; "Enhanced Error Codes"; contract A5.
    public func preauthorize(
        _ request: PreauthorizeRequest, completion: @escaping @Sendable (PreauthorizeResponse) -> Void
    ) {
        take(.preauthorize(request, completion: completion))
    }
}
