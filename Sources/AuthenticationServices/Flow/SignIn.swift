import Base
import Foundation

/// What a sign-in is to do: the request's values of the moment it was performed.
struct SignInRequest: Sendable {
    var scopes: [ASAuthorization.Scope]
    var state: String?
    var nonce: String?
    var user: String?
}

extension SignInWithAppleService {
    /// Signs a person in by the provider's page.
    func signIn(
        _ request: SignInRequest, anchor: ASPresentationAnchor?
    ) async throws(ASAuthorizationError) -> ASAuthorizationAppleIDCredential {
        guard let present else {
            throw ASAuthorizationError(.notInteractive, "there is no way to show the page")
        }
        let listener = try openListener()
        defer { listener?.stop() }
        guard let redirectURI = configuration.redirectURI ?? listener?.address else {
            throw ASAuthorizationError(.unknown, "no redirect address is configured")
        }
        let usesProofKey =
            switch configuration.proofKey {
            case .always: true
            case .never: false
            case .whereAnnounced: await endpoints.announcesProofKey()
            }
        let values = AuthorizationRequestValues(
            nonce: request.nonce, usesProofKey: usesProofKey, redirectURI: redirectURI,
            clientID: configuration.clientID, scopes: request.scopes)
        let reply = try await reply(to: values, anchor, present)
        switch reply.outcome {
        case .error("user_cancelled_authorize"): throw ASAuthorizationError(.canceled, "the person cancelled")
        case .error(let code): throw ASAuthorizationError(.failed, "refused with \(RefusalCode(code).text)")
        case .unreadable: throw ASAuthorizationError(.invalidResponse, "the answer has neither code nor error")
        case .code(let code, let token, let details):
            return try await complete(
                request, values, FrontChannel(code: code, identityToken: token, details: details))
        }
    }

    private func openListener() throws(ASAuthorizationError) -> RedirectListener? {
        guard let settings = configuration.listener else { return nil }
        do throws(LocalServer.Failure) {
            return try RedirectListener(settings) { [replies] body in
                RedirectReply(form: body).map { replies.take($0) } ?? false
            }
        } catch {
            throw ASAuthorizationError(.notHandled, error.message)
        }
    }

    private func reply(
        to values: AuthorizationRequestValues, _ anchor: ASPresentationAnchor?,
        _ present: @escaping AuthorizationPagePresenter
    ) async throws(ASAuthorizationError) -> RedirectReply {
        guard let address = URL(string: values.address(baseURL: configuration.baseURL)) else {
            throw ASAuthorizationError(.unknown, "the provider's address is none")
        }
        let answers = replies.answers(to: values.state)
        defer { replies.forget(values.state) }
        // An answer may come while the page is still being shown, and a page that cannot be shown gets none.
        let showing = Task { [replies] in
            let isShown = await present(address, anchor)
            if !isShown { replies.forget(values.state) }
            return isShown
        }
        defer { showing.cancel() }
        let reply: RedirectReply?
        do {
            reply = try await withTimeLimit(configuration.patience, on: clock) {
                for await reply in answers { return reply }
                return nil
            }
        } catch is TimeLimitExceeded {
            throw ASAuthorizationError(.canceled, "the person did not answer in time")
        } catch {
            throw ASAuthorizationError(.canceled, "the app cancelled")
        }
        if let reply { return reply }
        if Task.isCancelled { throw ASAuthorizationError(.canceled, "the app cancelled") }
        throw ASAuthorizationError(.notHandled, "the page cannot be shown")
    }
}

/// What came with the person's answer.
struct FrontChannel: Sendable {
    let code: Secret
    let identityToken: Secret?
    let details: FirstDetails?
}

extension SignInWithAppleService {
    /// From the person's answer to the credential.
    fileprivate func complete(
        _ request: SignInRequest, _ values: AuthorizationRequestValues, _ front: FrontChannel
    ) async throws(ASAuthorizationError) -> ASAuthorizationAppleIDCredential {
        var subject: Secret?
        if let token = front.identityToken {
            let identity = try await identity(token, values)
            do throws(TokenError) {
                try identity.check(code: front.code)
            } catch {
                throw refused(error)
            }
            subject = identity.subject
            // At once: it comes only this time, and the exchange may still fail.
            if let details = front.details { try keep(details, of: identity.subject) }
        }
        let answer: TokenAnswer
        do throws(EndpointFailure) {
            answer = try await endpoints.exchange(
                code: front.code, redirectURI: values.redirectURI, proof: values.proof)
        } catch {
            throw error.authorizationError
        }
        guard let token = answer.identityToken, let refreshToken = answer.refreshToken else {
            throw ASAuthorizationError(.invalidResponse, "the token endpoint left a token out")
        }
        let identity = try await identity(token, values)
        do throws(TokenError) {
            try identity.check(accessToken: answer.accessToken)
        } catch {
            throw refused(error)
        }
        guard subject == nil || subject == identity.subject else {
            throw ASAuthorizationError(.invalidResponse, "the two identity tokens are of two people")
        }
        if let user = request.user, !user.isSameID(as: identity.subject.exposed) {
            throw ASAuthorizationError(.invalidResponse, "another person signed in")
        }
        if subject == nil, let details = front.details { try keep(details, of: identity.subject) }
        let first = try save(identity, refreshToken)
        return credential(request, front.code, token, identity, first)
    }

    private func identity(
        _ token: Secret, _ values: AuthorizationRequestValues
    ) async throws(ASAuthorizationError) -> IdentityToken {
        do throws(TokenError) {
            return try await verifier.verify(
                token, audience: configuration.clientID, nonce: .sent(values.nonce))
        } catch {
            throw refused(error)
        }
    }

    /// What the delegate hears of a token that is refused.
    func refused(_ error: TokenError) -> ASAuthorizationError {
        log.log(.error, category: "sign-in", "\(error)")
        return ASAuthorizationError(error.code == .keysUnavailable ? .failed : .invalidResponse, "\(error)")
    }

    /// Keeps what came with a first consent, beside what is known already.
    private func keep(_ details: FirstDetails, of user: Secret) throws(ASAuthorizationError) {
        try keeping { () throws(KeychainError) in
            try shelf.change(user.exposed) { known in
                var session = known ?? .none(user.exposed)
                session.undelivered = details
                session.isFirst = true
                return session
            }
        }
    }

    /// Keeps the sign-in, and gives the details of a first consent the app has not heard of.
    private func save(
        _ identity: IdentityToken, _ refreshToken: Secret
    ) throws(ASAuthorizationError) -> (isFirst: Bool, details: FirstDetails?) {
        let user = identity.subject.exposed
        let now = clock.now.milliseconds
        return try keeping { () throws(KeychainError) in
            var known: StoredSession?
            try shelf.change(user) { stored in
                known = stored
                var session = StoredSession.none(user)
                session.refreshToken = refreshToken.exposed
                session.verdict = ASAuthorizationAppleIDProvider.CredentialState.authorized.rawValue
                session.checkedAt = now
                // By Apple's clock, as the time of its notifications is.
                session.signedInAt = identity.issuedAt.milliseconds
                return session
            }
            return (known?.isFirst ?? false, known?.undelivered)
        }
    }

    private func keeping<Value>(
        _ body: () throws(KeychainError) -> Value
    ) throws(ASAuthorizationError) -> Value {
        do throws(KeychainError) {
            return try body()
        } catch {
            log.log(.error, category: "sign-in", "the keychain failed: \(error.message)")
            throw ASAuthorizationError(.unknown, "the keychain failed")
        }
    }

    private func credential(
        _ request: SignInRequest, _ code: Secret, _ token: Secret, _ identity: IdentityToken,
        _ first: (isFirst: Bool, details: FirstDetails?)
    ) -> ASAuthorizationAppleIDCredential {
        var (fullName, email) = (PersonNameComponents?.none, String?.none)
        if first.isFirst, request.scopes.contains(.fullName), let details = first.details,
            details.givenName != nil || details.familyName != nil
        {
            var name = PersonNameComponents()
            name.givenName = details.givenName
            name.familyName = details.familyName
            fullName = name
        }
        if first.isFirst, request.scopes.contains(.email) { email = identity.email?.exposed }
        let granted = request.scopes.filter { scope in
            scope == .fullName && fullName != nil || scope == .email && identity.email != nil
        }
        return ASAuthorizationAppleIDCredential(
            user: identity.subject.exposed, state: request.state, authorizedScopes: granted,
            authorizationCode: Data(code.exposed.utf8), identityToken: Data(token.exposed.utf8), email: email,
            fullName: fullName, realUserStatus: identity.realUserStatus)
    }
}

extension StoredSession {
    /// Nothing known yet of this person.
    static func none(_ user: String) -> StoredSession {
        StoredSession(
            user: user, refreshToken: nil,
            verdict: ASAuthorizationAppleIDProvider.CredentialState.notFound.rawValue, checkedAt: 0, isFirst: false)
    }
}
