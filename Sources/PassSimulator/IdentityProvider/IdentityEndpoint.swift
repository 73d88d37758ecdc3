import Base

/// The providers' identity endpoint over HTTP, as a device's account asks it: who the providers are, a session for a
/// code of the sign-in page or for a password, attributes as SAML, and the session's end.
///
/// Apple publishes no such endpoint: form and words are a choice, near OAuth 2.0 (RFC 6749). Errors are
/// `{"error": …, "error_description": …}`.
struct IdentityEndpoint: Sendable {
    let identity: IdentityKey

    /// Answers a request; nil when its endpoint is not of the identity endpoint.
    func answer(
        _ request: Request, _ endpoint: Endpoint, _ state: inout ServiceState, at moment: Moment
    ) -> Response? {
        guard Self.endpoints.contains(endpoint) else { return nil }
        do throws(Refusal) {
            // A page of another origin may point its own name here.
            if let objection = DashboardGate.objection(toHostOf: request) {
                if request.wantsPage { return WebPage.refused(403, objection) }
                throw Refusal(403, "forbidden_host", details: objection)
            }
            switch endpoint {
            case .identityProviders: return Self.providers(state.dashboard)
            case .identitySignInPage: return try IdentitySignIn.page(Parameters(request), &state, at: moment)
            case .identitySignInForm: return try IdentitySignIn.submit(Parameters(request), &state, at: moment)
            case .identityToken: return try token(request, &state, at: moment)
            case .identityAttributes: return try attributes(request, state, at: moment)
            case .identitySignOut:
                state.identity.sessions[try Self.session(of: request, state, at: moment).key] = nil
                return Response(204, headers: Self.uncached)
            default: return nil
            }
        } catch {
            let challenge = error.status == 401 ? [(name: "WWW-Authenticate", value: "Bearer")] : []
            return Response(
                error.status,
                .object(["error": .string(error.code), "error_description": .optional(error.details)]),
                headers: Self.uncached + challenge)
        }
    }

    private static let endpoints: Set<Endpoint> = [
        .identityProviders, .identitySignInPage, .identitySignInForm, .identityToken, .identityAttributes,
        .identitySignOut,
    ]

    /// `GET /idp/providers`: those a device shows, each once, by name.
    private static func providers(_ dashboard: Dashboard) -> Response {
        let providers = dashboard.identityProviders.filter(\.displayInPlatformPicker)
        return Response(
            200,
            .array(
                providers.map { mvpd in
                    .object([
                        "id": .optional(mvpd.platformMappingID), "name": .string(mvpd.displayName),
                        "logo": .string(mvpd.logoURL),
                        // Else each application sends the person to the provider's own login.
                        "single_sign_on": .bool(mvpd.boardingStatus == "SUPPORTED"),
                    ])
                }), headers: uncached)
    }

    /// `POST /idp/token`: a code of the page, or name and password, for a session.
    private func token(_ request: Request, _ state: inout ServiceState, at moment: Moment) throws(Refusal) -> Response {
        let parameters = Parameters(form: request)
        let mvpd: Dashboard.MVPD
        let user: String
        switch try parameters["grant_type"] {
        case "authorization_code":
            guard let code = try parameters["code"], let grant = state.identity.codes.removeValue(forKey: code),
                grant.expires > moment.now, let found = state.dashboard.identityProvider(grant.provider)
            else { throw Refusal(400, "invalid_grant", details: "The code is unknown, used or over") }
            (mvpd, user) = (found, grant.user)
        case "password":
            guard let provider = try parameters["provider"] else { throw .invalid("'provider' must be given") }
            guard let found = state.dashboard.identityProvider(provider) else {
                throw Refusal(400, "unknown_provider", details: "The provider is not known")
            }
            guard let name = try parameters["username"], let password = try parameters["password"],
                found.people[name] == password
            else { throw Refusal(401, "access_denied", details: "User name or password is wrong") }
            (mvpd, user) = (found, name)
        case nil: throw .invalid("'grant_type' must be given")
        default: throw Refusal(400, "unsupported_grant_type", details: "Known are authorization_code and password")
        }
        let life = state.dashboard.accountLife
        let session = hexText(randomBytes(32))
        state.identity.sessions = state.identity.sessions.filter { $0.value.expires > moment.now }
        state.identity.sessions[session] = ServiceState.Identity.Grant(
            provider: mvpd.platformMappingID ?? "", user: user, expires: moment.now + life)
        return Response(
            200,
            .object([
                "provider": .optional(mvpd.platformMappingID), "display_name": .string(mvpd.displayName),
                "session": .string(session), "expires_in": .integer(life.inMilliseconds / 1000),
            ]), headers: Self.uncached)
    }

    /// `POST /idp/attributes`: a signed SAML response for whoever the session is of.
    private func attributes(_ request: Request, _ state: ServiceState, at moment: Moment) throws(Refusal) -> Response {
        let provider = try Self.session(of: request, state, at: moment).grant.provider
        guard let body = JSON(parsing: request.body), body.members != nil else {
            throw .invalid("The body must be a JSON object")
        }
        guard let attributes = (body["attributes"] ?? .array([])).strings else {
            throw .invalid("'attributes' must be an array of texts")
        }
        var token: String?
        switch body["verification_token"] {
        case .none, .null: break
        case .string(let text): token = text
        default: throw .invalid("'verification_token' must be a text or null")
        }
        guard let assertion = state.assertion(of: provider, answering: token, attributes, at: moment),
            let response = identity.response(assertion)
        else {
            throw Refusal(
                400, "invalid_verification_token", details: "It is unknown, over, or of another provider's request")
        }
        return Response(
            200, .object(["saml_response": .string(base64(Array(response.exposed.utf8)))]), headers: Self.uncached)
    }

    private static func session(
        of request: Request, _ state: ServiceState, at moment: Moment
    ) throws(Refusal) -> (key: String, grant: ServiceState.Identity.Grant) {
        let parts = (request.header("Authorization") ?? "").split(separator: " ")
        guard parts.count == 2, parts[0].lowercased() == "bearer",
            let grant = state.identity.sessions[String(parts[1])],
            grant.expires > moment.now, state.dashboard.identityProvider(grant.provider) != nil
        else { throw Refusal(401, "invalid_session", details: "The session is unknown or over") }
        return (String(parts[1]), grant)
    }

    private static let uncached = [(name: "Cache-Control", value: "no-store")]
}
