import Base
import PassSimulator
import Testing

@testable import AdobePass

/// REST API V2 over real HTTP: libcurl on one side, the simulator on the other.
struct WorldV2: Trial {
    static let redirect = "adobepass://ios.app"
    static let device = "device+/=\u{e9}1"

    let simulator: PassSimulator
    let credentials = InMemoryClientCredentials()
    let cache = InMemoryConfigurations()
    let log = LogRecorder()
    let clock: ManualClock
    let wire: WireTap
    let service: RESTv2

    init(_ change: (inout Dashboard) -> Void = { _ in }) throws {
        var scenario = Scenario.small
        change(&scenario.dashboard)
        clock = ManualClock(now: SystemClock().now, skips: [.backOff, .pace])
        simulator = try PassSimulator(scenario, clock: clock)
        wire = WireTap(CurlTransport(clock: clock))
        service = RESTv2(
            RESTv2.Environment(
                baseURL: simulator.baseURL, softwareStatement: Secret(simulator.softwareStatement),
                transport: wire, clock: clock, random: { 0.5 }, credentials: credentials,
                configurations: cache, deviceInfo: ["model": "box", "osName": "Linux"], log: log))
    }

    func call(
        _ platform: PlatformBehaviour = .iOS, framework: PartnerFrameworkStatus? = nil, device: String = Self.device,
        limit: Duration = .seconds(60)
    ) -> ServiceCall {
        ServiceCall(
            deadline: Deadline(in: limit, on: clock), deviceID: Secret(device), platform: platform,
            partnerFramework: framework)
    }

    /// A call by an application that may know of the account at `provider`.
    func granted(_ provider: String = "northcable_apple", for life: Duration = .seconds(86_400)) -> ServiceCall {
        call(
            framework: PartnerFrameworkStatus(
                permission: .granted, providerIdentifier: provider, accountExpires: clock.now + life))
    }

    func mvpd(_ id: String = "NorthCable", isTempPass: Bool = false) -> ConfiguredMVPD {
        var mvpd = ConfiguredMVPD(id: id)
        mvpd.isTempPass = isTempPass
        return mvpd
    }

    func login(_ id: String = "NorthCable", isTempPass: Bool = false, data: [String: String] = [:]) -> LoginRequest {
        LoginRequest(
            requestor: "NORTHSTAR", mvpd: mvpd(id, isTempPass: isTempPass), domain: "northstar.example",
            redirectURL: Self.redirect, genericData: data)
    }

    var partner: PartnerSignInRequest {
        PartnerSignInRequest(
            requestor: "NORTHSTAR", mvpd: mvpd(), providerIdentifier: "northcable_apple",
            accountExpires: clock.now + .seconds(86_400), domain: "northstar.example", redirectURL: Self.redirect)
    }

    func authorization(_ resource: String = "R1", mvpd: ConfiguredMVPD? = nil) -> AuthorizationRequest {
        AuthorizationRequest(requestor: "NORTHSTAR", mvpd: mvpd ?? self.mvpd(), resource: resource)
    }

    func logout(_ id: String = "NorthCable", isPartner: Bool = false) -> LogoutRequest {
        LogoutRequest(requestor: "NORTHSTAR", mvpd: id, isPartner: isPartner, redirectURL: Self.redirect)
    }

    /// A session waiting for a person.
    func session(_ request: LoginRequest? = nil) async throws -> LoginSession {
        guard case .session(let session) = try await service.startLogin(request ?? login(), call: call()) else {
            throw Unexpected()
        }
        return session
    }

    /// Signs in at the MVPD's page.
    @discardableResult
    func signIn() async throws -> ServiceAuthentication {
        let session = try await session()
        #expect(await SimulatedPerson().signIn(at: session.loginURL) == .redirected(Self.redirect))
        return try #require(try await service.completedLogin(session, call: call()))
    }

    /// Signs in by platform account.
    @discardableResult
    func signInByPlatform() async throws -> ServiceAuthentication {
        try await service.completePartnerSignIn(partner, samlResponse: try await saml(), call: granted())
    }

    /// The identity endpoint's answer to a new partner session.
    func saml() async throws -> Secret {
        guard case .askPlatform(let token, let names) = try await service.beginPartnerSignIn(partner, call: granted())
        else { throw Unexpected() }
        return try #require(
            await simulator.identityProvider.samlResponse(
                provider: "northcable_apple", verificationToken: token, attributes: names))
    }

    /// What was asked since the last look, registration left out.
    func asked() -> [Endpoint] {
        defer { simulator.clearRequests() }
        return simulator.requests.map(\.endpoint).filter { ![.register, .token].contains($0) }
    }

    struct Unexpected: Error {}
}
