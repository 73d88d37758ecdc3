import Base

/// The issuer's key set, fetched when needed and kept.
actor KeySetCache {
    /// How long a set counts. Choice: a key withdrawn is not trusted for longer.
    static let lifetime = Duration.seconds(3600)
    /// How often a key id that is unknown may make it ask again. Choice: tokens come from outside, and must not make
    /// this device send as many requests as somebody likes.
    static let pace = Duration.seconds(60)

    private let url: String
    private let transport: any HTTPTransport
    private let clock: any DeviceClock
    private var set: (keys: KeySet, fetchedAt: Duration)?
    private var lastAttempt: Duration?
    private var fetching: Task<KeySet, any Error>?

    init(url: String, _ transport: any HTTPTransport, _ clock: any DeviceClock) {
        self.url = url
        self.transport = transport
        self.clock = clock
    }

    /// The key of an id. One fetch for all who wait.
    func key(_ id: String) async throws(TokenError) -> RSAPublicKey {
        if let set, clock.uptime - set.fetchedAt < Self.lifetime {
            if let key = set.keys.key(id) { return key }
            guard fetching != nil || lastAttempt.map({ clock.uptime - $0 >= Self.pace }) ?? true else {
                throw TokenError(.unknownKey, member: "kid")
            }
        }
        guard let key = try await fetch().key(id) else { throw TokenError(.unknownKey, member: "kid") }
        return key
    }

    private func fetch() async throws(TokenError) -> KeySet {
        let task =
            fetching
            ?? Task { [url, transport] in
                let answer = try await transport.send(
                    HTTPRequest(url: url, headers: [("Accept", "application/json")], bodyLimit: 256 << 10))
                guard answer.status == 200, let set = KeySet(Array(answer.body)) else {
                    throw TokenError(.keysUnavailable)
                }
                return set
            }
        if fetching == nil {
            fetching = task
            lastAttempt = clock.uptime
        }
        defer { if fetching == task { fetching = nil } }
        do {
            let keys = try await task.value
            if fetching == task { set = (keys, clock.uptime) }
            return keys
        } catch {
            throw TokenError(.keysUnavailable)
        }
    }
}
