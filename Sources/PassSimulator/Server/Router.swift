/// Which endpoint a request is for.
enum Route: Sendable, Hashable {
    /// An endpoint, what stands in the path's variable places, and the format its suffix asks for.
    case endpoint(Endpoint, [String: String], Format?)
    /// The path is known, the method is not.
    case wrongMethod(allowed: [String])
    /// No such path.
    case unknown
}

/// The paths of the service.
struct Router: Sendable {
    private struct Row: Sendable {
        let endpoint: Endpoint
        let method: String
        let segments: [Substring]
        /// Whether `.json` or `.xml` may follow the path (rest-v1: common rules).
        let takesSuffix: Bool

        init(_ endpoint: Endpoint, _ method: String, _ path: StaticString, suffix: Bool = true) {
            self.endpoint = endpoint
            self.method = method
            segments = Router.segments(of: "\(path)")
            takesSuffix = suffix
        }
    }

    private let rows = [
        Row(.register, "POST", "/o/client/register", suffix: false),
        Row(.token, "POST", "/o/client/token", suffix: false),
        Row(.configuration, "GET", "/api/v1/config/{requestor}"),
        Row(.profileRequest, "GET", "/api/v1/{requestor}/profile-requests/{mvpd}", suffix: false),
        Row(.exchange, "POST", "/api/v1/tokens/authn"),
        Row(.authentication, "GET", "/api/v1/tokens/authn"),
        Row(.checkAuthentication, "GET", "/api/v1/checkauthn"),
        Row(.authorize, "GET", "/api/v1/authorize"),
        Row(.authorization, "GET", "/api/v1/tokens/authz"),
        Row(.mediaToken, "GET", "/api/v1/tokens/media"),
        Row(.mediaToken, "GET", "/api/v1/mediatoken"),
        Row(.preauthorize, "GET", "/api/v1/preauthorize"),
        Row(.preauthorize, "POST", "/api/v1/preauthorize"),
        Row(.userMetadata, "GET", "/api/v1/tokens/usermetadata"),
        Row(.logout, "DELETE", "/api/v1/logout"),
        Row(.registrationCode, "POST", "/reggie/v1/{requestor}/regcode"),
        Row(.registrationRecord, "GET", "/reggie/v1/{requestor}/regcode/{code}"),
        Row(.registrationRemoval, "DELETE", "/reggie/v1/{requestor}/regcode/{code}"),
        Row(.temporaryPass, "POST", "/api/v1/authenticate/freepreview", suffix: false),
        Row(.temporaryPassReset, "DELETE", "/reset-tempass/v3/reset", suffix: false),
        Row(.temporaryPassGenericReset, "DELETE", "/reset-tempass/v3/reset/generic", suffix: false),
        Row(.codeCheck, "GET", "/api/v1/checkauthn/{code}"),
        Row(.codeAuthentication, "GET", "/api/v1/authenticate/{code}"),
        Row(.codePreauthorize, "GET", "/api/v1/preauthorize/{code}"),
        Row(.authenticate, "GET", "/api/v1/authenticate", suffix: false),
        Row(.v2Authenticate, "GET", "/api/v2/authenticate/{requestor}/{code}", suffix: false),
        Row(.v2Configuration, "GET", "/api/v2/{requestor}/configuration", suffix: false),
        Row(.v2Session, "POST", "/api/v2/{requestor}/sessions", suffix: false),
        Row(.v2PartnerSession, "POST", "/api/v2/{requestor}/sessions/sso/{partner}", suffix: false),
        Row(.v2SessionResumption, "POST", "/api/v2/{requestor}/sessions/{code}", suffix: false),
        Row(.v2SessionLookup, "GET", "/api/v2/{requestor}/sessions/{code}", suffix: false),
        Row(.v2Profiles, "GET", "/api/v2/{requestor}/profiles", suffix: false),
        Row(.v2ProfileOfCode, "GET", "/api/v2/{requestor}/profiles/code/{code}", suffix: false),
        Row(.v2PartnerProfile, "POST", "/api/v2/{requestor}/profiles/sso/{partner}", suffix: false),
        Row(.v2Profile, "GET", "/api/v2/{requestor}/profiles/{mvpd}", suffix: false),
        Row(.v2Authorization, "POST", "/api/v2/{requestor}/decisions/authorize/{mvpd}", suffix: false),
        Row(.v2Preauthorization, "POST", "/api/v2/{requestor}/decisions/preauthorize/{mvpd}", suffix: false),
        Row(.v2Logout, "GET", "/api/v2/{requestor}/logout/{mvpd}", suffix: false),
        Row(.loginPage, "GET", "/mvpd/login", suffix: false),
        Row(.loginForm, "POST", "/mvpd/login", suffix: false),
        Row(.logoutPage, "GET", "/adobe-services/logout", suffix: false),
        Row(.activationPage, "GET", "/activate", suffix: false),
        Row(.activationForm, "POST", "/activate", suffix: false),
        Row(.activationOutcome, "GET", "/activate/done", suffix: false),
        Row(.identityProviders, "GET", "/idp/providers", suffix: false),
        Row(.identitySignInPage, "GET", "/idp/signin", suffix: false),
        Row(.identitySignInForm, "POST", "/idp/signin", suffix: false),
        Row(.identityToken, "POST", "/idp/token", suffix: false),
        Row(.identityAttributes, "POST", "/idp/attributes", suffix: false),
        Row(.identitySignOut, "POST", "/idp/signout", suffix: false),
    ]

    /// Finds the endpoint of a method and a path as sent.
    func route(_ method: String, _ path: String) -> Route {
        var allowed: [String] = []
        for row in rows {
            guard let (variables, format) = Self.match(row, path) else { continue }
            // RFC 9110, section 9.3.2: HEAD is GET without the content, which the server leaves out.
            if row.method == method || (method == "HEAD" && row.method == "GET") {
                return .endpoint(row.endpoint, variables, format)
            }
            allowed += row.method == "GET" ? ["GET", "HEAD"] : [row.method]
        }
        return allowed.isEmpty ? .unknown : .wrongMethod(allowed: allowed)
    }

    private static func match(_ row: Row, _ path: String) -> ([String: String], Format?)? {
        var (path, format) = (path, Format?.none)
        if row.takesSuffix {
            for candidate in Format.allCases where path.hasSuffix(".\(candidate)") {
                path.removeLast(candidate.rawValue.count + 1)
                format = candidate
            }
        }
        let segments = segments(of: path)
        guard segments.count == row.segments.count else { return nil }
        var variables: [String: String] = [:]
        for (pattern, segment) in zip(row.segments, segments) {
            guard let text = percentDecoded(String(segment), plusIsSpace: false) else { return nil }
            if pattern.hasPrefix("{") {
                if text.isEmpty { return nil }
                variables[String(pattern.dropFirst().dropLast())] = text
            } else if pattern != text {
                return nil
            }
        }
        return (variables, format)
    }

    private static func segments(of path: String) -> [Substring] {
        path.split(separator: "/", omittingEmptySubsequences: false)
    }
}
