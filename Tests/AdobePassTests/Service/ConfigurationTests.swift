import Base
import Foundation
import Testing

@testable import AdobePass

@Suite struct ConfigurationTests {
    @Test(
        "A kept body is asked for by its validators, and used again on 304",
        arguments: [[("ETag", "\"v1\"")], [("Last-Modified", "Sat, 29 Nov 2026 00:00:00 GMT")]])
    func conditional(_ validators: [(String, String)]) async throws {
        let stage = Stage()
        stage.fake.validate(with: validators)
        let first = try await stage.configuration()
        let second = try await stage.configuration()
        #expect(second == first)
        let requests = stage.fake.requests(to: .configuration)
        #expect(requests.count == 2)
        #expect(requests[0].field("If-None-Match") == nil && requests[0].field("If-Modified-Since") == nil)
        #expect(requests[1].field("If-None-Match") == validators.first { $0.0 == "ETag" }?.1)
        #expect(requests[1].field("If-Modified-Since") == validators.first { $0.0 == "Last-Modified" }?.1)
    }

    @Test("A new body replaces the kept one; one without validators clears it")
    func replaced() async throws {
        let stage = Stage()
        stage.fake.validate(with: [("ETag", "\"v1\"")])
        try await stage.configuration()
        stage.fake.validate(with: [("ETag", "\"v2\"")])
        try await stage.configuration()
        try await stage.configuration()
        #expect(stage.fake.requests.last?.field("If-None-Match") == "\"v2\"")
        stage.fake.validate(with: [])
        try await stage.configuration()
        #expect(stage.cache.keys.isEmpty)
        try await stage.configuration()
        #expect(stage.fake.requests.last?.field("If-None-Match") == nil)
    }

    @Test("A kept body that cannot be read any more costs one full request", arguments: ["", "{", FakeService.html])
    func damagedCache(_ body: String) async throws {
        let stage = Stage()
        stage.fake.validate(with: [("ETag", "\"v1\"")])
        let first = try await stage.configuration()
        stage.cache.change { $0.body = Data(body.utf8) }
        #expect(try await stage.configuration() == first)
        let asked = stage.fake.requests(to: .configuration).map { $0.field("If-None-Match") }
        #expect(asked == [nil, "\"v1\"", nil])
        try await stage.configuration()
        #expect(stage.fake.count(.configuration) == 4, "repaired")
    }

    @Test("Kept validators that fit no header field are not sent", arguments: ["", "a\r\nX-Evil: 1", "\u{e9}"])
    func damagedValidators(_ value: String) async throws {
        let stage = Stage()
        stage.fake.validate(with: [("ETag", "\"v1\"")])
        let first = try await stage.configuration()
        stage.cache.change { $0.entityTag = value }
        #expect(try await stage.configuration() == first)
        #expect(stage.fake.requests.last?.field("If-None-Match") == nil)
    }

    @Test("T12: a bad answer leaves the kept body as it was")
    func badAnswerKeepsCache() async throws {
        let stage = Stage()
        stage.fake.validate(with: [("ETag", "\"v1\"")])
        try await stage.configuration()
        let kept = stage.cache.keys
        for reply in [FakeService.Reply.answer(200, FakeService.html), .answer(200, "{"), .answer(404), .failure(.tls)]
        {
            stage.fake.next(.configuration, reply)
            _ = await stage.failure { () async throws(ServiceError) in try await stage.configuration() }
            #expect(stage.cache.keys == kept)
        }
        try await stage.configuration()
        #expect(stage.fake.requests.last?.field("If-None-Match") == "\"v1\"")
    }

    @Test("A 304 nobody asked for is an error, not an empty configuration")
    func unaskedNotModified() async throws {
        let stage = Stage()
        stage.fake.always(.configuration, .answer(304))
        let error = await stage.failure { () async throws(ServiceError) in try await stage.configuration() }
        #expect(error?.code == .status(304))
        #expect(stage.fake.count(.configuration) == 1)
    }

    @Test("V10: the platform is sent and honoured, and iOS and tvOS share no kept body")
    func platforms() async throws {
        let stage = Stage()
        stage.fake.validate(with: [("ETag", "\"v1\"")])
        for _ in 1...2 {
            let phone = try await stage.configuration("NORTHSTAR", stage.call(.iOS))
            let box = try await stage.configuration("NORTHSTAR", stage.call(.tvOS))
            #expect(phone.configuration.mvpds[0].enablePlatformServices)
            #expect(!box.configuration.mvpds[0].enablePlatformServices)
        }
        #expect(
            stage.fake.requests(to: .configuration).map { $0.field("If-None-Match") } == [nil, nil, "\"v1\"", "\"v1\""])
        #expect(stage.cache.keys.count == 2)
    }

    @Test("Requestors and services share no kept body")
    func keys() async throws {
        let stage = Stage()
        stage.fake.validate(with: [("ETag", "\"v1\"")])
        try await stage.configuration("A")
        try await stage.configuration("B")
        let other = Stage(
            baseURL: "http://127.0.0.1:8", clock: stage.clock, fake: stage.fake, credentials: stage.credentials,
            cache: stage.cache)
        try await other.configuration("A")
        #expect(stage.cache.keys.count == 3)
    }

    @Test("S2.K: the service's Date comes with the answer, with a 304 and with a failure")
    func serviceTime() async throws {
        let stage = Stage()
        stage.fake.validate(with: [("ETag", "\"v1\"")])
        let due = Timestamp(milliseconds: 1_796_050_800_000)
        #expect(try await stage.configuration().serviceTime == due)
        #expect(try await stage.configuration().serviceTime == due)
        for reply in [FakeService.Reply.answer(404), .answer(302), .answer(200, "{"), .answer(429), .answer(503)] {
            stage.fake.always(.configuration, reply)
            let error = await stage.failure { () async throws(ServiceError) in try await stage.configuration() }
            #expect(error?.serviceTime == due)
            #expect(error?.requestID == "request-7")
        }
    }
}
