/// The endpoints a fault can be set at.
public enum AppleIDEndpoint: String, Sendable, Hashable, CaseIterable {
    /// `GET /.well-known/openid-configuration`
    case discovery
    /// `GET /auth/authorize`, in a browser
    case authorize
    /// `POST /person/sign-in`, in a browser
    case signIn
    /// `POST /person/code`, in a browser
    case code
    /// `POST /person/consent`, in a browser
    case consent
    /// `POST /auth/token`
    case token
    /// `GET /auth/keys`
    case keys
    /// `POST /auth/revoke`
    case revoke
    /// The dashboard's page and forms.
    case dashboard
    /// Anything else.
    case other

    /// The endpoint of a method and a path as sent.
    init(_ method: String, _ path: String) {
        self =
            switch (method, path) {
            case ("GET", "/.well-known/openid-configuration"): .discovery
            case ("GET", "/auth/authorize"): .authorize
            case ("POST", "/person/sign-in"): .signIn
            case ("POST", "/person/code"): .code
            case ("POST", "/person/consent"): .consent
            case ("POST", "/auth/token"): .token
            case ("GET", "/auth/keys"): .keys
            case ("POST", "/auth/revoke"): .revoke
            case ("GET", "/"), ("POST", "/dashboard"): .dashboard
            default: .other
            }
    }
}
