import Base
import Testing

@testable import AdobePass

@Suite struct RoundTripTests {
    @Test("A cold start is three requests: registration, access token, configuration")
    func coldStart() async throws {
        let stage = Stage()
        let answer = try await stage.configuration()
        #expect(stage.fake.endpoints == [.register, .token, .configuration])
        #expect(answer.configuration.mvpds.map(\.id) == ["NorthCable"])
        #expect(answer.serviceTime == Timestamp(milliseconds: 1_796_050_800_000))
        #expect(stage.log.errors.isEmpty)
    }

    @Test("A warm start is one request, in the same object and in another that shares the store")
    func warmStart() async throws {
        let stage = Stage()
        try await stage.configuration()
        try await stage.configuration()
        #expect(stage.fake.endpoints.suffix(1) == [.configuration] && stage.fake.requests.count == 4)
        let other = Stage(clock: stage.clock, fake: stage.fake, credentials: stage.credentials)
        try await other.configuration()
        #expect(stage.fake.endpoints == [.register, .token, .configuration, .configuration, .configuration])
    }

    @Test("A silent exchange is three requests more")
    func silentExchange() async throws {
        let stage = Stage()
        try await stage.configuration()
        let start = try await stage.service.beginPartnerSignIn(Stage.request, call: stage.call())
        #expect(
            start
                == .askPlatform(
                    verificationToken: FakeService.verificationToken, attributeNames: ["userID", "householdID"]))
        let authentication = try await stage.service.completePartnerSignIn(
            Stage.request, samlResponse: Stage.saml, call: stage.call())
        #expect(stage.fake.endpoints.dropFirst(3) == [.profileRequest, .exchange, .authentication])
        #expect(
            authentication
                == ServiceAuthentication(
                    requestor: "NORTHSTAR", mvpd: "NorthCable", expires: Timestamp(milliseconds: 1_796_072_400_000),
                    userID: Secret("user-id-81"), source: .partner))
        let metadata = try await stage.service.userMetadata(
            requestor: "NORTHSTAR", mvpd: "NorthCable", call: stage.call())
        #expect(metadata.values["userID"] == .string("user-id-81"))
        #expect(metadata.encryptedKeys == ["zip"])
        #expect(stage.fake.requests.count == 7)
    }

    @Test("50 concurrent calls on an expired access token cause one token request and no registration")
    func sharedRenewal() async throws {
        let stage = Stage(skips: [])
        try await stage.configuration()
        stage.clock.advance(by: .seconds(21_600))
        let gate = Gate()
        stage.fake.next(.token, .held(gate, then: .proper))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...50 { group.addTask { _ = try await stage.configuration() } }
            // Each call limits its wait, and the held request is limited too.
            await stage.clock.waitForSleepers(.deadline, count: 51)
            gate.open()
            try await group.waitForAll()
        }
        #expect(stage.fake.count(.register) == 1)
        #expect(stage.fake.count(.token) == 2)
        #expect(stage.fake.count(.configuration) == 51)
    }

    @Test("50 concurrent calls on a cold start register once")
    func sharedRegistration() async throws {
        let stage = Stage(skips: [])
        let gate = Gate()
        stage.fake.next(.register, .held(gate, then: .proper))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...50 { group.addTask { _ = try await stage.configuration() } }
            await stage.clock.waitForSleepers(.deadline, count: 51)
            gate.open()
            try await group.waitForAll()
        }
        #expect(stage.fake.count(.register) == 1)
        #expect(stage.fake.count(.token) == 1)
    }
}
