import AdobePass
import Base
import EntitlementStore
import PlatformAccount

/// What step 4 asks of the platform (in the background) and of the service (awaited).
extension Engine {
    func askPermission(prompting: Bool, _ id: Int) {
        let (asker, post) = (surroundings.platformAccount, surroundings.post)
        flow?.question = Task {
            let answer = await asker.permission(prompting: prompting)
            post(.news(.permission(answer), flow: id))
        }
    }

    func askAccount(_ content: PickerContent, forced: Bool, _ id: Int) {
        let picker = PickerBridge(surroundings.mailbox)
        let (asker, post, time) = (surroundings.platformAccount, surroundings.post, serviceTime)
        flow?.picker = picker
        flow?.question = Task {
            let answer = await asker.account(content, forced: forced, presenter: picker)
            picker.close()
            post(.news(.account(answer, now: time()), flow: id))
        }
    }

    func askSAML(_ verificationToken: String, _ attributeNames: [String], _ id: Int) {
        let picker = PickerBridge(surroundings.mailbox)
        let (asker, post, time) = (surroundings.platformAccount, surroundings.post, serviceTime)
        flow?.picker = picker
        flow?.question = Task {
            let answer = await asker.saml(
                verificationToken: verificationToken, attributeNames: attributeNames, presenter: picker)
            picker.close()
            post(.news(.saml(answer, now: time()), flow: id))
        }
    }

    func begin(
        _ request: PartnerSignInRequest, _ url: String, _ call: ServiceCall
    ) async -> PartnerSignInStart? {
        noteAccount(of: request)
        return await ask(.error, "partner sign-in") { () async throws(ServiceError) in
            try await surroundings.services.service(at: url).beginPartnerSignIn(request, call: call)
        }
    }

    /// The account is there, whatever was known before.
    private func noteAccount(of request: PartnerSignInRequest) {
        partnerFramework = PartnerFrameworkStatus(
            permission: .granted, providerIdentifier: request.providerIdentifier, accountExpires: request.accountExpires
        )
    }

    func exchange(
        _ request: PartnerSignInRequest, _ saml: Secret, _ url: String, _ call: ServiceCall
    ) async -> ServiceAuthentication? {
        await ask(.error, "exchange") { () async throws(ServiceError) in
            try await surroundings.services.service(at: url).completePartnerSignIn(
                request, samlResponse: saml, call: call)
        }
    }

    func openLogin(_ bound: BoundMVPD, _ call: ServiceCall) async -> LoginStart? {
        guard let requestor else { return nil }
        let request = LoginRequest(
            requestor: requestor, mvpd: bound.mvpd, domain: configurations[ExactText(requestor)]?.domains.first,
            redirectURL: redirect(useSVC: options.handleSVC && bound.mvpd.needsSVC).text,
            genericData: flow?.data ?? [:])
        let start = await ask(.error, "login") { () async throws(ServiceError) in
            try await surroundings.services.service(at: bound.serviceURL).startLogin(request, call: call)
        }
        // S4.AF: the service may still hold the token that is stored, valid for step 3 or not.
        guard case .session(var session)? = start, case .token(let token) = latestToken(of: requestor) else {
            return start
        }
        session.earlier = EarlierAuthentication(mvpd: token.mvpd, expires: token.expires)
        return .session(session)
    }

    func fetch(
        _ session: LoginSession, _ bound: BoundMVPD, _ call: ServiceCall
    ) async -> GetAuthentication.LoginOutcome {
        await surroundings.services.service(at: bound.serviceURL).outcome(
            of: session, call: call, surroundings.log)
    }

    /// S4.R3: asks again and again in the background, the last time at the code's very end.
    func poll(_ session: LoginSession, _ bound: BoundMVPD, _ first: ServiceCall, _ id: Int) {
        let life = min(session.expires - now, Self.longestCodeLife)
        let (clock, post, log) = (surroundings.clock, surroundings.post, surroundings.log)
        let end = Deadline(in: life, on: clock)
        let service = surroundings.services.service(at: bound.serviceURL)
        let (limit, options) = (surroundings.verbLimit, hostOptions)
        flow?.polling = Task {
            var plan = PollPlan()
            while let pause = plan.wait(remaining: end.remaining(on: clock)) {
                do { try await clock.sleep(for: pause, reason: .poll) } catch { return }
                var call = first
                call.deadline = Deadline(in: limit, on: clock)
                call.options = options.withLock { $0 }.service  // I3
                let outcome = await service.outcome(of: session, call: call, log)
                if Task.isCancelled { return }
                post(.news(.fetched(outcome), flow: id))
                if case .signedIn = outcome { return }
            }
            post(.news(.codeExpired, flow: id))
        }
    }

    func save(_ authentication: ServiceAuthentication, provider: String?, url: String) -> AuthenticationToken? {
        guard let device = deviceID() else { return nil }
        if provider == nil { partnerFramework = nil }
        let token = AuthenticationToken(
            requestor: authentication.requestor, mvpd: authentication.mvpd,
            kind: provider == nil ? .regular : .partner, service: surroundings.storeService,
            expires: authentication.expires, userID: authentication.userID, deviceID: device,
            platformProviderID: provider, serviceURL: url, source: source(of: authentication),
            clientID: clientID(at: url),
            metadata: authentication.metadata.flatMap(KeptMetadata.encode))
        preauthorizations[ExactText(authentication.requestor)] = nil
        return attempt("saving a token") { store throws(StoreError) in
            try store.save(token)
            return token
        }
    }

    /// The client a sign-in of REST API V2 belongs to; it is stored, since the service was just asked.
    private func clientID(at url: String) -> String? {
        guard surroundings.storeService == .restV2 else { return nil }
        let credentials = attempt("client credentials") { store throws(StoreError) in
            try store.credentials(serviceURL: url, statementDigest: surroundings.statementDigest)
        }
        return credentials??.clientID
    }

    /// What let the person in, where it is not what the token's kind says.
    private func source(of authentication: ServiceAuthentication) -> AuthenticationToken.Source? {
        switch authentication.source {
        case .degraded: .degraded
        case .temporary: .temporary
        case .partner, .regular: nil
        }
    }

    /// The redirect address a host sees: the application's own with `handleSVC`, else its loopback listener's or
    /// the standard one.
    func redirect(useSVC: Bool) -> RedirectURL {
        useSVC ? surroundings.applicationRedirect ?? surroundings.redirect : surroundings.redirect
    }

    /// A call with the device id as it is stored now; nil = the store cannot be read.
    func loginCall() -> ServiceCall? {
        deviceID().map {
            serviceCall(deviceID: $0, deadline: Deadline(in: surroundings.verbLimit, on: surroundings.clock))
        }
    }

    func deviceID() -> Secret? {
        attempt("device id") { store throws(StoreError) in try store.deviceID() }
    }

    /// The service's own longest life of a code is 10 h.
    private static let longestCodeLife = Duration.seconds(36_000)
}

extension EntitlementService {
    /// The session's token, as an outcome; failures are logged.
    fileprivate func outcome(
        of session: LoginSession, call: ServiceCall, _ log: any LogSink
    ) async -> GetAuthentication.LoginOutcome {
        do {
            return try await completedLogin(session, call: call).map { .signedIn($0) } ?? .nothing
        } catch {
            log.log(.error, category: "service", "login session: \(error.code) \(error.message)")
            return .failed
        }
    }
}
