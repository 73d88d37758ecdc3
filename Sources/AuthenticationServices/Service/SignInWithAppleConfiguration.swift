/// What Apple knows the app by, and where its answers go.
public struct SignInWithAppleConfiguration: Sendable {
    /// The Services ID (or, for the local stand-in, any id). Never with the team's id before it.
    public var clientID: String
    /// How the app proves at the token endpoint that it is itself.
    public var clientSecret: ClientSecretSource
    /// Where Apple sends the person's answer: registered, https, with a domain name.
    ///
    /// Behind it stands the app's relay, which hands the form on to `handleRedirect(body:)` or to the listener. Nil with
    /// a listener: the listener's own address, which only an identity provider on this device accepts.
    public var redirectURI: String?
    /// Takes the answer on this device; nil = the host hands it to `handleRedirect(body:)`.
    public var listener: RedirectListenerSettings?
    /// The identity provider, without a slash at the end; also the issuer of its tokens.
    public var baseURL: String
    /// Whether the code is bound to this device's request (RFC 7636).
    public var proofKey: ProofKey
    /// How long a person may take. Choice: 15 minutes.
    public var patience: Duration

    /// Whether the code is bound to the request that asked for it.
    public enum ProofKey: Sendable, Hashable {
        /// Where the provider's discovery document lists `S256`. Apple's documents do not mention it.
        case whereAnnounced
        /// Always.
        case always
        /// Never.
        case never
    }

    /// Makes a configuration.
    ///
    /// - Parameters:
    ///   - clientID: the Services ID.
    ///   - clientSecret: a developer key, or who else gives client secrets.
    ///   - redirectURI: the registered https address, or nil with a listener.
    ///   - listener: takes the answer on this device.
    ///   - baseURL: the identity provider.
    ///   - proofKey: whether PKCE is used.
    ///   - patience: how long a person may take.
    public init(
        clientID: String, clientSecret: ClientSecretSource, redirectURI: String?,
        listener: RedirectListenerSettings? = nil, baseURL: String = "https://appleid.apple.com",
        proofKey: ProofKey = .whereAnnounced, patience: Duration = .seconds(900)
    ) {
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.redirectURI = redirectURI
        self.listener = listener
        self.baseURL = baseURL
        self.proofKey = proofKey
        self.patience = patience
    }
}

extension SignInWithAppleConfiguration {
    static let apple = "https://appleid.apple.com"

    /// What the keychain files something under: apart for each client, and for each provider, whose people are others.
    func keychainName(_ kind: String) -> String {
        baseURL == Self.apple ? "\(kind)/\(clientID)" : "\(kind)/\(clientID)@\(baseURL)"
    }
}

/// Where a loopback listener listens.
public struct RedirectListenerSettings: Sendable, Hashable {
    /// The port of 127.0.0.1; 0 lets the system choose.
    public var port: UInt16
    /// The path of the form, with a slash before it.
    public var path: String

    /// Makes settings.
    public init(port: UInt16 = 0, path: String = "/sign-in-with-apple") {
        self.port = port
        self.path = path
    }
}
