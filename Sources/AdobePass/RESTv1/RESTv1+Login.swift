extension RESTv1 {
    /// A registration code and the address where it is used; a temporary pass signs in at once.
    ///
    /// One request, two for a temporary pass. The address is `authenticate` with every value encoded once,
    /// `redirect_url` last; the MVPD's page itself is never asked.
    /// - Errors: stage `login` when no code can be had; stage `authentication` for a temporary pass.
    /// - Source: "REST API V1", registration code, initiate authentication, TempPass.
    public func startLogin(_ request: LoginRequest, call: ServiceCall) async throws(ServiceError) -> LoginStart {
        try await reporting { () async throws(ServiceError) in
            let login = WebLogin(connection: connection, call: call)
            if request.mvpd.isTempPass { return try await login.startTemporaryPass(request) }
            return .session(try await login.start(request))
        }
    }

    /// The authentication a person got on this session: one request, and one more that gives the code back.
    ///
    /// 401 (after one new access token), 403, 404, 410 and an unreadable success mean: none yet (R07, L14).
    /// - Errors: stage `authentication` for any other answer, and for none.
    /// - Source: "REST API V1", retrieve authentication token, delete registration record.
    public func completedLogin(
        _ session: LoginSession, call: ServiceCall
    ) async throws(ServiceError) -> ServiceAuthentication? {
        try await reporting { () async throws(ServiceError) in
            try await WebLogin(connection: connection, call: call).complete(session)
        }
    }

    /// Removes this device's tokens of the requestor at the service, then names the MVPD's logout page (`logoutURL`).
    ///
    /// - Errors: stage `logout` for every answer but a success.
    /// - Source: "REST API V1", initiate logout.
    public func logout(_ request: LogoutRequest, call: ServiceCall) async throws(ServiceError) -> String? {
        try await reporting { () async throws(ServiceError) in
            let question = ServiceRequest(
                stage: .logout, method: "DELETE", path: "/api/v1/logout",
                query: [("requestor", request.requestor), ("deviceId", call.deviceID.exposed)])
            let answer = try await connection.send(question, call: call)
            guard (200...299).contains(answer.status) else { throw ServiceError(.logout, answer: answer) }
            return logoutURL(request)
        }
    }

    /// The logout page of the SDK channel, where a browser ends the MVPD's own session.
    ///
    /// - Source: "iOS/tvOS SDK API Reference", logout; the page on the `sp` host: choice.
    public func logoutURL(_ request: LogoutRequest) -> String? {
        Query.append(
            to: connection.connection.address.browserBase + "/adobe-services/logout",
            [
                ("noflash", "true"), ("mso_id", request.mvpd), ("requestor_id", request.requestor),
                ("redirect_url", request.redirectURL),
            ])
    }
}

extension ServiceAddress {
    /// The channel of browsers beside that of the API: `sp` where Adobe's hosts say `api`, else the same.
    var browserBase: String {
        switch base.lowercased() {
        case "https://api.auth.adobe.com": "https://sp.auth.adobe.com"
        case "https://api.auth-staging.adobe.com": "https://sp.auth-staging.adobe.com"
        default: base
        }
    }
}
