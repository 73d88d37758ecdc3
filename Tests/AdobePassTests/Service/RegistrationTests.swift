import Base
import Testing

@testable import AdobePass

@Suite struct RegistrationTests {
    private static let invalidClient = FakeService.Reply.answer(400, #"{"error":"invalid_client"}"#)

    // MARK: R01

    @Test("R01: a stored client the service forgot is registered anew once, then all goes well")
    func forgottenClient() async throws {
        let stage = Stage()
        try await stage.configuration()
        stage.fake.forgetClients()
        stage.clock.advance(by: .seconds(21_600))
        try await stage.configuration()
        #expect(stage.fake.endpoints.dropFirst(3) == [.token, .register, .token, .configuration])
        #expect(stage.credentials.client?.clientID == "client-2")
        #expect(stage.credentials.client?.accessToken == Secret("access-token-2"))
    }

    @Test("R01: a service that refuses every client it gives is asked for two, and the error is the token's")
    func refusedForEver() async throws {
        let stage = Stage()
        stage.fake.always(.token, Self.invalidClient)
        let error = await stage.failure { () async throws(ServiceError) in try await stage.configuration() }
        #expect(stage.fake.endpoints == [.register, .token, .register, .token])
        #expect(error?.stage == .accessToken)
        #expect(error?.code == .status(400))
        #expect(error?.detail?.code == "invalid_client")
        #expect(error?.message == "access token: HTTP 400, invalid_client")
    }

    @Test("R01: with a stored client that is one registration, and the credentials in the store stay some")
    func storedAndRefusedForEver() async throws {
        let stage = Stage()
        try await stage.configuration()
        stage.clock.advance(by: .seconds(21_600))
        stage.fake.always(.token, Self.invalidClient)
        for round in 1...3 {
            let error = await stage.failure { () async throws(ServiceError) in try await stage.configuration() }
            #expect(error?.stage == .accessToken)
            #expect(stage.fake.count(.register) == 1 + round)
        }
        #expect(stage.credentials.client?.clientID == "client-4")
    }

    @Test(
        "R01: the service says at a call that it does not know the client: one registration, one retry",
        arguments: [
            (403, #"{"error":"invalid_client"}"#),
            (403, #"{"status":403,"code":"x","action":"application-registration","message":"m"}"#),
            (401, #"{"status":401,"code":"x","action":"application-registration","message":"m"}"#),
        ])
    func unknownAtACall(_ status: Int, _ body: String) async throws {
        let stage = Stage()
        stage.fake.next(.configuration, .answer(status, body))
        try await stage.configuration()
        #expect(stage.fake.endpoints == [.register, .token, .configuration, .register, .token, .configuration])
        #expect(stage.credentials.client?.clientID == "client-2")

        stage.fake.always(.configuration, .answer(status, body))
        let error = await stage.failure { () async throws(ServiceError) in try await stage.configuration() }
        #expect(error?.stage == .configuration)
        #expect(error?.code == .status(status))
        #expect(stage.fake.count(.register) == 3, "no loop")
    }

    @Test("R01: two registrations are all a call may cause, however they come about")
    func registrationsInAll() async throws {
        let stage = Stage()
        stage.fake.next(.token, Self.invalidClient)
        stage.fake.always(.configuration, .answer(403, #"{"error":"invalid_client"}"#))
        let error = await stage.failure { () async throws(ServiceError) in try await stage.configuration() }
        #expect(error?.code == .status(403))
        #expect(stage.fake.endpoints == [.register, .token, .register, .token, .configuration])
    }

    // MARK: R03

    @Test("R03: ten calls meet 401 together: one token request, ten successes")
    func refreshRace() async throws {
        let stage = Stage(skips: [])
        try await stage.configuration()
        stage.fake.revokeTokens()
        let gate = Gate()
        for _ in 1...10 { stage.fake.next(.configuration, .held(gate, then: .proper)) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...10 { group.addTask { _ = try await stage.configuration() } }
            await gate.waitForArrivals(10)
            gate.open()
            try await group.waitForAll()
        }
        #expect(stage.fake.count(.register) == 1)
        #expect(stage.fake.count(.token) == 2)
        #expect(stage.fake.count(.configuration) == 21)
    }

    @Test("R03: a late 401 that used the old token takes the new one and renews nothing")
    func lateRefusal() async throws {
        let stage = Stage(skips: [])
        try await stage.configuration()
        let gate = Gate()
        stage.fake.next(.configuration, .held(gate, then: .proper))
        async let late = stage.configuration("SLOW")
        await gate.waitForArrivals()
        stage.fake.revokeTokens()
        try await stage.configuration()
        #expect(stage.fake.count(.token) == 2)
        gate.open()
        _ = try await late
        #expect(stage.fake.count(.token) == 2)
        #expect(stage.fake.requests.last?.field("Authorization") == "Bearer access-token-2")
    }

    @Test("R03: a failed renewal deletes nothing, and the next call tries again")
    func failedRenewal() async throws {
        let stage = Stage()
        try await stage.configuration()
        let before = stage.credentials.client
        stage.fake.revokeTokens()
        for reply in [FakeService.Reply.failure(.unreachable), .answer(500), .answer(200, FakeService.html)] {
            stage.fake.next(.token, reply)
            let error = await stage.failure { () async throws(ServiceError) in try await stage.configuration() }
            #expect(error?.stage == .accessToken)
            #expect(stage.credentials.client == before)
        }
        try await stage.configuration()
        #expect(stage.fake.count(.register) == 1)
        #expect(stage.credentials.client?.accessToken == Secret("access-token-2"))
    }

    // MARK: R08, R09

    @Test(
        "R08: an expired access token in every shape: one refresh, one retry",
        arguments: [
            FakeService.Reply.answer(401, #"{"error":"invalid_token"}"#),
            .answer(401, #"{"error":"access_denied"}"#),
            .answer(401, "<error><status>401</status><message>Unauthorized</message></error>", type: "text/xml"),
            .answer(401), .answer(401, FakeService.html), .answer(403, FakeService.html), .answer(403),
            .answer(401, "", headers: ["WWW-Authenticate": "Basic realm=\"x\""]),
        ])
    func expiredInEveryShape(_ reply: FakeService.Reply) async throws {
        let stage = Stage()
        stage.fake.next(.configuration, reply)
        try await stage.configuration()
        #expect(stage.fake.endpoints == [.register, .token, .configuration, .token, .configuration])
        #expect(stage.fake.requests.last?.field("Authorization") == "Bearer access-token-2")

        stage.fake.always(.configuration, reply)
        let error = await stage.failure { () async throws(ServiceError) in try await stage.configuration() }
        guard case .answer(let status, _, _, _) = reply else { return }
        #expect(error?.stage == .configuration)
        #expect(error?.code == .status(status))
        #expect(stage.fake.endpoints.suffix(3) == [.configuration, .token, .configuration], "one retry, no loop")
        #expect(stage.fake.count(.register) == 1)
    }

    @Test("R08: a 403 that gives a reason is an answer, not an expired token")
    func businessRefusal() async throws {
        let stage = Stage()
        stage.fake.always(.configuration, .answer(403, #"{"status":403,"message":"Forbidden"}"#))
        let error = await stage.failure { () async throws(ServiceError) in try await stage.configuration() }
        #expect(error?.code == .status(403))
        #expect(stage.fake.endpoints == [.register, .token, .configuration])
    }

    @Test(
        "R09: a refused software statement ends the call at once, and every unusable answer is the registration's",
        arguments: [
            (FakeService.Reply.answer(400, #"{"error":"invalid_software_statement"}"#), ServiceError.Code.status(400)),
            (.answer(400, #"{"error":"unapproved_software_statement"}"#), .status(400)),
            (.answer(400, #"{"error":"something_new"}"#), .status(400)), (.answer(401), .status(401)),
            (.answer(400, #"{"error":"invalid_client"}"#), .status(400)), (.answer(403), .status(403)),
            (.answer(404), .status(404)), (.answer(500), .status(500)), (.answer(302), .status(302)),
            (.answer(200, FakeService.html), .unreadable), (.answer(201, "{"), .unreadable),
            (.answer(201), .unreadable),
            (.answer(201, #"{"client_id":"only"}"#), .unreadable), (.failure(.tls), .tls),
            (.failure(.unreachable), .unreachable), (.failure(.incompleteBody), .unreadable),
        ])
    func refusedRegistration(_ reply: FakeService.Reply, _ code: ServiceError.Code) async throws {
        let stage = Stage()
        stage.fake.always(.register, reply)
        let error = await stage.failure { () async throws(ServiceError) in try await stage.configuration() }
        #expect(error?.stage == .registration)
        #expect(error?.code == code)
        #expect(stage.fake.endpoints == [.register])
        #expect(stage.credentials.client == nil)
    }

    @Test(
        "R401: every unusable answer of the token endpoint is the access token's, and costs no registration",
        arguments: [
            (FakeService.Reply.answer(400, #"{"error":"unauthorized_client"}"#), ServiceError.Code.status(400)),
            (.answer(401), .status(401)), (.answer(403), .status(403)), (.answer(500), .status(500)),
            (.answer(307), .status(307)), (.answer(200, FakeService.html), .unreadable),
            (.answer(201, #"{"access_token":"t","expires_in":0}"#), .unreadable), (.failure(.tls), .tls),
        ])
    func refusedToken(_ reply: FakeService.Reply, _ code: ServiceError.Code) async throws {
        let stage = Stage()
        stage.fake.always(.token, reply)
        let error = await stage.failure { () async throws(ServiceError) in try await stage.configuration() }
        #expect(error?.stage == .accessToken)
        #expect(error?.code == code)
        #expect(stage.fake.endpoints == [.register, .token])
        #expect(stage.credentials.client?.clientID == "client-1", "the registration is kept all the same")
    }

    // MARK: E05

    @Test("E05: client_secret_expires_at 0 means never")
    func secretWithoutEnd() async throws {
        let stage = Stage()
        stage.fake.next(
            .register, .answer(201, #"{"client_id":"c","client_secret":"s","client_secret_expires_at":0}"#))
        stage.fake.next(.token, .answer(201, #"{"access_token":"t","expires_in":3600}"#))
        stage.fake.always(.configuration, .answer(404))
        _ = await stage.failure { () async throws(ServiceError) in try await stage.configuration() }
        #expect(stage.fake.endpoints == [.register, .token, .configuration])
        #expect(stage.credentials.client?.secretExpires == nil)
    }

    @Test("E05: a secret that comes expired is asked for once more, then used: the clock may be the wrong one")
    func secretExpiredAtBirth() async throws {
        let stage = Stage()
        stage.fake.always(
            .register, .answer(201, #"{"client_id":"c","client_secret":"s","client_secret_expires_at":1000}"#))
        stage.fake.always(.token, .answer(201, #"{"access_token":"t","expires_in":3600}"#))
        stage.fake.always(.configuration, .answer(404))
        _ = await stage.failure { () async throws(ServiceError) in try await stage.configuration() }
        #expect(stage.fake.endpoints == [.register, .register, .token, .configuration])
    }

    @Test("E05: a stored secret past its end is replaced once, when the next token is due")
    func storedSecretExpires() async throws {
        let stage = Stage()
        try await stage.configuration()
        stage.credentials.change { $0.secretExpires = stage.clock.now + .seconds(3600) }
        stage.clock.advance(by: .seconds(7200))
        try await stage.configuration()
        #expect(stage.fake.count(.register) == 1, "the token is good still")
        stage.clock.advance(by: .seconds(21_600))
        try await stage.configuration()
        #expect(stage.fake.endpoints.suffix(3) == [.register, .token, .configuration])
        #expect(stage.credentials.client?.clientID == "client-2")
    }
}
