extension RESTv1 {
    /// Whether a resource may be watched.
    ///
    /// One request; one more when a 403 hides which of its two causes it has, so that `.notAuthorized` and
    /// `.notAuthenticated` are told apart by the enhanced code, else by the message, else by `checkauthn`. For a
    /// temporary pass a refusal is its end. The MVPD that cannot be reached is tried 3 times in all.
    ///
    /// An enhanced code that asks for a new sign-in is `.notAuthenticated`, home-based sign-in policies among them.
    /// Without enhanced errors a parental control or a degradation rule looks like any other no.
    /// - Errors: stage `authorization`, for 401, 429, 5xx, redirects, no answer, other 400s (such as
    ///   `unknown_integration`), and a success that cannot be read or is about something else.
    /// - Source: "REST API V1", initiate authorization; "Enhanced Error Codes".
    public func authorize(
        _ request: AuthorizationRequest, call: ServiceCall
    ) async throws(ServiceError) -> AuthorizationAnswer {
        try await reporting { () async throws(ServiceError) in
            try await ResourceAuthorization(connection: connection, request: request, call: call).authorize()
        }
    }

    /// A media token for a resource authorized before: one request.
    ///
    /// Its token is a secret: it stands in no log and no error. A refusal that does not say why is
    /// `.authorizationMissing`, since the next `authorize` finds out.
    /// - Errors: stage `mediaToken`, as `authorize`.
    /// - Source: "REST API V1", obtain short media token.
    public func mediaToken(
        _ request: AuthorizationRequest, call: ServiceCall
    ) async throws(ServiceError) -> MediaTokenAnswer {
        try await reporting { () async throws(ServiceError) in
            try await ResourceAuthorization(connection: connection, request: request, call: call).mediaToken()
        }
    }

    /// Which resources may be watched: one request for every 5, one after the other; none for none.
    ///
    /// Resources for which the service names a passing trouble are asked about 3 times in all, they alone. A lot that
    /// fails fails the call.
    /// - Errors: stage `preauthorization`, for every answer but 200 (412: not authenticated; 403
    ///   `too_many_resources`), and for a list without any resource, which is how older services refuse too many.
    /// - Source: "REST API V1", retrieve the list of preauthorized resources; "Enhanced Error Codes".
    public func preauthorize(
        _ request: PreauthorizationRequest, call: ServiceCall
    ) async throws(ServiceError) -> [PreauthorizationDecision] {
        try await reporting { () async throws(ServiceError) in
            try await PreauthorizationQuestion(connection: connection, request: request, call: call).answer()
        }
    }
}
