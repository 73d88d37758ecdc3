import Base

/// The MVPD's own login: registration code, the address to open, the token it leads to.
struct WebLogin: Sendable {
    /// How long giving a code back may take. Choice.
    private static let courtesy = Duration.seconds(5)

    let connection: AuthorizedConnection
    let call: ServiceCall

    /// `POST /reggie/v1/{requestor}/regcode`
    func start(_ request: LoginRequest) async throws(ServiceError) -> LoginSession {
        let form = FormBody.encode([("deviceId", call.deviceID.exposed), ("mvpd", request.mvpd.id)])
        let question = ServiceRequest(
            stage: .login, method: "POST", path: registrationPath(request.requestor),
            headers: [("Content-Type", FormBody.contentType)], body: form)
        let answer = try await connection.send(question, call: call)
        guard (200...299).contains(answer.status) else { throw ServiceError(.login, answer: answer) }
        do {
            let body = try RegistrationCodeBody.parse(answer.body, contentType: answer.contentType)
            return LoginSession(
                requestor: request.requestor, mvpd: request.mvpd.id, code: body.code, expires: body.expires,
                loginURL: loginURL(request, code: body.code))
        } catch {
            throw ServiceError(.login, answer: answer, unreadable: error)
        }
    }

    /// `GET tokens/authn`; with a new token the code is given back, as well as possible.
    func complete(_ session: LoginSession) async throws(ServiceError) -> ServiceAuthentication? {
        let found = try await authentication(
            requestor: session.requestor, mvpd: session.mvpd, source: .regular)
        // Earlier: the code is still to be used, the service only told what it held before.
        guard case .token(let authentication) = found, !session.isEarlier(authentication) else { return nil }
        await giveBack(session)
        return authentication
    }

    /// `POST authenticate/freepreview`, then the token it made; a pass that is used up gives none.
    func startTemporaryPass(_ request: LoginRequest) async throws(ServiceError) -> LoginStart {
        var fields = [
            ("requestor_id", request.requestor), ("deviceId", call.deviceID.exposed), ("mso_id", request.mvpd.id),
        ]
        if let domain = request.domain { fields.append(("domain_name", domain)) }
        if let data = GenericData.text(request.genericData) { fields.append(("generic_data", data)) }
        let question = ServiceRequest(
            stage: .authentication, method: "POST", path: "/api/v1/authenticate/freepreview",
            headers: [("Content-Type", FormBody.contentType)], body: FormBody.encode(fields))
        let answer = try await connection.send(question, call: call)
        // 204 alone, as for the exchange: a network's sign-in page comes with 200 too (T12).
        guard answer.status == 204 else { throw ServiceError(.authentication, answer: answer) }
        let found = try await authentication(
            requestor: request.requestor, mvpd: request.mvpd.id, source: .temporary)
        switch found {
        case .token(let authentication): return .signedIn(authentication)
        case .none: return .temporaryPassExpired
        case .unclear(let answer): throw ServiceError(.authentication, answer: answer)
        }
    }

    /// What the service says of an authentication.
    private enum Finding {
        case token(ServiceAuthentication)
        /// It knows of none, or of one at another MVPD.
        case none
        /// A refused token, or a success that cannot be read or is about another: perhaps none (yet).
        case unclear(ServiceAnswer)
    }

    private func authentication(
        requestor: String, mvpd: String, source: ServiceAuthentication.Source
    ) async throws(ServiceError) -> Finding {
        let question = ServiceRequest(
            stage: .authentication, path: "/api/v1/tokens/authn",
            query: [("requestor", requestor), ("deviceId", call.deviceID.exposed)])
        let answer = try await connection.send(question, call: call)
        switch answer.status {
        case 200:
            guard let body = try? AuthenticationBody.parse(answer.body, contentType: answer.contentType) else {
                return .unclear(answer)
            }
            // One sign-in a device and requestor: at another MVPD, there is none at this one.
            if body.isAtAnotherMVPD(than: mvpd, of: requestor) { return .none }
            guard body.belongs(to: requestor, mvpd),
                body.expires > answer.serviceTime ?? connection.connection.clock.now
            else { return .unclear(answer) }
            return .token(
                ServiceAuthentication(
                    requestor: requestor, mvpd: mvpd, expires: body.expires, userID: body.userID, source: source))
        case 403, 404, 410: return .none
        case 401: return .unclear(answer)
        default: throw ServiceError(.authentication, answer: answer)
        }
    }

    /// Nobody is kept waiting long for it: the code ends by itself anyway.
    private func giveBack(_ session: LoginSession) async {
        let clock = connection.connection.clock
        var call = call
        call.deadline = Deadline(in: min(Self.courtesy, call.deadline.remaining(on: clock)), on: clock)
        let question = ServiceRequest(
            stage: .login, method: "DELETE",
            path: registrationPath(session.requestor) + "/" + PathSegment.encode(session.code))
        do {
            _ = try await connection.send(question, call: call)
        } catch {
            connection.connection.note(error, next: "the code ends by itself")
        }
    }

    private func registrationPath(_ requestor: String) -> String {
        "/reggie/v1/" + PathSegment.encode(requestor) + "/regcode"
    }

    /// `GET authenticate`, for a browser: the code first, the redirect last (L04: encoded once).
    private func loginURL(_ request: LoginRequest, code: String) -> String {
        var query = [("reg_code", code), ("requestor_id", request.requestor), ("mso_id", request.mvpd.id)]
        if let domain = request.domain { query.append(("domain_name", domain)) }
        query += [("noflash", "true"), ("no_iframe", "true")]
        if let data = GenericData.text(request.genericData) { query.append(("generic_data", data)) }
        query.append(("redirect_url", request.redirectURL))
        return Query.append(to: connection.connection.address.base + "/api/v1/authenticate", query)
    }
}
