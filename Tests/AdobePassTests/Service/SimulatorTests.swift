import Base
import PassSimulator
import Testing

@testable import AdobePass

/// REST V1 over real HTTP: libcurl on one side, the simulator on the other.
@Suite struct SimulatorTests {
    private struct World {
        let simulator: PassSimulator
        let credentials = InMemoryClientCredentials()
        let cache = InMemoryConfigurations()
        let log = LogRecorder()
        let clock = ManualClock(now: SystemClock().now, skips: [.backOff, .pace])

        init(_ scenario: Scenario = .small) throws {
            simulator = try PassSimulator(scenario, clock: clock)
        }

        func service() -> RESTv1 {
            RESTv1(
                RESTv1.Environment(
                    baseURL: simulator.baseURL, softwareStatement: Secret(simulator.softwareStatement),
                    transport: CurlTransport(clock: clock), clock: clock, random: { 0.5 }, credentials: credentials,
                    configurations: cache, log: log))
        }

        func call(_ platform: PlatformBehaviour = .iOS) -> ServiceCall {
            ServiceCall(
                deadline: Deadline(in: .seconds(60), on: clock), deviceID: Secret("device+/=1"), platform: platform,
                options: ServiceOptions(deviceInfo: ["manufacturer": "M\u{fc}ller & S\u{f6}hne + 1"]))
        }

        var endpoints: [Endpoint] { simulator.requests.map(\.endpoint) }
    }

    @Test("Cold start 3 requests, warm start 1 and without a body, silent exchange 3, metadata 1")
    func wholeSignIn() async throws {
        let world = try World()
        let service = world.service()
        let answer = try await service.configuration(of: "NORTHSTAR", call: world.call())
        #expect(world.endpoints == [.register, .token, .configuration])
        #expect(answer.configuration.mvpds.map(\.id) == ["NorthCable", "SouthSat", "EastFiber"])
        #expect(answer.serviceTime != nil)

        world.simulator.clearRequests()
        #expect(
            try await world.service().configuration(of: "NORTHSTAR", call: world.call()).configuration
                == answer.configuration)
        #expect(world.endpoints == [.configuration])
        #expect(world.simulator.requests[0].status == 304)

        world.simulator.clearRequests()
        let mvpd = try #require(answer.configuration.mvpds.first)
        let request = PartnerSignInRequest(
            requestor: "NORTHSTAR", mvpd: mvpd, providerIdentifier: "northcable_apple", accountExpires: nil,
            domain: nil)
        let start = try await service.beginPartnerSignIn(request, call: world.call())
        guard case .askPlatform(let token, let names) = start else {
            Issue.record("declined")
            return
        }
        let saml = try #require(
            await world.simulator.identityProvider.samlResponse(
                provider: "northcable_apple", verificationToken: token, attributes: names))
        let authentication = try await service.completePartnerSignIn(request, samlResponse: saml, call: world.call())
        #expect(world.endpoints == [.profileRequest, .exchange, .authentication])
        #expect(authentication.mvpd == "NorthCable")
        #expect(authentication.userID == Secret("u-81"))
        #expect(authentication.expires - world.clock.now > .seconds(21_000))

        let metadata = try await service.userMetadata(requestor: "NORTHSTAR", mvpd: "NorthCable", call: world.call())
        #expect(metadata.values["zip"] == .array([.string("94040")]))
        #expect(world.log.errors.isEmpty)
        for secret in [token, saml.exposed, "u-81", "device+/=1", world.simulator.softwareStatement] {
            #expect(!world.log.text.contains(secret))
        }
    }

    @Test("The service refuses a response it did not ask for, and declines a degraded MVPD")
    func refusals() async throws {
        let world = try World()
        let service = world.service()
        var mvpd = ConfiguredMVPD(id: "NorthCable")
        mvpd.requiredMetadataFields = ["userID"]
        let request = PartnerSignInRequest(
            requestor: "NORTHSTAR", mvpd: mvpd, providerIdentifier: "northcable_apple", accountExpires: nil,
            domain: nil)
        await #expect {
            try await service.completePartnerSignIn(request, samlResponse: Secret("<forged/>"), call: world.call())
        } throws: { error in
            let error = error as? ServiceError
            return error?.stage == .exchange && error?.code == .status(400)
        }
        world.simulator.dashboard { $0["NORTHSTAR", "NorthCable"]?.isDegraded = true }
        #expect(try await service.beginPartnerSignIn(request, call: world.call()) == .declined)
        await #expect {
            try await service.configuration(of: "NOBODY", call: world.call())
        } throws: { error in
            let error = error as? ServiceError
            return error?.stage == .configuration && error?.code == .status(400)
                && error?.serviceTime != nil
        }
    }

    @Test("V10: iOS and tvOS get their own configuration")
    func platforms() async throws {
        let world = try World()
        world.simulator.dashboard {
            $0["NORTHSTAR", "NorthCable"]?.enablePlatformServices = ["iOS": true, "tvOS": false]
        }
        let service = world.service()
        for _ in 1...2 {
            let phone = try await service.configuration(of: "NORTHSTAR", call: world.call(.iOS))
            let box = try await service.configuration(of: "NORTHSTAR", call: world.call(.tvOS))
            #expect(phone.configuration.mvpds[0].enablePlatformServices)
            #expect(!box.configuration.mvpds[0].enablePlatformServices)
        }
        #expect(world.simulator.requests(at: .configuration).map(\.status) == [200, 200, 304, 304])
    }

    @Test("50 concurrent calls on an expired access token cause one refresh; forgotten clients register once")
    func concurrency() async throws {
        let world = try World()
        let service = world.service()
        _ = try await service.configuration(of: "NORTHSTAR", call: world.call())
        func fifty() async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 1...50 {
                    group.addTask { _ = try await service.userMetadataOrNone(world.call()) }
                }
                try await group.waitForAll()
            }
        }
        world.clock.advance(by: .seconds(21_600))
        try await fifty()
        #expect(world.simulator.requests(at: .token).count == 2)
        world.simulator.expireAccessTokens()
        try await fifty()
        #expect(world.simulator.requests(at: .token).count == 3)
        #expect(world.simulator.requests(at: .register).count == 1)
        world.simulator.forgetClients()
        try await fifty()
        #expect(world.simulator.requests(at: .register).count == 2)
    }

    @Test(
        "Faults on the wire, as the contract tells them apart",
        arguments: [
            (Fault.Effect.reset, ServiceError.Code.unreachable), (.truncated, .unreadable),
            (.truncatedWithoutLength, .unreadable), (.html, .unreadable), (.throttled, .throttled),
            (.body("<config><mvpd id=\"A\"/>", contentType: "application/xml"), .unreadable),
            (.status(503, body: "", contentType: "text/plain", headers: [:]), .status(503)),
        ])
    func faults(_ effect: Fault.Effect, _ code: ServiceError.Code) async throws {
        let world = try World()
        let service = world.service()
        for endpoint in [Endpoint.register, .token, .configuration] {
            world.simulator.setFault(Fault(effect), at: endpoint)
            await #expect {
                try await service.configuration(of: "NORTHSTAR", call: world.call())
            } throws: { error in
                (error as? ServiceError)?.code == code
            }
            world.simulator.clearFaults()
        }
        _ = try await service.configuration(of: "NORTHSTAR", call: world.call())
    }

    @Test("T03: nothing is sent where a redirect leads", arguments: [302, 307, 308])
    func redirects(_ status: Int) async throws {
        let world = try World()
        let elsewhere = try PassSimulator(.small)
        let service = world.service()
        let request = PartnerSignInRequest(
            requestor: "NORTHSTAR", mvpd: ConfiguredMVPD(id: "NorthCable"), providerIdentifier: "northcable_apple",
            accountExpires: nil, domain: nil)
        for endpoint in [Endpoint.register, .token, .configuration, .profileRequest, .exchange, .userMetadata] {
            world.simulator.setFault(Fault(.redirect(status, to: elsewhere.baseURL + "/x?leak=1")), at: endpoint)
            await #expect {
                switch endpoint {
                case .profileRequest: _ = try await service.beginPartnerSignIn(request, call: world.call())
                case .exchange:
                    _ = try await service.completePartnerSignIn(
                        request, samlResponse: Secret("<x/>"), call: world.call())
                case .userMetadata:
                    _ = try await service.userMetadata(requestor: "NORTHSTAR", mvpd: "", call: world.call())
                default: _ = try await service.configuration(of: "NORTHSTAR", call: world.call())
                }
            } throws: { error in
                (error as? ServiceError)?.code == .status(status)
            }
            world.simulator.clearFaults()
        }
        #expect(elsewhere.requests.isEmpty)
        #expect(!world.log.text.contains("leak"))
    }

    @Test("T07: a service that holds its answer is left at the deadline, and when cancelled")
    func held() async throws {
        let world = try World()
        let service = world.service()
        world.simulator.setFault(Fault(.hold), at: .configuration)
        let call = Task { try await service.configuration(of: "NORTHSTAR", call: world.call()) }
        await world.simulator.waitForRequests(at: .configuration)
        world.clock.advance(by: .seconds(30))
        await #expect {
            try await call.value
        } throws: { ($0 as? ServiceError)?.code == .timedOut }
        let other = Task { try await service.configuration(of: "NORTHSTAR", call: world.call()) }
        await world.simulator.waitForRequests(at: .configuration, count: 2)
        other.cancel()
        await #expect {
            try await other.value
        } throws: { ($0 as? ServiceError)?.code == .cancelled }
    }
}

extension RESTv1 {
    /// The user metadata; none when nobody is signed in.
    fileprivate func userMetadataOrNone(_ call: ServiceCall) async throws(ServiceError) -> UserMetadata? {
        do throws(ServiceError) {
            return try await userMetadata(requestor: "NORTHSTAR", mvpd: "NorthCable", call: call)
        } catch {
            guard error.code == .status(404) else { throw error }
            return nil
        }
    }
}
