import Base
import Foundation
import Testing

@testable import AdobePass

/// Every endpoint in turn answers badly; `Stage.failure(at:)` makes the call that meets it.
@Suite struct BadAnswerTests {
    typealias Endpoint = FakeService.Endpoint

    @Test(
        "T03: a redirect is followed nowhere and told without its address",
        arguments: Endpoint.allCases, [301, 302, 303, 307, 308])
    func redirect(_ endpoint: Endpoint, _ status: Int) async throws {
        let stage = Stage()
        stage.fake.always(
            endpoint, .answer(status, headers: ["Location": "http://127.0.0.1:1/x?leak=ADDRESS-9&access_token=T"]))
        let error = await stage.failure(at: endpoint)
        #expect(error?.code == .status(status))
        #expect(stage.fake.requests.allSatisfy { $0.url.hasPrefix("http://127.0.0.1:9/") })
        #expect(stage.fake.count(endpoint) == 1)
        #expect(!"\(String(describing: error)) \(stage.log.text)".contains("ADDRESS-9"))
    }

    @Test("T12: a sign-in page with status 200 is told apart and never quoted", arguments: Endpoint.allCases)
    func page(_ endpoint: Endpoint) async throws {
        let stage = Stage()
        stage.fake.always(endpoint, .answer(200, FakeService.html))
        let error = await stage.failure(at: endpoint)
        #expect(error?.stage == endpoint.stage)
        #expect(error?.code == .unreadable)
        #expect(!"\(String(reflecting: error)) \(stage.log.text)".contains("SECRET-77"))
    }

    @Test(
        "T13: unlisted statuses keep their digits",
        arguments: Endpoint.allCases.filter { $0 != .profileRequest }, [418, 451, 499])
    func unlisted(_ endpoint: Endpoint, _ status: Int) async throws {
        let stage = Stage()
        stage.fake.always(endpoint, .answer(status, "why"))
        let error = await stage.failure(at: endpoint)
        #expect(
            error
                == ServiceError(
                    endpoint.stage, .status(status), requestID: "request-7",
                    serviceTime: Timestamp(milliseconds: 1_796_050_800_000),
                    message: "\(endpoint.stage.words): HTTP \(status)"))
        #expect(stage.log.text.contains("HTTP \(status)"))
    }

    @Test(
        "P11: an error keeps its status whatever its body, and no text grows beyond its cap",
        arguments: [403, 410, 500],
        [
            "", FakeService.html, "<error><status>403</status><message>m</message></error>",
            #"{"status":403,"message":"m"}"#,
            "{", "[]", "null", "\"text\"", String(repeating: "long ", count: 200_000),
            #"{"message":"\#(String(repeating: "m", count: 1 << 20))"}"#,
        ])
    func errorBodies(_ status: Int, _ body: String) async throws {
        let stage = Stage()
        for endpoint in [Endpoint.configuration, .exchange, .authentication, .userMetadata] {
            stage.fake.always(endpoint, .answer(status, body))
            let error = await stage.failure(at: endpoint)
            #expect(error?.stage == endpoint.stage)
            #expect(error?.code == .status(status))
            #expect((error?.message.count ?? 0) <= 200)
            #expect((error?.detail?.message?.count ?? 0) <= 200)
            stage.fake.always(endpoint, .proper)
        }
    }

    @Test(
        "T01: a challenge of any kind ends like every 401",
        arguments: Endpoint.allCases.filter { $0 != .profileRequest },
        ["Basic realm=\"x\"", "Bearer", "Digest nonce=\"1\"", "Negotiate", nil])
    func challenge(_ endpoint: Endpoint, _ challenge: String?) async throws {
        let stage = Stage()
        stage.fake.always(
            endpoint, .answer(401, "nope", headers: challenge.map { ["WWW-Authenticate": $0] } ?? [:]))
        let error = await stage.failure(at: endpoint)
        #expect(error?.stage == endpoint.stage)
        #expect(error?.code == .status(401))
        #expect(stage.fake.count(endpoint) <= 2)
    }

    @Test(
        "S2.C1: a server error keeps its digits; a question is asked three times, a command once",
        arguments: Endpoint.allCases)
    func serverError(_ endpoint: Endpoint) async throws {
        let stage = Stage()
        stage.fake.always(endpoint, .answer(503))
        let error = await stage.failure(at: endpoint)
        #expect(error?.code == .status(503))
        let isCommand = [Endpoint.register, .token, .exchange].contains(endpoint)
        #expect(stage.fake.count(endpoint) == (isCommand ? 1 : 3))
        #expect(stage.clock.uptime < .seconds(10))
    }

    @Test("A server that recovers within three tries is not noticed", arguments: [1, 2])
    func recovers(_ failures: Int) async throws {
        let stage = Stage()
        for _ in 1...failures { stage.fake.next(.configuration, .answer(500, FakeService.html)) }
        try await stage.configuration()
        #expect(stage.log.errors.isEmpty)
        #expect(stage.clock.waits.filter { $0.reason == .backOff }.count == failures)
    }

    @Test("T05: failures of the transport keep their kind at every endpoint", arguments: Endpoint.allCases)
    func transport(_ endpoint: Endpoint) async throws {
        let rows: [(HTTPTransportError.Code, ServiceError.Code)] = [
            (.unreachable, .unreachable), (.tls, .tls), (.timedOut, .timedOut), (.incompleteBody, .unreadable),
            (.bodyTooLarge, .unreadable),
        ]
        for (code, due) in rows {
            let stage = Stage()
            stage.fake.always(endpoint, .failure(code))
            let error = await stage.failure(at: endpoint)
            #expect(error?.stage == endpoint.stage)
            #expect(error?.code == due)
            #expect(stage.fake.count(endpoint) == 1, "at once: nobody waits for a host that is not there")
        }
    }
}

extension FakeService.Endpoint {
    var stage: ServiceError.Stage {
        switch self {
        case .register: .registration
        case .token: .accessToken
        case .configuration: .configuration
        case .profileRequest: .partnerRequest
        case .exchange: .exchange
        case .authentication: .authentication
        case .userMetadata: .userMetadata
        }
    }
}

extension Stage {
    /// The failure of the call that asks this endpoint.
    func failure(at endpoint: FakeService.Endpoint, _ given: ServiceCall? = nil) async -> ServiceError? {
        await failure { () async throws(ServiceError) in try await meet(endpoint, given ?? call()) }
    }

    /// Makes the call that asks this endpoint.
    func meet(_ endpoint: FakeService.Endpoint, _ call: ServiceCall) async throws(ServiceError) {
        switch endpoint {
        case .register, .token, .configuration: try await configuration("NORTHSTAR", call)
        case .profileRequest: _ = try await service.beginPartnerSignIn(Self.request, call: call)
        case .exchange, .authentication:
            _ = try await service.completePartnerSignIn(Self.request, samlResponse: Self.saml, call: call)
        case .userMetadata: _ = try await service.userMetadata(requestor: "NORTHSTAR", mvpd: "NorthCable", call: call)
        }
    }
}
