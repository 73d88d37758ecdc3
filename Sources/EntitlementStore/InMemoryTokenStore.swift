public import Base
public import FoundationEssentials

/// A token store that is gone with the object, for tests and hosts without a disk. Never throws.
public final class InMemoryTokenStore: TokenStore {
    private struct State {
        var deviceID: Secret?
        /// The latest saved last.
        var tokens: [Entry] = []
        var credentials: [[ExactText]: ClientCredentials] = [:]
        var configurations: [ExactText: CachedConfiguration] = [:]
    }

    /// A token, and the authorizations that go with it.
    private struct Entry {
        var token: AuthenticationToken
        var authorizations: [ExactText: AuthorizationToken] = [:]
    }

    private let state: Lock<State>

    /// An empty store.
    ///
    /// - Parameter deviceID: nil = one is made at first use.
    public init(deviceID: Secret? = nil) {
        state = Lock(State(deviceID: deviceID))
    }

    /// The device id given, else one made at first use.
    public func deviceID() -> Secret {
        state.withLock { state in
            let id = state.deviceID ?? Secret(DeviceID.make())
            state.deviceID = id
            return id
        }
    }

    /// All authentication tokens of a requestor for one API, the latest saved first.
    public func tokens(requestor: String, service: AuthenticationToken.Service) -> [AuthenticationToken] {
        state.withLock { state in
            state.tokens.reversed().map(\.token).filter {
                ExactText($0.requestor) == ExactText(requestor) && $0.service == service
            }
        }
    }

    /// Saves a token as the requestor's latest, replacing the one of the same requestor, MVPD and API.
    public func save(_ token: AuthenticationToken) {
        state.withLock { state in
            state.tokens.removeAll { $0.token.place == token.place }
            state.tokens.append(Entry(token: token))
        }
    }

    /// Replaces the user metadata of the stored token equal to `token` in all else; nothing when it is gone.
    public func saveMetadata(_ metadata: Data?, of token: AuthenticationToken) {
        change(token) { $0.token.metadata = metadata }
    }

    /// Removes the token of that requestor, MVPD and API.
    public func remove(_ token: AuthenticationToken) {
        state.withLock { $0.tokens.removeAll { $0.token.place == token.place } }
    }

    /// Removes every token bound to another device id, and tells how many.
    public func removeTokens(notBoundTo deviceID: Secret) -> Int {
        state.withLock { state in
            let before = state.tokens.count
            state.tokens.removeAll { ExactText($0.token.deviceID.exposed) != ExactText(deviceID.exposed) }
            return before - state.tokens.count
        }
    }

    /// Removes all authentication tokens; credentials, configurations and device id stay.
    public func removeAllTokens() {
        state.withLock { $0.tokens = [] }
    }

    /// The authorization kept for a resource with the stored token equal to `token`, metadata apart.
    public func authorization(of resource: String, under token: AuthenticationToken) -> AuthorizationToken? {
        state.withLock { state in
            state.tokens.first { $0.token.identity == token.identity }?.authorizations[ExactText(resource)]
        }
    }

    /// Keeps an authorization with the stored token equal to `token`, and drops those of it that are over.
    public func save(_ authorization: AuthorizationToken, under token: AuthenticationToken, at now: Timestamp) {
        change(token) { entry in
            entry.authorizations = entry.authorizations.filter { $0.value.expires > now }
            entry.authorizations[ExactText(authorization.resource)] = authorization
        }
    }

    /// Drops the authorization for a resource kept with the stored token equal to `token`.
    public func removeAuthorization(of resource: String, under token: AuthenticationToken) {
        change(token) { $0.authorizations[ExactText(resource)] = nil }
    }

    /// Changes the entry of the stored token equal to `token`, metadata apart; nothing when it is gone.
    private func change(_ token: AuthenticationToken, _ body: (inout Entry) -> Void) {
        state.withLock { state in
            guard let index = state.tokens.firstIndex(where: { $0.token.identity == token.identity }) else { return }
            body(&state.tokens[index])
        }
    }

    /// The credentials for a service URL and software statement.
    public func credentials(serviceURL: String, statementDigest: String) -> ClientCredentials? {
        state.withLock { $0.credentials[[ExactText(serviceURL), ExactText(statementDigest)]] }
    }

    /// Saves or, with nil, removes credentials; tokens of REST API V2 whose client is gone then go with it.
    public func save(_ credentials: ClientCredentials?, serviceURL: String, statementDigest: String) {
        state.withLock { state in
            state.credentials[[ExactText(serviceURL), ExactText(statementDigest)]] = credentials
            let clients = Set(state.credentials.values.map(\.clientID))
            state.tokens.removeAll { entry in
                entry.token.service == .restV2 && !(entry.token.clientID.map(clients.contains) ?? false)
            }
        }
    }

    /// The configuration kept under `key`.
    public func configuration(key: String) -> CachedConfiguration? {
        state.withLock { $0.configurations[ExactText(key)] }
    }

    /// Keeps or, with nil, drops a configuration.
    public func save(_ configuration: CachedConfiguration?, key: String) {
        state.withLock { $0.configurations[ExactText(key)] = configuration }
    }
}

extension AuthenticationToken {
    /// What one token is kept for.
    fileprivate var place: [ExactText] {
        [requestor, mvpd, service.rawValue].map(ExactText.init)
    }

    /// All but the metadata.
    fileprivate var identity: [ExactText?] {
        [
            requestor, mvpd, service.rawValue, kind.rawValue, String(expires.milliseconds), userID?.exposed,
            deviceID.exposed, platformProviderID, serviceURL,
        ].map { $0.map(ExactText.init) }
    }
}
