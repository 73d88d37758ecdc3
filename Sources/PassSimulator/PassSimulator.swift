public import Base

/// A service on loopback that a host cannot tell from the documented one.
///
/// The port is chosen by the system. Everything it knows can be changed while it runs, through this object or over HTTP
/// (`<baseURL>/dashboard`). It stops when it is released.
public final class PassSimulator: Sendable {
    private let service: Service
    private let server: HTTPServer

    /// Starts a service with these requestors and MVPDs, on this port of 127.0.0.1; 0 lets the system choose.
    ///
    /// With a `sibling` it accepts the sibling's software statements as its own, as two hosts of one service do.
    /// - Throws: `SimulatorError` when no port can be had.
    public init(
        _ scenario: Scenario = .small, clock: any DeviceClock = SystemClock(), port: UInt16 = 0,
        sibling: PassSimulator? = nil
    ) throws(SimulatorError) {
        let service = Service(
            scenario.dashboard, clock: clock, room: try WaitingRoom(), keys: try Keys.shared(),
            issuer: sibling?.service.registration.statements.issuer)
        guard let statement = service.registration.statements.issue(at: clock.now) else {
            throw SimulatorError("The software statement cannot be signed.")
        }
        server = try HTTPServer(port: port, room: service.room) { service.plan($0) }
        self.service = service
        baseURL = "http://127.0.0.1:\(server.port)"
        softwareStatement = statement
        identityProvider = SimulatedIdentityProvider(service: service)
    }

    deinit { server.stop() }

    /// Where it listens: `http://127.0.0.1:<port>`.
    public let baseURL: String

    /// A software statement this service accepts.
    public let softwareStatement: String

    /// The programmer's private key (PEM), with which user metadata under `Dashboard.MVPD.encryptedMetadata` is to be
    /// read: base64, then RSA (PKCS #1 v1.5) in blocks of 256 bytes. Nil when none can be made.
    public var programmerKey: Secret? { ProgrammerKey.pem.map { Secret($0) } }

    /// Issues SAML responses this service accepts, as an MVPD's identity endpoint would.
    public let identityProvider: SimulatedIdentityProvider

    /// Stops listening and waits until every connection is closed. Safe to call twice.
    ///
    /// Requests in flight, delayed and held ones among them, are cut.
    public func stop() { server.stop() }

    /// What has been asked, in order: the last 10,000 requests, but for those to the dashboard.
    public var requests: [RequestRecord] { service.state.withLock { $0.records.all } }

    /// What has been asked of one endpoint, in order.
    public func requests(at endpoint: Endpoint) -> [RequestRecord] {
        requests.filter { $0.endpoint == endpoint }
    }

    /// Returns once so many requests have come to an endpoint since the start or `clearRequests()`, answered or not;
    /// also when the task is cancelled.
    public func waitForRequests(at endpoint: Endpoint, count: Int = 1) async {
        let service = service
        await service.arrivals.wait {
            service.state.withLock { $0.records.all.count { $0.endpoint == endpoint } >= count }
        }
    }

    /// Forgets the requests recorded so far.
    public func clearRequests() { service.state.withLock { $0.records.clear() } }

    /// Reads or changes the dashboard: requestors, MVPDs, switches, lifetimes.
    ///
    /// No request is looked at while `body` runs. It must not call the simulator.
    @discardableResult
    public func dashboard<Result: Sendable>(_ body: (inout Dashboard) -> Result) -> Result {
        service.state.withLock { body(&$0.dashboard) }
    }

    /// Sets, replaces or (with nil) clears the fault of an endpoint. Answers under way are not touched.
    public func setFault(_ fault: Fault?, at endpoint: Endpoint) {
        service.state.withLock { $0.faults[endpoint] = fault }
    }

    /// Clears all faults. Held answers stay held.
    public func clearFaults() { service.state.withLock { $0.faults = [:] } }

    /// Lets answers waiting by `Fault.Effect.hold` go: of every request that `requests` shows, and no later one.
    public func releaseHeld() { service.room.release() }

    /// Starts over: the dashboard of the start, no faults, nothing issued or recorded. Statements stay good.
    public func reset() { Action.reset.act(on: service) }

    /// Forgets every registered client: their credentials give `invalid_client` from now on, their access tokens 401.
    public func forgetClients() { service.state.withLock { $0.forgetClients() } }

    /// Forgets every authentication, and with them all authorizations: nobody is signed in any more.
    public func forgetAuthentications() { service.state.withLock { $0.forgetAuthentications() } }

    /// Forgets every authorization: media tokens are refused until a resource is authorized again.
    public func forgetAuthorizations() { service.state.withLock { $0.authorizations = [:] } }

    /// Forgets every session at the providers' identity endpoint (`/idp/…`): 401 from now on, until somebody signs in
    /// there again.
    public func forgetAccounts() { service.state.withLock { $0.identity = .init() } }

    /// Gives every temporary pass back as if it had never been used. Authentications it made stay.
    public func resetTemporaryPasses() { service.state.withLock { $0.trials = [] } }

    /// Redeems a media token as the programmer's server does before it plays: signature, time, requestor and resource
    /// (byte for byte) must fit, and it must be the first time.
    public func redeem(_ token: Secret, resource: String, requestor: String) -> MediaTokenVerdict {
        service.redeem(token.exposed, resource: resource, requestor: requestor)
    }

    /// Makes every access token issued so far invalid, as if its time were over: 401 from now on.
    public func expireAccessTokens() { service.state.withLock { $0.accessTokens = [:] } }
}

/// Why a simulator did not start.
public struct SimulatorError: Error, Sendable, Hashable {
    /// What went wrong.
    public var message: String

    /// Makes an error.
    public init(_ message: String) { self.message = message }
}
