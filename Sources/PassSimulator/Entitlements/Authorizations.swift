import Base

/// Authorizations: asking for one, and reading one kept (rest-v1, sections 5 and 9).
enum Authorizations {
    /// Who permits, as REST API V2 names it; sent on V1 too (choice, for want of a wire form in the documents).
    enum Source: String, Sendable, Hashable {
        case mvpd
        case degradation
        case temppass
    }

    /// `GET /api/v1/authorize`
    static func authorize(
        _ parameters: Parameters, _ state: inout ServiceState, at moment: Moment, format: Format
    ) throws(Refusal) -> Response {
        let resource = try Resource(parameters)
        if let data = try parameters["generic_data"], JSON(parsing: Array(data.utf8))?.members == nil {
            throw .invalid("generic_data is no JSON object", code: "malformed_authz_request")
        }
        let viewer = try Viewer(parameters, state, at: moment, status: 403)
        let source = try permission(for: resource, at: viewer.mvpd)
        var end = moment.now + state.dashboard.authorizationLife
        if source == .temppass {
            end = min(end, try TemporaryPass.authorize(resource, viewer, &state, at: moment))
        }
        let authorization = ServiceState.Authorization(
            authentication: viewer.authentication.id, mvpd: viewer.mvpd.id, source: source, expires: end)
        state.authorizations[ServiceState.AuthorizationKey(viewer: viewer.key, resource: resource.key)] = authorization
        return response(authorization, resource, viewer, format)
    }

    /// `GET /api/v1/tokens/authz`
    static func token(
        _ parameters: Parameters, _ state: ServiceState, at moment: Moment, format: Format
    ) throws(Refusal) -> Response {
        let resource = try Resource(parameters)
        let viewer = try Viewer(parameters, state, at: moment, status: 412)
        let authorization = try find(resource, viewer, state, at: moment, missing: 404, expired: 410)
        return response(authorization, resource, viewer, format)
    }

    /// Who permits a resource.
    ///
    /// A rule comes before the MVPD, and a temporary pass permits whatever it is asked for.
    /// - Throws: why nobody does.
    static func permission(for resource: Resource, at mvpd: Dashboard.MVPD) throws(Refusal) -> Source {
        if mvpd.deniesEverything {
            throw .enhanced(
                "authorization_denied_by_degradation_rule", details: "All requests to the TV provider are denied")
        }
        if mvpd.isDegraded || mvpd.permitsEverything { return .degradation }
        if mvpd.isTempPass { return .temppass }
        if let denial = resource.denial(at: mvpd) { throw .enhanced(denial.code, details: denial.details) }
        return .mvpd
    }

    /// The authorization of the viewer's present sign-in; those of an earlier one are gone with it.
    static func find(
        _ resource: Resource, _ viewer: Viewer, _ state: ServiceState, at moment: Moment, missing: Int, expired: Int
    ) throws(Refusal) -> ServiceState.Authorization {
        let key = ServiceState.AuthorizationKey(viewer: viewer.key, resource: resource.key)
        guard let found = state.authorizations[key], found.authentication == viewer.authentication.id else {
            throw Refusal(missing, "authorization_not_found", action: "authorization")
        }
        guard found.expires > moment.now else {
            throw Refusal(expired, "authorization_expired", action: "authorization")
        }
        return found
    }

    private static func response(
        _ authorization: ServiceState.Authorization, _ resource: Resource, _ viewer: Viewer, _ format: Format
    ) -> Response {
        TokenDocument.response(
            "authorization",
            [
                ("expires", String(authorization.expires.milliseconds)), ("mvpd", authorization.mvpd),
                ("requestor", viewer.key.requestor), ("resource", resource.text),
                ("source", authorization.source.rawValue),
            ], format)
    }
}
