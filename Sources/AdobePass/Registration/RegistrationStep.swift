import Base

/// What is known when an access token is needed.
struct RegistrationFacts: Sendable, Hashable {
    /// The credentials at hand.
    private(set) var known: StoredClient?
    /// The access token the service refused, if it did.
    let refusedToken: Secret?
    /// The client the service does not know any more, if it said so.
    private(set) var deadClient: String?
    /// How many registrations are still allowed: a service that refuses all it gives must not cause a loop (R01).
    private(set) var registrationsLeft: Int

    /// Facts at the start: one registration when there are credentials, two when there are none, so that a new client
    /// refused at once is replaced like any other.
    init(known: StoredClient?, refusedToken: Secret?, deadClient: String?) {
        self.known = known
        self.refusedToken = refusedToken
        self.deadClient = deadClient
        registrationsLeft = known == nil ? 2 : 1
    }

    /// The service gave these credentials.
    mutating func registered(_ client: StoredClient) {
        known = client
        // Whatever it is called: what the service has just given is not dead.
        deadClient = nil
        registrationsLeft -= 1
    }

    /// The service does not know the client it was asked for a token with.
    ///
    /// - Returns: whether another registration may be tried.
    mutating func refused(_ client: StoredClient) -> Bool {
        deadClient = client.clientID
        return registrationsLeft > 0
    }
}

/// What to do next on the way to an access token.
enum RegistrationStep: Sendable, Hashable {
    /// Somebody has got a good token already, in this process or another.
    case use(AccessToken)
    /// Ask for a token with these credentials.
    case requestToken(StoredClient)
    /// Register.
    case register

    /// Decides from the facts; no I/O, no clock.
    ///
    /// Source: "Dynamic client registration": credentials are kept, and registered anew only when none are stored or the
    /// service does not know them. A secret past its end (E05) is replaced once; one that comes with an end in the past
    /// again is used, since the device's clock may be the wrong one (choice).
    static func next(_ facts: RegistrationFacts, now: Timestamp) -> RegistrationStep {
        guard let client = facts.known, client.clientID != facts.deadClient else { return .register }
        if let token = AccessToken(client), token.secret != facts.refusedToken, token.isGood(at: now) {
            return .use(token)
        }
        if let end = client.secretExpires, end <= now, facts.registrationsLeft > 0 { return .register }
        return .requestToken(client)
    }
}
