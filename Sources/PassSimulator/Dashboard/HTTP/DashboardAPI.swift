import Base

/// The dashboard over HTTP, JSON in and out: for hosts in another process, and for people with a command line.
///
/// Its requests are neither recorded nor throttled, and no fault touches them.
struct DashboardAPI: Sendable {
    let service: Service

    /// Whether a path is the dashboard's.
    static func owns(_ path: String) -> Bool { path == "/dashboard" || path.hasPrefix("/dashboard/") }

    /// Answers a request.
    func answer(_ request: Request) -> Response {
        if let objection = DashboardGate.objection(to: request) { return Self.error(403, objection) }
        if request.isTooLarge { return Self.error(413, "The body is too large.") }
        let segments = request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst(2).map {
            percentDecoded(String($0), plusIsSpace: false)
        }
        guard !segments.contains(nil) else { return Self.error(404, "The path is badly encoded.") }
        do throws(BadInput) {
            let path = segments.compactMap { $0 }
            if let answer = try answer(request, path) { return answer }
            guard let methods = Self.methods(of: path) else { return Self.error(404, Self.directory) }
            var refusal = Self.error(405, "Known here: \(methods.joined(separator: ", ")).")
            refusal.headers.append(("Allow", methods.joined(separator: ", ")))
            return refusal
        } catch {
            return Self.error(400, error.message)
        }
    }

    private func answer(_ request: Request, _ path: [String]) throws(BadInput) -> Response? {
        // The server leaves the content of an answer to HEAD out.
        switch (request.method == "HEAD" ? "GET" : request.method, path.first, path.count) {
        case ("GET", nil, 0): return Response(200, service.state.withLock { overview(&$0) }, headers: Self.uncached)
        case ("POST", "settings", 1): return try settings(try body(of: request))
        case (_, "mvpd", 3): return try mvpd(request, requestor: path[1], mvpd: path[2])
        case (_, "faults", 1...2): return try fault(request, path.count == 2 ? path[1] : nil)
        case ("POST", "release-held", 1): service.room.release()
        case ("POST", "forget-clients", 1): service.state.withLock { $0.forgetClients() }
        case ("POST", "expire-tokens", 1): service.state.withLock { $0.accessTokens = [:] }
        case ("POST", "forget-authentications", 1): service.state.withLock { $0.forgetAuthentications() }
        case ("POST", "forget-authorizations", 1): service.state.withLock { $0.authorizations = [:] }
        case ("POST", "forget-accounts", 1): service.state.withLock { $0.identity = .init() }
        case ("POST", "reset", 1): Action.reset.act(on: service)
        case ("POST", "reset-temporary-passes", 1): service.state.withLock { $0.trials = [] }
        case ("POST", "media-token", 1): return try redeem(try body(of: request))
        case ("GET", "requests", 1):
            let records = service.state.withLock { $0.records.all }
            return Response(200, .array(records.map(\.json)), headers: Self.uncached)
        case ("DELETE", "requests", 1): service.state.withLock { $0.records.clear() }
        case ("GET", "statement", 1):
            guard let statement = service.registration.statements.issue(at: service.clock.now) else { return nil }
            return Response(200, .object(["software_statement": .string(statement)]), headers: Self.uncached)
        case ("GET", "statement.jwt", 1):
            guard let statement = service.registration.statements.issue(at: service.clock.now) else { return nil }
            return Response(200, statement + "\n", contentType: "application/jwt", headers: Self.uncached)
        case ("GET", "programmer-key", 1):
            guard let key = ProgrammerKey.pem else { return nil }
            return Response(200, key, contentType: "application/x-pem-file", headers: Self.uncached)
        case ("POST", "saml", 1): return try saml(try body(of: request))
        default: return nil
        }
        return Response(204)
    }

    /// What a path that is there takes; nil where none is.
    private static func methods(of path: [String]) -> [String]? {
        switch (path.first, path.count) {
        case (nil, 0), ("statement", 1), ("statement.jwt", 1), ("programmer-key", 1): ["GET", "HEAD"]
        case ("requests", 1): ["GET", "HEAD", "DELETE"]
        case ("mvpd", 3): ["GET", "HEAD", "POST", "PUT", "DELETE"]
        case ("faults", 1): ["DELETE"]
        case ("faults", 2): ["POST", "DELETE"]
        case (let name?, 1) where posts.contains(name): ["POST"]
        default: nil
        }
    }

    private static let posts: Set<String> = [
        "settings", "release-held", "forget-clients", "expire-tokens", "forget-authentications",
        "forget-authorizations", "forget-accounts", "reset", "reset-temporary-passes", "media-token", "saml",
    ]

    private static let directory = """
        Nothing is here. GET /dashboard, /dashboard/requests, /dashboard/statement, /dashboard/statement.jwt, /dashboard/programmer-key, /dashboard/mvpd/{requestor}/{mvpd}; \
        POST /dashboard/settings, /dashboard/reset, /dashboard/mvpd/{requestor}/{mvpd}, /dashboard/faults/{endpoint}, \
        /dashboard/release-held, /dashboard/forget-clients, /dashboard/expire-tokens, \
        /dashboard/forget-authentications, /dashboard/forget-authorizations, /dashboard/forget-accounts, /dashboard/reset-temporary-passes, \
        /dashboard/media-token, /dashboard/saml; \
        PUT and DELETE /dashboard/mvpd/{requestor}/{mvpd}; \
        DELETE /dashboard/faults, /dashboard/faults/{endpoint}, /dashboard/requests.
        """

    private static let uncached = [(name: "Cache-Control", value: "no-store")]

    private static func error(_ status: Int, _ message: String) -> Response {
        Response(status, .object(["error": .string(message)]))
    }

    private func body(of request: Request) throws(BadInput) -> JSON {
        guard let body = JSON(parsing: request.body), body.members != nil else {
            throw BadInput("The body must be a JSON object.")
        }
        return body
    }

    private func overview(_ state: inout ServiceState) -> JSON {
        let requestors = state.dashboard.requestors.values.sorted { $0.id < $1.id }
        return .object([
            "settings": .object([DashboardField<Dashboard>].settings.read(state.dashboard)),
            "requestors": .array(
                requestors.map { requestor in
                    .object([
                        "id": .string(requestor.id), "name": .string(requestor.name),
                        "domains": .strings(requestor.domains), "mvpds": .array(requestor.mvpds.map(Self.json)),
                    ])
                }),
            "faults": .object(
                Dictionary(uniqueKeysWithValues: state.faults.map { ($0.key.rawValue, $0.value.json) })),
            "clients": .integer(Int64(state.clients.count)),
            "accessTokens": .integer(Int64(state.accessTokens.count)),
            "authentications": .integer(Int64(state.authentications.count)),
            "profiles": .integer(Int64(state.profiles.values.reduce(0) { $0 + $1.count })),
            "authorizations": .integer(Int64(state.authorizations.count)),
            "accounts": .integer(Int64(state.identity.sessions.count)),
            "waiting": .integer(Int64(service.room.count)),
        ])
    }

    private static func json(_ mvpd: Dashboard.MVPD) -> JSON {
        .object([JSON.Member(name: "id", value: .string(mvpd.id))] + [DashboardField<Dashboard.MVPD>].mvpd.read(mvpd))
    }

    private func settings(_ body: JSON) throws(BadInput) -> Response {
        try service.state.withLock { state throws(BadInput) in
            try [DashboardField<Dashboard>].settings.write(body, to: &state.dashboard)
            return Response(200, .object([DashboardField<Dashboard>].settings.read(state.dashboard)))
        }
    }

    private func mvpd(_ request: Request, requestor: String, mvpd id: String) throws(BadInput) -> Response? {
        let change = ["POST", "PUT"].contains(request.method) ? try body(of: request) : nil
        return try service.state.withLock { state throws(BadInput) -> Response? in
            guard state.dashboard.requestors[requestor] != nil else {
                return Self.error(404, "The requestor is not known.")
            }
            let known = state.dashboard[requestor, id]
            guard request.method == "PUT" || known != nil else { return Self.error(404, "The MVPD is not known.") }
            switch request.method {
            case "GET", "HEAD": break
            case "DELETE":
                state.dashboard[requestor, id] = nil
                return Response(204)
            case "POST", "PUT":
                var mvpd = known ?? Dashboard.MVPD(id: id, displayName: id)
                try [DashboardField<Dashboard.MVPD>].mvpd.write(change ?? .null, to: &mvpd)
                state.dashboard[requestor, id] = mvpd
            default: return nil
            }
            guard let mvpd = state.dashboard[requestor, id] else { return nil }
            return Response(known == nil ? 201 : 200, Self.json(mvpd))
        }
    }

    private func fault(_ request: Request, _ name: String?) throws(BadInput) -> Response? {
        guard let name else {
            guard request.method == "DELETE" else { return nil }
            service.state.withLock { $0.faults = [:] }
            return Response(204)
        }
        guard let endpoint = Endpoint(rawValue: name) else {
            let known = Endpoint.allCases.map(\.rawValue).joined(separator: ", ")
            return Self.error(404, "The endpoint is not known; known are: \(known).")
        }
        switch request.method {
        case "POST":
            let fault = try Fault(reading: try body(of: request))
            service.state.withLock { $0.faults[endpoint] = fault }
            return Response(200, fault.json)
        case "DELETE":
            service.state.withLock { $0.faults[endpoint] = nil }
            return Response(204)
        default: return nil
        }
    }

    /// The programmer's server: `{"token": …, "resource": …, "requestor": …}` gives `{"verdict": "valid"}`.
    private func redeem(_ body: JSON) throws(BadInput) -> Response {
        func text(_ name: String) throws(BadInput) -> String {
            guard let text = body[name]?.string else { throw BadInput("'\(name)' must be a text.") }
            return text
        }
        let verdict = service.redeem(
            try text("token"), resource: try text("resource"), requestor: try text("requestor"))
        return Response(200, .object(["verdict": .string(verdict.rawValue)]), headers: Self.uncached)
    }

    /// The identity endpoint, for a platform account in another process.
    private func saml(_ body: JSON) throws(BadInput) -> Response {
        guard let provider = body["provider"]?.string else { throw BadInput("'provider' must be a text.") }
        guard let attributes = (body["attributes"] ?? .array([])).strings else {
            throw BadInput("'attributes' must be an array of texts.")
        }
        var token: String?
        switch body["verificationToken"] {
        case .none, .null: break
        case .string(let text): token = text
        default: throw BadInput("'verificationToken' must be a text.")
        }
        guard let response = service.samlResponse(provider: provider, verificationToken: token, attributes: attributes)
        else { return Self.error(404, "The provider is not known, or refuses the verification token.") }
        return Response(200, .object(["samlResponse": .string(response.exposed)]), headers: Self.uncached)
    }
}

extension RequestRecord {
    fileprivate var json: JSON {
        .object([
            "endpoint": .string(endpoint.rawValue), "method": .string(method), "path": .string(path),
            "parameterNames": .strings(parameterNames), "headers": .object(headers.mapValues(JSON.string)),
            "status": status.map { .integer(Int64($0)) } ?? .null, "platform": .optional(platform),
        ])
    }
}
