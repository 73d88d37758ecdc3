import Base
import PassSimulator
import Testing

@testable import AdobePass

/// A person in front of a device, REST API V1 between it and the simulator over real HTTP.
struct Viewing: Trial {
    let simulator: PassSimulator
    let clock: ManualClock
    let log = LogRecorder()
    let tap: WireTap
    let service: RESTv1
    var options = ServiceOptions()

    init(enhanced: Bool = true, pacer: Pacer? = nil) throws {
        let clock = ManualClock(skips: [.backOff, .pace])
        self.clock = clock
        simulator = try PassSimulator(clock: clock)
        simulator.dashboard { $0.enhancedErrors = enhanced }
        tap = WireTap(CurlTransport(clock: clock))
        service = RESTv1(
            RESTv1.Environment(
                baseURL: simulator.baseURL, softwareStatement: Secret(simulator.softwareStatement), transport: tap,
                clock: clock, random: { 0.5 }, credentials: InMemoryClientCredentials(), log: log))
    }

    /// With somebody signed in at `NorthCable`.
    static func signedIn(enhanced: Bool = true) async throws -> Viewing {
        let viewing = try Viewing(enhanced: enhanced)
        try await viewing.signIn()
        return viewing
    }

    static let north = ConfiguredMVPD(id: "NorthCable")
    static let pass: ConfiguredMVPD = {
        var mvpd = ConfiguredMVPD(id: "EastFiber")
        mvpd.isTempPass = true
        return mvpd
    }()

    var call: ServiceCall { call(limit: .seconds(60)) }

    func call(limit: Duration) -> ServiceCall {
        ServiceCall(
            deadline: Deadline(in: limit, on: clock), deviceID: Secret("device+/=1"), platform: .iOS, options: options)
    }

    func login(_ mvpd: ConfiguredMVPD = north) -> LoginRequest {
        LoginRequest(
            requestor: "NORTHSTAR", mvpd: mvpd, domain: "northstar.example", redirectURL: "adobepass://ios.app")
    }

    func signIn() async throws {
        guard case .session(let session) = try await service.startLogin(login(), call: call) else {
            Issue.record("signed in without a page")
            return
        }
        #expect(await SimulatedPerson().signIn(at: session.loginURL) == .redirected("adobepass://ios.app"))
        try #require(try await service.completedLogin(session, call: call) != nil)
    }

    /// Signs in with a temporary pass of this life.
    func startPass(_ life: Duration, resources: Int? = nil) async throws {
        simulator.dashboard {
            $0["NORTHSTAR", "EastFiber"]?.isTempPass = true
            $0["NORTHSTAR", "EastFiber"]?.tempPassLife = life
            $0["NORTHSTAR", "EastFiber"]?.tempPassResourceLimit = resources
        }
        _ = try await service.startLogin(login(Self.pass), call: call)
    }

    /// Changes `NorthCable` on the dashboard.
    func change(_ body: (inout Dashboard.MVPD) -> Void) {
        simulator.dashboard { dashboard in
            guard var mvpd = dashboard["NORTHSTAR", "NorthCable"] else { return }
            body(&mvpd)
            dashboard["NORTHSTAR", "NorthCable"] = mvpd
        }
    }

    func request(_ resource: String, _ mvpd: ConfiguredMVPD = north, _ data: [String: String] = [:])
        -> AuthorizationRequest
    {
        AuthorizationRequest(requestor: "NORTHSTAR", mvpd: mvpd, resource: resource, genericData: data)
    }

    func authorize(_ resource: String = "News", _ mvpd: ConfiguredMVPD = north) async throws(ServiceError)
        -> AuthorizationAnswer
    {
        try await service.authorize(request(resource, mvpd), call: call)
    }

    func mediaToken(_ resource: String = "News", _ mvpd: ConfiguredMVPD = north) async throws(ServiceError)
        -> MediaTokenAnswer
    {
        try await service.mediaToken(request(resource, mvpd), call: call)
    }

    func preauthorize(_ resources: [String]) async throws(ServiceError) -> [PreauthorizationDecision] {
        try await service.preauthorize(
            PreauthorizationRequest(requestor: "NORTHSTAR", mvpd: Self.north, resources: resources), call: call)
    }

    /// What was asked about resources since the last `clear()`, in order.
    var endpoints: [Endpoint] { simulator.requests.map(\.endpoint) }

    func clear() {
        simulator.clearRequests()
        tap.clear()
    }

    /// An endpoint answers 200 with this body.
    func answer(_ endpoint: Endpoint, _ body: String, type: String = "application/json", times: Int? = nil) {
        answer(endpoint, 200, body, type: type, times: times)
    }

    /// An endpoint answers this.
    func answer(
        _ endpoint: Endpoint, _ status: Int, _ body: String, type: String = "application/json", times: Int? = nil
    ) {
        simulator.setFault(
            Fault(.status(status, body: body, contentType: type, headers: [:]), times: times), at: endpoint)
    }
}

extension AuthorizationAnswer {
    /// The authorization, if it is one.
    var permitted: Authorization? {
        if case .permitted(let authorization) = self { authorization } else { nil }
    }

    /// The reason of a denial.
    var reason: AuthorizationDenial.Reason? {
        if case .denied(let denial) = self { denial.reason } else { nil }
    }
}

extension MediaTokenAnswer {
    /// The token, if it is one.
    var token: Secret? {
        if case .token(let token) = self { token } else { nil }
    }

    /// The reason of a denial.
    var reason: AuthorizationDenial.Reason? {
        if case .denied(let denial) = self { denial.reason } else { nil }
    }
}
