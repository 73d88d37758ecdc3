public import Base

extension RESTv2 {
    /// Asks whether the platform account can be exchanged: the partner session.
    ///
    /// One request, two when the service signs in without a SAML response: it holds a profile already, or a degradation
    /// rule is on (S2.X6 shows here alone). `.declined` is every fallback to the MVPD's own login, and any 4xx.
    /// - Errors: stage `partnerRequest`, for 5xx, redirects, no answer, and a success that cannot be read; stage
    ///   `authentication` for the profile.
    /// - Source: "REST API V2", retrieve partner authentication request.
    public func beginPartnerSignIn(
        _ request: PartnerSignInRequest, call: ServiceCall
    ) async throws(ServiceError) -> PartnerSignInStart {
        try await reporting { () async throws(ServiceError) in
            try await exchange(request, call).begin()
        }
    }

    /// The exchange of the SAML response for a profile. One request, not tried again when its outcome is unknown.
    ///
    /// - Errors: stage `exchange`; `unreadable` also when the answer holds no profile at the MVPD.
    /// - Source: "REST API V2", retrieve profile using partner authentication response.
    public func completePartnerSignIn(
        _ request: PartnerSignInRequest, samlResponse: Secret, call: ServiceCall
    ) async throws(ServiceError) -> ServiceAuthentication {
        try await reporting { () async throws(ServiceError) in
            try await exchange(request, call).complete(samlResponse: samlResponse)
        }
    }

    private func exchange(_ request: PartnerSignInRequest, _ call: ServiceCall) -> PartnerSession {
        var call = call
        // Who exchanges an account was granted it, whatever else the call knows.
        let known = call.partnerFramework
        call.partnerFramework = PartnerFrameworkStatus(
            permission: .granted, providerIdentifier: request.providerIdentifier,
            accountExpires: request.accountExpires, permissionFailure: known?.permissionFailure,
            providerFailure: known?.providerFailure)
        return PartnerSession(connection: connection, request: request, call: call)
    }
}

/// The exchange of a platform account on REST API V2.
struct PartnerSession: Sendable {
    let connection: DeviceConnection
    let request: PartnerSignInRequest
    let call: ServiceCall

    /// As it is spelled in the documents.
    private static let partner = "Apple"

    /// `POST sessions/sso/{partner}`.
    func begin() async throws(ServiceError) -> PartnerSignInStart {
        // Both, or the service falls back even for an account that is fine.
        var fields = [("redirectUrl", request.redirectURL)]
        if let domain = request.domain { fields.insert(("domainName", domain), at: 0) }
        let answer: ServiceAnswer
        let body: SessionBody
        do throws(ServiceError) {
            (answer, body) = try await SessionCalls(connection: connection, call: call).post(
                .partnerRequest, PathV2.of(request.requestor, "sessions", "sso", Self.partner), fields, call.company)
        } catch {
            guard case .status(400...499) = error.code else { throw error }
            connection.connection.note(error, next: "so there is no exchange")
            return .declined
        }
        switch body.action {
        case .partnerProfile: return try askPlatform(answer, body)
        case .authorize:
            try check(answer, body)
            let questions = ProfileQuestions(connection: connection, requestor: request.requestor, call: call)
            guard let found = try await questions.one(.authentication, mvpd: request.mvpd.id) else {
                throw ServiceError(.authentication, .unreadable, because: "signed in, yet without a profile")
            }
            return .signedIn(found)
        case .authenticate, .resume, .retry:
            connection.connection.log.log(
                .debug, category: "service", "no exchange: \(body.reason?.rawValue ?? "no reason given")")
            return .declined
        }
    }

    /// `POST profiles/sso/{partner}`: 201, or 200 when a degradation rule signs in.
    func complete(samlResponse: Secret) async throws(ServiceError) -> ServiceAuthentication {
        let saml = SAMLText.base64(samlResponse.exposed)
        let exchange = ServiceRequest(
            stage: .exchange, method: "POST",
            path: PathV2.of(request.requestor, "profiles", "sso", Self.partner),
            headers: [("Content-Type", FormBody.contentType)], body: FormBody.encode([("SAMLResponse", saml)]),
            secrets: [samlResponse, Secret(saml)])
        let answer = try await connection.send(exchange, call.company, call: call)
        guard [200, 201].contains(answer.status) else { throw ServiceError(.exchange, answer: answer) }
        let body: ProfilesBody
        do {
            body = try ProfilesBody.parse(answer.body, contentType: answer.contentType)
        } catch {
            throw ServiceError(.exchange, answer: answer, unreadable: error)
        }
        let questions = ProfileQuestions(connection: connection, requestor: request.requestor, call: call)
        guard let found = try questions.read(.exchange, answer, body, request.mvpd.id) else {
            throw ServiceError(
                .exchange, answer: answer, unreadable: UnreadableAnswer("no living profile at this MVPD"))
        }
        return found
    }

    private func askPlatform(
        _ answer: ServiceAnswer, _ body: SessionBody
    ) throws(ServiceError) -> PartnerSignInStart {
        try check(answer, body)
        guard let asked = body.partnerRequest else {
            throw ServiceError(
                .partnerRequest, answer: answer, unreadable: UnreadableAnswer("no request for the platform"))
        }
        return .askPlatform(verificationToken: asked.request, attributeNames: asked.attributeNames)
    }

    /// What the answer names must be what was asked for; what it does not name it does not deny.
    private func check(_ answer: ServiceAnswer, _ body: SessionBody) throws(ServiceError) {
        if request.mvpd.id.isContradicted(by: body.mvpd) || request.requestor.isContradicted(by: body.serviceProvider) {
            throw ServiceError(
                .partnerRequest, answer: answer, unreadable: UnreadableAnswer("a session of another MVPD or requestor"))
        }
    }
}
