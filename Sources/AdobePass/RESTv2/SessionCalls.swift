import Base

/// Login sessions: made, continued, and what their answers ask for.
struct SessionCalls: Sendable {
    let connection: DeviceConnection
    let call: ServiceCall

    /// `POST sessions`, and `POST sessions/{code}` once when the service says that something is missing.
    func start(_ request: LoginRequest) async throws(ServiceError) -> LoginStart {
        let fields = Self.fields(request)
        var (answer, body) = try await post(.login, PathV2.of(request.requestor, "sessions"), fields)
        if body.action == .resume || body.action == .retry {
            (answer, body) = try await resume(answer, body, fields)
        }
        switch body.action {
        case .authenticate: return .session(try session(request, answer, body))
        case .authorize: return .signedIn(try await profile(request, answer, body))
        case .resume, .retry:
            throw refused(answer, "a session that still lacks \(Self.words(body.missingParameters))")
        case .partnerProfile: throw refused(answer, "a session that wants a platform account nobody offered")
        }
    }

    /// `GET sessions/{code}`.
    func lookUp(_ code: String, requestor: String) async throws(ServiceError) -> AuthenticationSession {
        let question = ServiceRequest(stage: .login, path: PathV2.of(requestor, "sessions", code))
        let answer = try await connection.send(question, call: call)
        guard answer.status == 200 else { throw ServiceError(.login, answer: answer) }
        do throws(UnreadableAnswer) {
            let session = try SessionLookupBody.parse(answer.body, contentType: answer.contentType, code: code)
            guard session.requestor.isSameID(as: requestor) else {
                throw UnreadableAnswer("a session of another requestor")
            }
            return session
        } catch {
            throw ServiceError(.login, answer: answer, unreadable: error)
        }
    }

    /// `POST sessions/{code}` for somebody who knows nothing but the code.
    func resume(_ code: String, _ request: LoginRequest) async throws(ServiceError) -> LoginStart {
        let (answer, body) = try await post(
            .login, PathV2.of(request.requestor, "sessions", code), Self.fields(request))
        guard body.action == .authenticate else {
            if body.action == .authorize { return .signedIn(try await profile(request, answer, body)) }
            throw refused(answer, "a session that still lacks \(Self.words(body.missingParameters))")
        }
        return .session(try session(request, answer, body, code: code))
    }

    /// All that a login needs to be told.
    private static func fields(_ request: LoginRequest) -> [(String, String)] {
        let domain = request.domain.map { [("domainName", $0)] } ?? []
        return [("mvpd", request.mvpd.id)] + domain + [("redirectUrl", request.redirectURL)]
    }

    /// Sends a form and reads the session it is answered with.
    func post(
        _ stage: ServiceError.Stage, _ path: String, _ fields: [(String, String)],
        _ company: [DeviceConnection.Company] = []
    ) async throws(ServiceError) -> (ServiceAnswer, SessionBody) {
        let request = ServiceRequest(
            stage: stage, method: "POST", path: path, headers: [("Content-Type", FormBody.contentType)],
            body: FormBody.encode(fields),
            // Whatever became of the first: a newer code voids an older one.
            mayBeRepeated: true)
        let answer = try await connection.send(request, company, call: call)
        guard (200...299).contains(answer.status) else { throw ServiceError(stage, answer: answer) }
        do {
            return (answer, try SessionBody.parse(answer.body, contentType: answer.contentType))
        } catch {
            throw ServiceError(stage, answer: answer, unreadable: error)
        }
    }

    /// Says what is missing, at the address the service names.
    private func resume(
        _ answer: ServiceAnswer, _ body: SessionBody, _ fields: [(String, String)]
    ) async throws(ServiceError) -> (ServiceAnswer, SessionBody) {
        // `domain` is what samples call `domainName`.
        let missing = body.missingParameters.map { $0 == "domain" ? "domainName" : $0 }
        let offered = fields.filter { missing.contains($0.0) }
        guard !offered.isEmpty, offered.count == missing.count else {
            throw refused(answer, "a session that lacks \(Self.words(body.missingParameters))")
        }
        guard let path = body.url.flatMap(connection.connection.address.requestPath) else {
            throw refused(answer, "a session to be resumed nowhere, or at another host")
        }
        return try await post(.login, path, offered)
    }

    private func session(
        _ request: LoginRequest, _ answer: ServiceAnswer, _ body: SessionBody, code known: String? = nil
    ) throws(ServiceError) -> LoginSession {
        guard let code = body.code ?? known, let end = body.notAfter else {
            throw refused(answer, "a session without code or readable end")
        }
        guard let url = body.url.flatMap(connection.connection.address.browserURL) else {
            throw refused(answer, "a session to be opened nowhere, or at another host")
        }
        return LoginSession(
            requestor: request.requestor, mvpd: request.mvpd.id, code: code, expires: end, loginURL: url)
    }

    /// Who is signed in already has a profile.
    private func profile(
        _ request: LoginRequest, _ answer: ServiceAnswer, _ body: SessionBody
    ) async throws(ServiceError) -> ServiceAuthentication {
        if request.mvpd.id.isContradicted(by: body.mvpd) {
            throw refused(answer, "a session of another MVPD")
        }
        let questions = ProfileQuestions(connection: connection, requestor: request.requestor, call: call)
        let found = try await questions.one(
            .authentication, mvpd: request.mvpd.id, identity: request.mvpd.isTempPass ? request.genericData : [:])
        guard let found else {
            throw ServiceError(.authentication, .unreadable, because: "signed in, yet without a profile")
        }
        return found
    }

    private func refused(_ answer: ServiceAnswer, _ reason: String) -> ServiceError {
        ServiceError(.login, answer: answer, unreadable: UnreadableAnswer(reason))
    }

    /// Names from the service, fit for a log line.
    static func words(_ names: [String]) -> String {
        let words = names.compactMap(ServiceAnswer.word)
        return words.isEmpty ? "something" : words.joined(separator: ", ")
    }
}
