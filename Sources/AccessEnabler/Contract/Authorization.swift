package import AdobePass
import Base
package import EntitlementStore

/// checkAuthorization and getAuthorization, decided: from the stored token to one `setToken` or `tokenRequestFailed`.
///
/// The login `getAuthorization` may start comes before; it is step 4's (`signIn`).
package struct GetAuthorization: Sendable {
    /// What is asked, and by whom.
    package struct Start: Sendable {
        package var configuration: CheckAuthentication.Configuration
        /// What step 3 would say.
        package var check: CheckAuthentication.Decision
        package var resource: String
        package var data: [String: String]
        /// A2: a login comes first where there is none.
        package var signsIn: Bool

        package init(
            configuration: CheckAuthentication.Configuration, check: CheckAuthentication.Decision, resource: String,
            data: [String: String] = [:], signsIn: Bool = false
        ) {
            self.configuration = configuration
            self.check = check
            self.resource = resource
            self.data = data
            self.signsIn = signsIn
        }
    }

    /// What is found out.
    package enum Event: Sendable {
        /// The authorization kept for the resource, if any; `now` is the service's time.
        case kept(AuthorizationToken?, now: Timestamp)
        /// The service's word; `now` is its time.
        case answered(Result<AuthorizationAnswer, ServiceError>, now: Timestamp)
        /// The media token.
        case mediaToken(Result<MediaTokenAnswer, ServiceError>)
    }

    /// What is to be done; `signIn` and `conclude` end the decision.
    package enum Action: Sendable, Hashable {
        /// Step 4 first; the resource waits for its end.
        case signIn
        case lookUp(under: AuthenticationToken)
        case ask(AuthorizationRequest, AuthenticationToken)
        case askMediaToken(AuthorizationRequest, AuthenticationToken)
        case keep(AuthorizationToken, under: AuthenticationToken)
        case drop(under: AuthenticationToken)
        case conclude(Conclusion)
    }

    /// The one answer, with what explains it.
    package struct Conclusion: Sendable, Hashable {
        /// The media token, or why there is none.
        package enum Outcome: Sendable, Hashable {
            case token(Secret)
            case failed(AuthorizationErrorCode, String)
        }

        package var resource: String
        package var status: AdvancedStatus?
        package var outcome: Outcome
        /// Who is signed in; nil = nobody.
        package var token: AuthenticationToken?
        /// Kept from an earlier call.
        package var isCached: Bool

        /// The callbacks, in order, the tracking event (T3) last.
        package func callbacks(hardwareType: String?) -> [Callback] {
            let news: [Callback] = status.map { [.status($0)] } ?? []
            let answer: Callback
            let failure: (code: String, text: String)?
            switch outcome {
            case .token(let media):
                answer = .setToken(media.exposed, resource: resource)  // A3
                failure = nil
            case .failed(let code, let text):
                answer = .tokenRequestFailed(resource: resource, errorCode: code.rawValue, errorDescription: text)
                failure = (code.rawValue, text)
            }
            let tracking = Tracking.authorization(
                token, isCached: isCached, failure: failure, hardwareType: hardwareType)
            return news + [answer, tracking]
        }
    }

    private enum State: Sendable {
        case idle
        case lookingUp(AuthorizationRequest, AuthenticationToken)
        case asking(AuthorizationRequest, AuthenticationToken)
        /// An authorization is there; its media token is missing.
        case permitted(AuthorizationRequest, AuthenticationToken, AuthorizationToken.Source, isCached: Bool)
        case over
    }

    private let start: Start
    private var state = State.idle

    package init(_ start: Start) {
        self.start = start
    }

    /// The first thing to do.
    package mutating func begin() -> [Action] {
        let configuration: MergedConfiguration
        switch start.configuration {
        case .missing(let code): return fail(code, .generic)  // S2.L
        case .inForce(let found): configuration = found
        }
        // Before the sign-in: nobody is bothered for what cannot be asked.
        guard isUsableResource(start.resource) else { return fail(.invalidResource, .notAuthorized) }  // Z130
        guard let token = start.check.token else {
            if start.signsIn { return end([.signIn]) }  // A2
            return fail(start.check.explanation, AuthorizationErrorCode(start.check.errorCode))  // A1
        }
        guard let bound = configuration.mvpd(id: token.mvpd) else { return fail(.authorizationFailed, .notAuthorized) }
        let request = AuthorizationRequest(
            requestor: configuration.requestor, mvpd: bound.mvpd, resource: start.resource, genericData: start.data)
        state = .lookingUp(request, token)
        return [.lookUp(under: token)]
    }

    /// Takes an event; one that is not due now changes nothing.
    package mutating func handle(_ event: Event) -> [Action] {
        switch (state, event) {
        case (.lookingUp(let request, let token), .kept(let authorization?, let now)) where authorization.expires > now:
            state = .permitted(request, token, authorization.source, isCached: true)
            return [.askMediaToken(request, token)]
        case (.lookingUp(let request, let token), .kept):
            state = .asking(request, token)
            return [.ask(request, token)]
        case (.asking(let request, let token), .answered(let answer, let now)):
            return answered(answer, now, request, token)
        case (.permitted(let request, let token, let source, let isCached), .mediaToken(let answer)):
            return received(answer, request, token, source, isCached: isCached)
        case (.idle, _), (.lookingUp, _), (.asking, _), (.permitted, _), (.over, _):
            return []
        }
    }

    private mutating func answered(
        _ answer: Result<AuthorizationAnswer, ServiceError>, _ now: Timestamp, _ request: AuthorizationRequest,
        _ token: AuthenticationToken
    ) -> [Action] {
        switch answer {
        case .failure(let error):
            return fail(code(of: error), .notAuthorized)
        case .success(.denied(let denial)):
            return refuse(denial)  // A4
        case .success(.permitted(let authorization)):
            let source = AuthorizationToken.Source(authorization.source, under: token)
            var actions: [Action] = []
            if authorization.expires > now {
                let kept = AuthorizationToken(
                    resource: start.resource, expires: authorization.expires, source: source)
                actions.append(.keep(kept, under: token))
            }
            if let media = authorization.mediaToken {  // REST API V2
                return actions + permit(media, source, isCached: false)
            }
            state = .permitted(request, token, source, isCached: false)
            return actions + [.askMediaToken(request, token)]
        }
    }

    private mutating func received(
        _ answer: Result<MediaTokenAnswer, ServiceError>, _ request: AuthorizationRequest,
        _ token: AuthenticationToken, _ source: AuthorizationToken.Source, isCached: Bool
    ) -> [Action] {
        switch answer {
        case .failure(let error):
            return fail(code(of: error), .notAuthorized, isCached: isCached)
        case .success(.token(let media)):
            return permit(media, source, isCached: isCached)
        case .success(.denied(let denial)) where denial.reason == .authorizationMissing && isCached:
            // The service has forgotten what is kept here: asked anew, once.
            state = .asking(request, token)
            return [.drop(under: token), .ask(request, token)]
        case .success(.denied(let denial)):
            return [.drop(under: token)] + refuse(denial, isCached: isCached)  // A4
        }
    }

    private func code(of error: ServiceError) -> AdvancedStatus {
        serviceFailure(error, throttled: .notAuthorized(nil), other: .authorizationFailed)
    }

    private mutating func permit(
        _ media: Secret, _ source: AuthorizationToken.Source, isCached: Bool
    ) -> [Action] {
        let status: AdvancedStatus?
        switch source {
        case .mvpd: status = nil
        case .degraded: status = .degradedPermit
        case .temporaryPass: status = .temporaryPermit
        }
        return conclude(status, .token(media), isCached: isCached)
    }

    private mutating func refuse(_ denial: AuthorizationDenial, isCached: Bool = false) -> [Action] {
        conclude(denial.status, .failed(denial.errorCode, denial.details ?? ""), isCached: isCached)
    }

    private mutating func fail(
        _ status: AdvancedStatus?, _ code: AuthorizationErrorCode, isCached: Bool = false
    ) -> [Action] {
        conclude(status, .failed(code, ""), isCached: isCached)
    }

    private mutating func conclude(
        _ status: AdvancedStatus?, _ outcome: Conclusion.Outcome, isCached: Bool
    ) -> [Action] {
        end([
            .conclude(
                Conclusion(
                    resource: start.resource, status: status, outcome: outcome, token: start.check.token,
                    isCached: isCached))
        ])
    }

    private mutating func end(_ actions: [Action]) -> [Action] {
        state = .over
        return actions
    }
}

extension AuthorizationErrorCode {
    /// A2: what `setAuthenticationStatus` says is said again.
    package init(_ code: AuthenticationErrorCode) {
        switch code {
        case .none, .notAuthenticated: self = .notAuthenticated
        case .providerNotSelected: self = .providerNotSelected
        case .generic: self = .generic
        }
    }
}

extension AuthorizationToken.Source {
    /// Who permits: what the service says, else what let the person in.
    init(_ source: Authorization.Source, under token: AuthenticationToken) {
        switch (source, token.source) {
        case (.degraded, _), (.mvpd, .degraded): self = .degraded
        case (.temporaryPass, _), (.mvpd, .temporary): self = .temporaryPass
        case (.mvpd, .partner), (.mvpd, .regular): self = .mvpd
        }
    }
}
