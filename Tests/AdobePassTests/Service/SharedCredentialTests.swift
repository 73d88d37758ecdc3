import Base
import Testing

@testable import AdobePass

/// One store, several objects: what others did is seen, and nothing of theirs is lost.
@Suite struct SharedCredentialTests {
    @Test("Another object has renewed meanwhile: its token is taken from the store")
    func renewedByAnother() async throws {
        let one = Stage()
        try await one.configuration()
        let two = Stage(clock: one.clock, fake: one.fake, credentials: one.credentials)
        try await two.configuration()
        one.clock.advance(by: .seconds(21_600))
        try await one.configuration()
        try await two.configuration()
        #expect(one.fake.count(.token) == 2)
        one.fake.revokeTokens()
        try await two.configuration()
        try await one.configuration()
        #expect(one.fake.count(.token) == 3, "the second 401 finds the token the first one led to")
        #expect(one.fake.count(.register) == 1)
    }

    @Test("R08: a service that forgot all tokens refuses what others left in the store, too: then a new one is got")
    func forgottenTokens() async throws {
        let stage = try await withEarlierToken()
        stage.fake.revokeTokens()
        try await stage.configuration()
        #expect(stage.fake.count(.token) == 3)
        #expect(
            stage.fake.requests.suffix(4).compactMap { $0.field("Authorization") }
                == ["Bearer access-token-2", "Bearer access-token-1", "Bearer access-token-3"])
        #expect(stage.credentials.client?.accessToken == Secret("access-token-3"))
    }

    /// The store was put back from a copy: it holds the first token, the object the second.
    private func withEarlierToken() async throws -> Stage {
        let stage = Stage()
        try await stage.configuration()
        let copy = try #require(stage.credentials.client)
        stage.clock.advance(by: .seconds(3600))
        stage.fake.revokeTokens()
        try await stage.configuration()
        stage.credentials.change { $0 = copy }
        return stage
    }

    @Test("R08: a service that refuses every token is asked for one anew once, whatever the store holds")
    func refusedForEver() async throws {
        let stage = try await withEarlierToken()
        stage.fake.always(.configuration, .answer(401, ""))
        let error = await stage.failure { () async throws(ServiceError) in try await stage.configuration() }
        #expect(error?.code == .status(401))
        #expect(stage.fake.count(.token) == 3)
        #expect(stage.fake.endpoints.suffix(4) == [.configuration, .configuration, .token, .configuration])
    }

    @Test("Another object has registered anew meanwhile: its client is used")
    func registeredByAnother() async throws {
        let one = Stage()
        try await one.configuration()
        let two = Stage(clock: one.clock, fake: one.fake, credentials: one.credentials)
        try await two.configuration()
        one.fake.forgetClients()
        one.fake.revokeTokens()
        try await one.configuration()
        #expect(one.fake.count(.register) == 2)
        one.fake.next(.configuration, .answer(403, #"{"error":"invalid_client"}"#))
        try await two.configuration()
        #expect(one.fake.count(.register) == 2)
        #expect(one.fake.requests.last?.field("Authorization") == "Bearer access-token-2")
    }

    @Test("Two objects register at the same time: the first to save wins, both use its client")
    func registrationRace() async throws {
        let one = Stage(skips: [])
        let two = Stage(clock: one.clock, fake: one.fake, credentials: one.credentials)
        let gate = Gate()
        one.fake.next(.register, .held(gate, then: .proper))
        async let first = one.configuration()
        await gate.waitForArrivals()
        try await two.configuration()
        gate.open()
        _ = try await first
        #expect(one.fake.count(.register) == 2)
        #expect(one.fake.count(.token) == 1)
        #expect(one.credentials.client?.clientID == "client-1")
        #expect(one.fake.requests.last?.field("Authorization") == "Bearer access-token-1")
    }

    @Test("An unreadable store is not an empty one: what is registered meanwhile is never saved over it")
    func unreadableStore() async throws {
        let stage = Stage()
        try await stage.configuration()
        let kept = stage.credentials.client
        let other = Stage(clock: stage.clock, fake: stage.fake, credentials: stage.credentials)
        stage.credentials.set(readable: false)
        try await other.configuration()
        try await other.configuration()
        #expect(stage.fake.count(.register) == 2, "registered once for this object")
        stage.credentials.set(readable: true)
        try await other.configuration()
        #expect(stage.credentials.client == kept)
        stage.clock.advance(by: .seconds(21_600))
        try await other.configuration()
        #expect(stage.fake.count(.register) == 2)
        #expect(stage.credentials.client?.clientID == "client-1", "readable again, the stored client is used")
        #expect(stage.credentials.client?.accessToken == Secret("access-token-3"))
        #expect(other.log.errors.contains { $0.contains("could not be read") })
    }

    @Test("A store that cannot be written: the object goes on with what it has, and asks no more than needed")
    func unwritableStore() async throws {
        let stage = Stage()
        try await stage.configuration()
        stage.credentials.set(writable: false)
        stage.fake.forgetClients()
        stage.fake.revokeTokens()
        try await stage.configuration()
        #expect(stage.fake.count(.register) == 2)
        stage.clock.advance(by: .seconds(21_600))
        try await stage.configuration()
        #expect(stage.fake.count(.register) == 2, "the dead client still in the store is not tried again")
        #expect(stage.credentials.client?.clientID == "client-1")
        stage.credentials.set(writable: true)
        stage.clock.advance(by: .seconds(21_600))
        try await stage.configuration()
        #expect(stage.credentials.client?.clientID == "client-2")
        #expect(stage.fake.count(.register) == 2)
    }

    @Test("Credentials are kept by service and statement: another service has its own")
    func otherService() async throws {
        let stage = Stage()
        try await stage.configuration()
        let other = Stage(
            baseURL: "https://staging.example", clock: stage.clock, fake: stage.fake, credentials: stage.credentials)
        try await other.configuration()
        #expect(stage.fake.count(.register) == 2)
    }
}
