import Base

/// The browser's part of a login: `authenticate`, the MVPD's page, and back to the app (rest-v1, section 6).
enum Login {
    /// How long a page waits for a person. Choice.
    static let patience = Duration.seconds(1800)
    private static let cookieName = "mvpd_session"

    /// `GET /api/v1/authenticate`: on to the MVPD's page, or back at once when nobody needs to be asked.
    static func authenticate(
        _ parameters: Parameters, _ request: Request, _ state: inout ServiceState, at moment: Moment
    ) throws(Refusal) -> Response {
        let code = try parameters.required("reg_code")
        let id = try parameters.required("requestor_id")
        let mvpdID = try parameters.required("mso_id")
        let redirect = try redirectURL(try parameters.required("redirect_url"))
        guard let registration = state.registrations[code], registration.expires > moment.now,
            isSameID(registration.requestor, id)
        else { throw .invalid("The registration code is unknown or over") }
        guard let mvpd = try state.dashboard.requestor(id).integrated(mvpdID) else {
            throw Refusal(400, "unknown_integration", details: "The MVPD is not integrated", action: "configuration")
        }
        return begin(
            ServiceState.LoginSession(
                code: code, registration: registration, mvpd: mvpd.id, redirect: redirect,
                expires: moment.now + patience),
            mvpd, request, &state, at: moment)
    }

    /// `GET /api/v2/authenticate/{sp}/{code}`: the code knows the rest (rest-v2, Second screen).
    static func authenticate(
        code: String, requestor id: String, _ request: Request, _ state: inout ServiceState, at moment: Moment
    ) throws(Refusal) -> Response {
        guard let registration = state.registrations[code], registration.expires > moment.now, !registration.isUsed,
            isSameID(registration.requestor, id), let session = registration.session,
            session.domain != nil, let redirect = session.redirect, let mvpdID = registration.mvpd
        else { throw .v2("invalid_authentication_session") }
        guard let mvpd = try state.dashboard.requestor(id).integrated(mvpdID) else { throw .v2("invalid_integration") }
        return begin(
            ServiceState.LoginSession(
                code: code, registration: registration, mvpd: mvpd.id, redirect: redirect,
                expires: moment.now + patience),
            mvpd, request, &state, at: moment)
    }

    private static func begin(
        _ session: ServiceState.LoginSession, _ mvpd: Dashboard.MVPD, _ request: Request,
        _ state: inout ServiceState, at moment: Moment
    ) -> Response {
        // A degraded MVPD is not asked (rest-v1 #17); one that knows the home or the browser asks nobody.
        let isKnown =
            request.cookie(cookieName).flatMap { state.mvpdSessions[$0] }.map { isSameID($0, mvpd.id) } ?? false
        if mvpd.isDegraded || mvpd.signsInWithoutPage || isKnown {
            return finish(session, user: mvpd.people.keys.min() ?? "viewer", mvpd, &state, at: moment)
        }
        let key = hexText(randomBytes(16))
        state.loginSessions = state.loginSessions.filter { $0.value.expires > moment.now }
        state.loginSessions[key] = session
        return Response(302, headers: [("Location", "/mvpd/login?session=\(key)"), ("Cache-Control", "no-store")])
    }

    /// `GET /mvpd/login`
    static func page(
        _ parameters: Parameters, _ state: ServiceState, at moment: Moment, problem: String? = nil
    ) throws(Refusal) -> Response {
        let key = try parameters.required("session")
        let (session, mvpd) = try find(key, state, at: moment)
        return CredentialsPage(
            provider: mvpd.displayName, action: "/mvpd/login", key: key, redirect: session.redirect,
            cancel: session.redirect, problem: problem, username: try parameters["username"] ?? ""
        ).response()
    }

    /// `POST /mvpd/login`
    static func signIn(
        _ parameters: Parameters, _ state: inout ServiceState, at moment: Moment
    ) throws(Refusal) -> Response {
        let key = try parameters.required("session")
        let (session, mvpd) = try find(key, state, at: moment)
        guard let user = try parameters["username"], let password = try parameters["password"] else {
            return try page(parameters, state, at: moment, problem: CredentialsPage.incomplete)
        }
        guard mvpd.people[user] == password else {
            return try page(parameters, state, at: moment, problem: CredentialsPage.wrong)
        }
        state.loginSessions[key] = nil
        let cookie = hexText(randomBytes(16))
        state.mvpdSessions[cookie] = mvpd.id
        var response = finish(session, user: user, mvpd, &state, at: moment)
        response.headers.append(("Set-Cookie", "\(cookieName)=\(cookie); Path=/; HttpOnly; SameSite=Lax"))
        return response
    }

    /// `GET /adobe-services/logout`: the MVPD forgets the browser, and the app is told.
    static func logout(
        _ parameters: Parameters, _ request: Request, _ state: inout ServiceState
    ) throws(Refusal) -> Response {
        _ = try parameters.required("requestor_id")
        let redirect = try redirectURL(try parameters.required("redirect_url"))
        if let cookie = request.cookie(cookieName) { state.mvpdSessions[cookie] = nil }
        return Response(
            302, headers: [("Location", redirect), ("Set-Cookie", "\(cookieName)=; Path=/; Max-Age=0")])
    }

    /// Stores the authentication and sends the browser back.
    private static func finish(
        _ session: ServiceState.LoginSession, user: String, _ mvpd: Dashboard.MVPD, _ state: inout ServiceState,
        at moment: Moment
    ) -> Response {
        let registration = session.registration
        let end = moment.now + state.dashboard.authenticationLife
        if let application = registration.session {
            let holder = ServiceState.Holder(
                client: application.client, device: registration.device, requestor: registration.requestor)
            state.keep(
                ServiceState.Profile(
                    mvpd: mvpd.id, userID: "u-\(user)", issued: moment.now, expires: end, isPartner: false),
                for: holder)
        } else {
            let key = ServiceState.AuthenticationKey(
                requestor: registration.requestor, device: registration.device)
            state.authentications[key] = ServiceState.Authentication(
                mvpd: mvpd.id, userID: "u-\(user)", issued: moment.now, expires: end, isPartner: false)
        }
        state.registrations[session.code]?.isUsed = true
        return Response(302, headers: [("Location", session.redirect), ("Cache-Control", "no-store")])
    }

    private static func find(
        _ key: String, _ state: ServiceState, at moment: Moment
    ) throws(Refusal) -> (ServiceState.LoginSession, Dashboard.MVPD) {
        guard let session = state.loginSessions[key], session.expires > moment.now,
            let mvpd = state.dashboard.requestors[session.registration.requestor]?.integrated(session.mvpd)
        else { throw .invalid("The login page is too old") }
        return (session, mvpd)
    }

    /// The address to end at.
    static func redirectURL(_ text: String) throws(Refusal) -> String {
        guard RedirectAddress.isAllowed(text) else { throw .invalid("redirect_url is no address of an application") }
        return text
    }
}

extension Request {
    /// The value of a cookie.
    func cookie(_ name: String) -> String? {
        let pairs = (header("Cookie") ?? "").split(separator: ";").map { trimmed($0) }
        return pairs.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
    }
}
