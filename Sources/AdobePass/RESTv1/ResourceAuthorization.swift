import Base

/// May a person watch a resource, and the media token that opens it.
struct ResourceAuthorization: Sendable {
    let connection: AuthorizedConnection
    let request: AuthorizationRequest
    let call: ServiceCall

    /// `GET authorize`
    func authorize() async throws(ServiceError) -> AuthorizationAnswer {
        let question = question(.authorization, "/api/v1/authorize", GenericData.text(request.genericData))
        let answer = try await connection.send(question, call: call)
        guard answer.status == 200 else {
            let denial = try await denial(.authorization, answer)
            // Here it is what was asked for, so nobody could ask for it first.
            return .denied(denial.reason == .authorizationMissing ? denial.with(.other) : denial)
        }
        do throws(UnreadableAnswer) {
            let body = try AuthorizationBody.parse(answer.body, contentType: answer.contentType)
            try check(requestor: body.requestor, mvpd: body.mvpd, resource: body.resource)
            return .permitted(
                Authorization(
                    requestor: request.requestor, mvpd: request.mvpd.id, resource: request.resource,
                    expires: body.expires,
                    source: body.source ?? (request.mvpd.isTempPass ? .temporaryPass : .mvpd)))
        } catch {
            throw ServiceError(.authorization, answer: answer, unreadable: error)
        }
    }

    /// `GET tokens/media`
    func mediaToken() async throws(ServiceError) -> MediaTokenAnswer {
        let answer = try await connection.send(question(.mediaToken, "/api/v1/tokens/media"), call: call)
        guard answer.status == 200 else {
            // What a bare 403 means the next `authorize` finds out.
            return .denied(try await denial(.mediaToken, answer))
        }
        do throws(UnreadableAnswer) {
            let body = try MediaTokenBody.parse(answer.body, contentType: answer.contentType)
            try check(requestor: body.requestor, mvpd: body.mvpd, resource: body.resource)
            if let expires = body.expires, let now = answer.serviceTime, expires <= now {
                throw UnreadableAnswer("a media token that is over")
            }
            return .token(body.token)
        } catch {
            throw ServiceError(.mediaToken, answer: answer, unreadable: error)
        }
    }

    private func question(_ stage: ServiceError.Stage, _ path: String, _ genericData: String? = nil) -> ServiceRequest {
        var query = [
            ("requestor", request.requestor), ("deviceId", call.deviceID.exposed), ("resource", request.resource),
        ]
        if let genericData { query.append(("generic_data", genericData)) }
        return ServiceRequest(stage: stage, path: path, query: query)
    }

    /// What an answer names must be what was asked; what it does not name it does not deny.
    ///
    /// An MRSS fragment is not compared: a service may write the same fragment otherwise (choice).
    private func check(requestor: String?, mvpd: String?, resource: String?) throws(UnreadableAnswer) {
        func differs(_ told: String?, _ asked: String) -> Bool {
            told.map { !$0.isSameID(as: asked) && !$0.trimmed.isSameID(as: asked.trimmed) }
                ?? false
        }
        let isFragment = request.resource.trimmed.hasPrefix("<")
        if differs(requestor, request.requestor) || differs(mvpd, request.mvpd.id)
            || (!isFragment && differs(resource, request.resource))
        {
            throw UnreadableAnswer("an answer about another requestor, MVPD or resource")
        }
    }

    private func denial(_ stage: ServiceError.Stage, _ answer: ServiceAnswer) async throws(ServiceError)
        -> AuthorizationDenial
    {
        let detail = answer.detail
        let reason: AuthorizationDenial.Reason
        switch AuthorizationDenial.Reason.of(status: answer.status, detail: detail) {
        case nil: throw ServiceError(stage, answer: answer)
        case .clear(let told)?: reason = told
        case .unclear?: reason = stage == .mediaToken ? .authorizationMissing : try await hiddenReason()
        }
        let isPass = request.mvpd.isTempPass
        return AuthorizationDenial(
            reason: isPass ? try await passReason(reason, code: detail?.code) : reason, details: detail?.details)
    }

    /// A 403 without a word: whether an authentication is there tells one cause from the other.
    private func hiddenReason() async throws(ServiceError) -> AuthorizationDenial.Reason {
        try await status(of: "/api/v1/checkauthn") == 403 ? .notAuthenticated : .notAuthorized
    }

    /// A temporary pass permits everything while it lasts, so a no means its end.
    private func passReason(
        _ reason: AuthorizationDenial.Reason, code: String?
    ) async throws(ServiceError) -> AuthorizationDenial.Reason {
        switch reason {
        case .notAuthorized, .other: return .temporaryPassSpent
        case .notAuthenticated:
            if code == "authentication_session_expired" { return .temporaryPassSpent }
            if code == "authentication_session_missing" { return .notAuthenticated }
            // Held or over: it was started. Forgotten: it may be started again.
            switch try await status(of: "/api/v1/tokens/authn") {
            case 200, 410: return .temporaryPassSpent
            default: return .notAuthenticated
            }
        case .parentalControls, .degradationRule, .mvpdUnreachable, .invalidResource, .temporaryPassSpent,
            .authorizationMissing:
            return reason
        }
    }

    /// What the service says to another question; nil when it could not be asked, which does not undo the refusal.
    private func status(of path: String) async throws(ServiceError) -> Int? {
        let question = ServiceRequest(
            stage: .authentication, path: path,
            query: [("requestor", request.requestor), ("deviceId", call.deviceID.exposed)])
        do {
            return try await connection.send(question, call: call).status
        } catch {
            if error.code == .cancelled { throw error }
            connection.connection.note(error, next: "so the refusal's reason stays unknown")
            return nil
        }
    }
}

extension AuthorizationDenial {
    fileprivate func with(_ reason: Reason) -> AuthorizationDenial {
        AuthorizationDenial(reason: reason, details: details)
    }
}
