public import Base
public import PassSimulator

/// An identity provider on loopback that speaks as Apple's does: authorize pages, tokens, keys, revocation, notifications.
///
/// The port is chosen by the system. Everything it knows can be changed while it runs, through this object or on its
/// dashboard page (`<baseURL>/`). It stops when it is released.
public final class AppleIDSimulator: Sendable {
    let service: ProviderService
    private let server: HTTPServer

    /// Starts a provider with this app and these people, on this port of 127.0.0.1; 0 lets the system choose.
    ///
    /// - Throws: `SimulatorError` when no port or no key can be had.
    public init(
        client: AppleClient = AppleClient(), accounts: [AppleAccount] = AppleAccount.samples,
        clock: any DeviceClock = SystemClock(), port: UInt16 = 0
    ) throws(SimulatorError) {
        let developerKey = try ECKey()
        guard let pem = developerKey.privatePEM else { throw SimulatorError("The developer key cannot be written.") }
        let accounts = Dictionary(accounts.map { ($0.address, $0) }, uniquingKeysWith: { _, last in last })
        let service = ProviderService(
            client, developerKey, Provider(accounts: accounts, keys: [try IssuerKey.first()]), room: try WaitingRoom(),
            clock)
        server = try HTTPServer(port: port, room: service.room) { service.plan($0) }
        self.service = service
        self.client = client
        developerKeyPEM = Secret(pem)
        baseURL = "http://127.0.0.1:\(server.port)"
        service.start(issuer: baseURL)
    }

    deinit { server.stop() }

    /// Where it listens, and what its tokens name as issuer: `http://127.0.0.1:<port>`.
    public let baseURL: String
    /// The app it knows.
    public let client: AppleClient
    /// The developer key of the app's team, as its `.p8` file has it.
    public let developerKeyPEM: Secret

    /// Stops listening and waits until every connection is closed. Safe to call twice.
    public func stop() { server.stop() }

    /// Reads or changes how it behaves.
    public var settings: AppleIDSettings {
        get { service.state.withLock { $0.settings } }
        set { service.state.withLock { $0.settings = newValue } }
    }

    /// Signs with a new key from now on. The old one stays in the key set unless it is withdrawn.
    public func rotateKeys(withdrawingOld: Bool = false) throws(SimulatorError) {
        let key = try IssuerKey()
        service.state.withLock { $0.keys = withdrawingOld ? [key] : $0.keys.suffix(1) + [key] }
    }

    /// The id by which the app knows an account; nil before its consent.
    public func subject(of address: String) -> String? {
        service.state.withLock { $0.consent(of: address)?.subject }
    }

    /// Ends an account's consent, as its owner does in Settings: the app's refresh tokens end too.
    public func endConsent(of address: String) {
        service.state.withLock { provider in
            if let subject = provider.consent(of: address)?.subject { provider.endConsent(subject) }
        }
    }

    /// Moves the app to another team: ID tokens about the account tell its new id from now on.
    public func transfer(_ address: String) {
        service.state.withLock { provider in
            guard let subject = provider.consent(of: address)?.subject else { return }
            provider.consents[subject]?.transferSubject = "002" + hexText(randomBytes(8))
        }
    }

    /// Sets, replaces or (with nil) clears the fault of an endpoint.
    public func setFault(_ fault: Fault?, at endpoint: AppleIDEndpoint) {
        service.state.withLock { $0.faults[endpoint] = fault }
    }

    /// Lets answers waiting by `Fault.Effect.hold` go.
    public func releaseHeld() { service.room.release() }

    /// How often an endpoint has been asked.
    public func requestCount(at endpoint: AppleIDEndpoint) -> Int {
        service.state.withLock { $0.requests.count { $0 == endpoint } }
    }

    /// Returns once an endpoint has been asked so often, answered or not; also when the task is cancelled.
    public func waitForRequests(at endpoint: AppleIDEndpoint, count: Int = 1) async {
        let service = service
        await service.arrivals.wait { service.state.withLock { $0.requests.count { $0 == endpoint } >= count } }
    }

    /// Writes a server-to-server notification about somebody.
    ///
    /// - Parameters:
    ///   - type: `email-disabled`, `email-enabled`, `consent-revoked`, `account-deleted` or `account-delete`.
    ///   - subject: the person's id.
    ///   - id: the notification's own; nil = a new one.
    /// - Returns: the body as it is posted to the app's server; nil when the library refuses to sign.
    public func notification(_ type: String, about subject: String, id: String? = nil) -> String? {
        service.notification(type, about: subject, id: id)
    }
}
