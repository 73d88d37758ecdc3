import Base

/// The issuer's key set, fetched when needed and kept.
///
/// Tokens come from outside, and must not make this device send as many requests as somebody likes: a key id that is
/// unknown, and a set that cannot be had, are asked for at a pace.
actor KeySetCache {
    /// How long a set counts. Choice: a key withdrawn is not trusted for longer.
    static let lifetime = Duration.seconds(3600)
    /// How often a key id that is unknown may make it ask again. Choice.
    static let pace = Duration.seconds(60)
    /// How long it waits after a first failure; twice as long after each more, up to `longestPause`. Choice.
    static let shortestPause = Duration.seconds(1)
    /// The longest wait after failures. Choice.
    static let longestPause = Duration.seconds(30)

    private let url: String
    private let transport: any HTTPTransport
    private let clock: any DeviceClock
    private var set: (keys: KeySet, fetchedAt: Duration)?
    /// Ids the set was asked for in vain.
    private var absent: Set<ExactText> = []
    private var lastAttempt: Duration?
    private var failures = 0
    private var fetching: Task<KeySet, any Error>?

    init(url: String, _ transport: any HTTPTransport, _ clock: any DeviceClock) {
        self.url = url
        self.transport = transport
        self.clock = clock
    }

    /// The key of an id. One fetch for all who wait.
    ///
    /// - Throws: `unknownKey` when the issuer was asked and has none of that id; `keysUnavailable` when it cannot be had, or
    ///   must not be asked again yet.
    func key(_ id: String) async throws(TokenError) -> RSAPublicKey {
        if let set, clock.uptime - set.fetchedAt < Self.lifetime, let key = set.keys.key(id) { return key }
        guard fetching != nil || mayAsk else {
            throw TokenError(absent.contains(ExactText(id)) ? .unknownKey : .keysUnavailable, member: "kid")
        }
        guard let key = try await fetch().key(id) else {
            if absent.count < 64 { absent.insert(ExactText(id)) }
            throw TokenError(.unknownKey, member: "kid")
        }
        return key
    }

    /// Whether enough time has passed since it last asked.
    private var mayAsk: Bool {
        guard let lastAttempt else { return true }
        let age = clock.uptime - lastAttempt
        if failures > 0 { return age >= min(Self.longestPause, Self.shortestPause * (1 << min(failures - 1, 8))) }
        guard let set, clock.uptime - set.fetchedAt < Self.lifetime else { return true }
        return age >= Self.pace
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
        let outcome = await task.result
        // The first who wakes up sees to it, for all.
        let isFirst = fetching == task
        if isFirst { fetching = nil }
        switch outcome {
        case .success(let keys):
            if isFirst {
                set = (keys, clock.uptime)
                absent = []
                failures = 0
            }
            return keys
        case .failure:
            if isFirst { failures += 1 }
            throw TokenError(.keysUnavailable)
        }
    }
}
