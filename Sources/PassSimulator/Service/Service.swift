import Base

/// The service: decides on each request, under one lock.
final class Service: Sendable {
    let clock: any DeviceClock
    let room: WaitingRoom
    let registration: Registration
    let platformSignIn: PlatformSignIn
    let state: Lock<ServiceState>
    let arrivals = Arrivals()
    /// The dashboard at the start.
    let start: Dashboard
    /// What a form of the dashboard's page has to hold: no page of another origin can read it.
    let pageToken = hexText(randomBytes(16))
    private let router = Router()

    /// `issuer` nil = one of its own.
    init(_ dashboard: Dashboard, clock: any DeviceClock, room: WaitingRoom, keys: Keys, issuer: String? = nil) {
        self.clock = clock
        self.room = room
        let issuer = issuer ?? "pass-simulator-" + hexText(randomBytes(8))
        registration = Registration(statements: SoftwareStatement(issuer: issuer, key: keys.statement))
        platformSignIn = PlatformSignIn(identity: IdentityKey(key: keys.identity))
        start = dashboard
        state = Lock(ServiceState(dashboard))
    }

    /// What happens to a request that has come in.
    func plan(_ request: Request) -> Plan {
        if WebPages.owns(request) { return Plan { [self] in WebPages(service: self).answer(request) } }
        if DashboardAPI.owns(request.path) {
            return Plan { [self] in DashboardAPI(service: self).answer(request) }
        }
        let route = router.route(request.method, request.path)
        var endpoint = Endpoint.other
        if case .endpoint(let found, _, _) = route { endpoint = found }
        // Read first: whoever sees the record may release what was held by then.
        let releases = room.releases
        let (number, fault) = state.withLock { state in
            let number = state.records.append(RequestRecord(request, endpoint: endpoint))
            if !passes(request, &state) { return (number, Fault(.throttled)) as (Int, Fault?) }
            return (number, state.takeFault(at: endpoint))
        }
        arrivals.tell()
        let proper: @Sendable () -> Response = { [self] in
            finish(number) { state, moment in answer(request, route, &state, at: moment) }
        }
        return fault.map { plan(for: $0.effect, number, releases, proper) } ?? Plan(answer: proper)
    }

    private func passes(_ request: Request, _ state: inout ServiceState) -> Bool {
        guard state.dashboard.throttles else {
            state.throttle.reset()
            return true
        }
        // Servers name the person they ask for.
        let viewer = request.header("X-Forwarded-For")?.split(separator: ",").first.map { trimmed($0) }
        return state.throttle.passes(viewer ?? request.peer, at: clock.uptime)
    }

    private func plan(
        for effect: Fault.Effect, _ number: Int, _ releases: UInt64, _ proper: @escaping @Sendable () -> Response
    ) -> Plan {
        effect.plan(after: releases, proper: proper) { [self] response in finish(number) { _, _ in response } }
    }

    /// Notes the status and adds the service's time.
    private func finish(_ number: Int, _ answer: (inout ServiceState, Moment) -> Response) -> Response {
        state.withLock { state in
            let moment = Moment(clock, skew: state.dashboard.clockSkew)
            var response = answer(&state, moment)
            if !response.headers.contains(where: { $0.name.lowercased() == "date" }) {
                response.headers.append(("Date", httpDate(moment.now)))
            }
            state.records.setStatus(response.status, of: number)
            return response
        }
    }

    private func answer(
        _ request: Request, _ route: Route, _ state: inout ServiceState, at moment: Moment
    ) -> Response {
        let isEnhanced = state.dashboard.enhancedErrors
        var format = Format.ofError(request)
        do throws(Refusal) {
            if request.isTooLarge { throw Refusal(413, "invalid_request", details: "The body is too large") }
            switch route {
            case .unknown: throw Refusal(404, "not_found")
            case .wrongMethod(let allowed):
                var response = Refusal(405, "invalid_request").response(format, isEnhanced: isEnhanced)
                response.headers.append(("Allow", allowed.joined(separator: ", ")))
                return response
            case .endpoint(let endpoint, let variables, let suffix):
                format = Format.wanted(by: request, suffix: suffix)
                return try answer(request, endpoint, variables, suffix, &state, at: moment)
            }
        } catch {
            // Words of programs help nobody at a browser.
            if request.wantsPage { return WebPage.refused(error.status, error.details ?? error.message) }
            return error.response(format, isEnhanced: isEnhanced)
        }
    }

    private func answer(
        _ request: Request, _ endpoint: Endpoint, _ variables: [String: String], _ suffix: Format?,
        _ state: inout ServiceState, at moment: Moment
    ) throws(Refusal) -> Response {
        let v2 = RESTv2(platformSignIn: platformSignIn, issuer: registration.statements.issuer)
        if let answer = v2.answer(request, endpoint, variables, &state, at: moment) { return answer }
        let providers = IdentityEndpoint(identity: platformSignIn.identity)
        if let answer = providers.answer(request, endpoint, &state, at: moment) { return answer }
        let requestor = variables["requestor"] ?? ""
        switch endpoint {
        case .register: return registration.register(request, &state, at: moment)
        case .token: return registration.token(request, &state, at: moment)
        case .configuration:
            // The one endpoint open to everybody (rest-v1 #4).
            return try Configuration.answer(request, requestor: requestor, suffix: suffix, state.dashboard)
        default: break
        }
        if let page = try answerToBrowser(request, endpoint, variables, suffix, &state, at: moment) { return page }
        guard let client = Registration.client(of: request, state, at: moment) else { return Registration.unauthorized }
        _ = try DeviceInfo(of: request)
        let parameters = Parameters(request)
        switch endpoint {
        case .profileRequest:
            return try platformSignIn.profileRequest(
                requestor: requestor, mvpd: variables["mvpd"] ?? "", parameters, client, &state, at: moment)
        case .exchange: return try platformSignIn.exchange(parameters, client, &state, at: moment)
        case .authentication:
            let format = Format.wanted(by: request, suffix: suffix)
            return try Authentications.token(parameters, state, at: moment, format: format)
        case .checkAuthentication: return try Authentications.check(parameters, state, at: moment)
        case .userMetadata:
            return try Authentications.metadata(parameters, state, at: moment, seal: ProgrammerKey.sealed)
        case .logout: return try Authentications.logout(parameters, &state)
        case .registrationCode:
            return try RegistrationCodes.create(
                requestor: requestor, parameters, request, &state, at: moment,
                format: Format.wanted(by: request, suffix: suffix))
        case .registrationRemoval:
            return try RegistrationCodes.remove(
                requestor: requestor, code: variables["code"] ?? "", &state, at: moment)
        case .temporaryPass: return try TemporaryPass.start(parameters, &state, at: moment)
        default:
            let format = Format.wanted(by: request, suffix: suffix)
            return try answerAboutResources(endpoint, parameters, format, &state, at: moment)
        }
    }

    /// What may be watched, and the temporary passes it may be watched with.
    private func answerAboutResources(
        _ endpoint: Endpoint, _ parameters: Parameters, _ format: Format, _ state: inout ServiceState,
        at moment: Moment
    ) throws(Refusal) -> Response {
        switch endpoint {
        case .authorize: return try Authorizations.authorize(parameters, &state, at: moment, format: format)
        case .authorization: return try Authorizations.token(parameters, state, at: moment, format: format)
        case .mediaToken:
            return try MediaTokens.issue(
                parameters, state, at: moment, issuer: registration.statements.issuer, format: format)
        case .preauthorize: return try Preauthorizations.answer(parameters, state, at: moment, format: format)
        case .temporaryPassReset, .temporaryPassGenericReset:
            return try TemporaryPass.reset(
                parameters, isGeneric: endpoint == .temporaryPassGenericReset, &state)
        default: throw Refusal(404, "not_found")
        }
    }

    /// What browsers ask, and what they may read: no access token (rest-v1 #4). Nil = not for browsers.
    private func answerToBrowser(
        _ request: Request, _ endpoint: Endpoint, _ variables: [String: String], _ suffix: Format?,
        _ state: inout ServiceState, at moment: Moment
    ) throws(Refusal) -> Response? {
        let parameters = Parameters(request)
        let (code, format) = (variables["code"] ?? "", Format.wanted(by: request, suffix: suffix))
        switch endpoint {
        case .registrationRecord:
            return try RegistrationCodes.read(
                requestor: variables["requestor"] ?? "", code: code, state, at: moment, format: format)
        case .codeCheck: return try CodeQuestions.check(code: code, parameters, state, at: moment)
        case .codeAuthentication:
            return try CodeQuestions.authentication(code: code, parameters, state, at: moment, format: format)
        case .codePreauthorize:
            return try Preauthorizations.answer(code: code, parameters, state, at: moment, format: format)
        case .authenticate: return try Login.authenticate(parameters, request, &state, at: moment)
        case .loginPage: return try Login.page(parameters, state, at: moment)
        case .loginForm: return try Login.signIn(parameters, &state, at: moment)
        case .logoutPage: return try Login.logout(parameters, request, &state)
        case .activationPage: return Activation.page()
        case .activationForm: return try Activation.submit(parameters, &state, at: moment)
        case .activationOutcome: return try Activation.outcome(parameters, state, at: moment)
        default: return nil
        }
    }
}
