import Base

extension RESTv2 {
    /// A session and the address a person opens; a temporary pass, a degradation rule and a profile the service already
    /// holds sign in at once.
    ///
    /// One request, two when signed in at once, one more when the service wants to be told something again. A temporary
    /// pass has no session: its profile is asked for, with `genericData` as `AP-TempPass-Identity`. `forceAuthn` does not
    /// exist here: a profile that still lives answers.
    /// - Errors: stage `login`; stage `authentication` for the profile.
    /// - Source: "REST API V2", create and resume authentication session; TempPass: temporary access flows. A pass
    ///   without profile counts as used up: choice.
    public func startLogin(_ request: LoginRequest, call: ServiceCall) async throws(ServiceError) -> LoginStart {
        try await reporting { () async throws(ServiceError) in
            guard request.mvpd.isTempPass else {
                return try await SessionCalls(connection: connection, call: call).start(request)
            }
            do throws(ServiceError) {
                let found = try await questions(request.requestor, call).one(
                    .authentication, mvpd: request.mvpd.id, identity: request.genericData)
                return found.map { .signedIn($0) } ?? .temporaryPassExpired
            } catch {
                guard error.detail?.enhancedCode?.denial == .temporaryPassSpent else { throw error }
                connection.connection.note(error, next: "the temporary pass is used up")
                return .temporaryPassExpired
            }
        }
    }

    /// The profile a person got on this session. One request.
    ///
    /// As on REST API V1, 401 (after one new access token), 403, 404, 410, an unreadable success, and here a code that is
    /// over, mean: none yet (R07, L14).
    /// - Errors: stage `authentication` for any other answer, and for none.
    /// - Source: "REST API V2", retrieve profile for specific code.
    public func completedLogin(
        _ session: LoginSession, call: ServiceCall
    ) async throws(ServiceError) -> ServiceAuthentication? {
        try await reporting { () async throws(ServiceError) in
            let question = ServiceRequest(
                stage: .authentication, path: PathV2.of(session.requestor, "profiles", "code", session.code))
            let answer = try await connection.send(question, call: call)
            switch answer.status {
            case 200:
                guard let body = try? ProfilesBody.parse(answer.body, contentType: answer.contentType) else {
                    return nil
                }
                let questions = questions(session.requestor, call)
                guard let found = try? questions.read(.authentication, answer, body, session.mvpd) else { return nil }
                return session.isEarlier(found) ? nil : found
            case 401, 403, 404, 410: return nil
            case 400 where answer.detail?.enhancedCode == .invalidSession:
                // A code that is over may have led to a profile in its last moment (L07). An answer's time has whole seconds.
                let latest = (answer.serviceTime ?? environment.clock.now) + .seconds(1)
                guard session.expires <= latest else { return nil }
                // No code leads to a platform sign-in, a rule's or a temporary pass: the service has those by itself (S4.R3).
                // The first would stand before the person's own, so the platform is left out of the question.
                var call = call
                call.partnerFramework = nil
                let found = try? await questions(session.requestor, call).one(.authentication, mvpd: session.mvpd)
                return found.flatMap { session.isEarlier($0) || $0.source != .regular ? nil : $0 }
            default: throw ServiceError(.authentication, answer: answer)
            }
        }
    }

    /// Removes the profile at the service, and gives the MVPD's logout page where there is one to open. One request.
    ///
    /// A platform sign-in has none: the person signs out in the platform's settings.
    /// - Errors: stage `logout`.
    /// - Source: "REST API V2", initiate logout.
    public func logout(_ request: LogoutRequest, call: ServiceCall) async throws(ServiceError) -> String? {
        try await reporting { () async throws(ServiceError) in
            let question = ServiceRequest(
                stage: .logout, path: PathV2.of(request.requestor, "logout", request.mvpd),
                query: [("redirectUrl", request.redirectURL)])
            let answer = try await connection.send(question, call: call)
            guard answer.status == 200 else { throw ServiceError(.logout, answer: answer) }
            do throws(UnreadableAnswer) {
                let body = try LogoutsBody.parse(answer.body, contentType: answer.contentType)
                guard let page = body.page(of: request.mvpd) else { return nil }
                guard let url = connection.connection.address.browserURL(page) else {
                    throw UnreadableAnswer("a logout page at another host")
                }
                return url
            } catch {
                throw ServiceError(.logout, answer: answer, unreadable: error)
            }
        }
    }

    /// Nil: only the service knows the MVPD's logout page.
    public func logoutURL(_ request: LogoutRequest) -> String? { nil }

    /// What a session still wants to know, for a second screen that was given its code.
    ///
    /// - Errors: stage `login`; a code that is unknown or over is status 400, `invalid_authentication_session`.
    /// - Source: "REST API V2", retrieve authentication session.
    public func session(
        code: String, requestor: String, call: ServiceCall
    ) async throws(ServiceError) -> AuthenticationSession {
        try await reporting { () async throws(ServiceError) in
            try await SessionCalls(connection: connection, call: call).lookUp(code, requestor: requestor)
        }
    }

    /// Continues a session with what was missing, on a second screen; see `startLogin` for what it gives.
    ///
    /// - Errors: stage `login`.
    /// - Source: "REST API V2", resume authentication session.
    public func resumeSession(
        code: String, _ request: LoginRequest, call: ServiceCall
    ) async throws(ServiceError) -> LoginStart {
        try await reporting { () async throws(ServiceError) in
            try await SessionCalls(connection: connection, call: call).resume(code, request)
        }
    }
}
