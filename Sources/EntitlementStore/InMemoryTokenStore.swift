public import Base
public import FoundationEssentials

/// A token store that is gone with the object, for tests and hosts without a disk. Never throws.
public final class InMemoryTokenStore: TokenStore {
    private struct State {
        var deviceID: Secret?
        /// The latest saved last.
        var tokens: [AuthenticationToken] = []
        var credentials: [[ByteText]: ClientCredentials] = [:]
        var configurations: [ByteText: CachedConfiguration] = [:]
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
            state.tokens.reversed().filter { ByteText($0.requestor) == ByteText(requestor) && $0.service == service }
        }
    }

    /// Saves a token as the requestor's latest, replacing the one of the same requestor, MVPD and API.
    public func save(_ token: AuthenticationToken) {
        state.withLock { state in
            state.tokens.removeAll { $0.place == token.place }
            state.tokens.append(token)
        }
    }

    /// Replaces the user metadata of the stored token equal to `token` in all else; nothing when it is gone.
    public func saveMetadata(_ metadata: Data?, of token: AuthenticationToken) {
        state.withLock { state in
            guard let index = state.tokens.firstIndex(where: { $0.identity == token.identity }) else { return }
            state.tokens[index].metadata = metadata
        }
    }

    /// Removes the token of that requestor, MVPD and API.
    public func remove(_ token: AuthenticationToken) {
        state.withLock { $0.tokens.removeAll { $0.place == token.place } }
    }

    /// Removes every token bound to another device id, and tells how many.
    public func removeTokens(notBoundTo deviceID: Secret) -> Int {
        state.withLock { state in
            let before = state.tokens.count
            state.tokens.removeAll { ByteText($0.deviceID.exposed) != ByteText(deviceID.exposed) }
            return before - state.tokens.count
        }
    }

    /// Removes all authentication tokens; credentials, configurations and device id stay.
    public func removeAllTokens() {
        state.withLock { $0.tokens = [] }
    }

    /// The credentials for a service URL and software statement.
    public func credentials(serviceURL: String, statementDigest: String) -> ClientCredentials? {
        state.withLock { $0.credentials[[ByteText(serviceURL), ByteText(statementDigest)]] }
    }

    /// Saves or, with nil, removes credentials.
    public func save(_ credentials: ClientCredentials?, serviceURL: String, statementDigest: String) {
        state.withLock { $0.credentials[[ByteText(serviceURL), ByteText(statementDigest)]] = credentials }
    }

    /// The configuration kept under `key`.
    public func configuration(key: String) -> CachedConfiguration? {
        state.withLock { $0.configurations[ByteText(key)] }
    }

    /// Keeps or, with nil, drops a configuration.
    public func save(_ configuration: CachedConfiguration?, key: String) {
        state.withLock { $0.configurations[ByteText(key)] = configuration }
    }
}

/// A text compared by its bytes: `String` takes different normalisations for equal.
private struct ByteText: Hashable {
    let bytes: [UInt8]

    init(_ text: String) {
        bytes = Array(text.utf8)
    }
}

extension AuthenticationToken {
    /// What one token is kept for.
    fileprivate var place: [ByteText] {
        [requestor, mvpd, service.rawValue].map(ByteText.init)
    }

    /// All but the metadata.
    fileprivate var identity: [ByteText?] {
        [
            requestor, mvpd, service.rawValue, kind.rawValue, String(expires.milliseconds), userID?.exposed,
            deviceID.exposed, platformProviderID, serviceURL,
        ].map { $0.map(ByteText.init) }
    }
}
