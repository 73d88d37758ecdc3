extension RESTv2 {
    /// Whether a resource may be watched; a permit brings its media token along. One request.
    ///
    /// A decision that may change by itself (action `retry`) is asked for 3 times in all. What each code means:
    /// `EnhancedErrorCode.denial`; a code unknown to us is judged by its action.
    /// - Errors: stage `authorization`, for refusals that say nothing about the person (400, 401, 429, 5xx), redirects,
    ///   no answer, and a success that cannot be read or is about something else.
    /// - Source: "REST API V2", retrieve authorization decisions; "Enhanced Error Codes".
    public func authorize(
        _ request: AuthorizationRequest, call: ServiceCall
    ) async throws(ServiceError) -> AuthorizationAnswer {
        try await reporting { () async throws(ServiceError) in
            try await decisions(request, call).authorize(
                .authorization, request.resource, genericData: request.genericData)
        }
    }

    /// A new media token: the authorization is asked for again, since each decision has one of its own.
    ///
    /// - Errors: stage `mediaToken`, as `authorize`; `unreadable` also for a permit without media token.
    /// - Source: "REST API V2", retrieve authorization decisions.
    public func mediaToken(
        _ request: AuthorizationRequest, call: ServiceCall
    ) async throws(ServiceError) -> MediaTokenAnswer {
        try await reporting { () async throws(ServiceError) in
            let answer = try await decisions(request, call).authorize(
                .mediaToken, request.resource, genericData: request.genericData)
            switch answer {
            case .denied(let denial): return .denied(denial)
            case .permitted(let authorization):
                guard let token = authorization.mediaToken else {
                    throw ServiceError(.mediaToken, .unreadable, because: "a permit without media token")
                }
                return .token(token)
            }
        }
    }

    /// Which resources may be watched: one request for every 5, one after the other; none for none.
    ///
    /// Resources for which the service names a passing trouble are asked about 3 times in all, they alone. A lot that
    /// fails fails the call.
    /// - Errors: stage `preauthorization`, for every answer but 200.
    /// - Source: "REST API V2", retrieve preauthorization decisions; "Enhanced Error Codes".
    public func preauthorize(
        _ request: PreauthorizationRequest, call: ServiceCall
    ) async throws(ServiceError) -> [PreauthorizationDecision] {
        try await reporting { () async throws(ServiceError) in
            try await Decisions(
                connection: connection, requestor: request.requestor, mvpd: request.mvpd, call: call
            ).preauthorize(request.resources)
        }
    }

    private func decisions(_ request: AuthorizationRequest, _ call: ServiceCall) -> Decisions {
        Decisions(connection: connection, requestor: request.requestor, mvpd: request.mvpd, call: call)
    }
}
