import Base
import Testing

@testable import AdobePass

@Suite struct PartnerExchangeTests {
    @Test(
        "The verification token is the body, unchanged", arguments: ["PHE+", " x\n", "<saml:AuthnRequest/>", "\u{e9}"])
    func verificationToken(_ body: String) async throws {
        let stage = Stage()
        stage.fake.next(.profileRequest, .answer(200, body, type: "application/octet-stream"))
        let start = try await stage.service.beginPartnerSignIn(Stage.request, call: stage.call())
        #expect(start == .askPlatform(verificationToken: body, attributeNames: ["userID", "householdID"]))
    }

    @Test(
        "S2.X6: any 4xx declines: no exchange, no error",
        arguments: [400, 401, 402, 403, 404, 410, 412, 418, 451, 499])
    func declined(_ status: Int) async throws {
        let stage = Stage()
        stage.fake.always(.profileRequest, .answer(status, #"{"status":\#(status),"message":"no"}"#))
        let start = try await stage.service.beginPartnerSignIn(Stage.request, call: stage.call())
        #expect(start == .declined)
        #expect(stage.log.errors.isEmpty)
        #expect(stage.log.text.contains("HTTP \(status)"), "the digits are in the debug log")
        #expect(stage.log.text.contains("request-7"))
    }

    @Test(
        "A profile request that fails throws",
        arguments: [
            (FakeService.Reply.answer(500), ServiceError.Code.status(500)), (.answer(302), .status(302)),
            (.answer(200, ""), .unreadable), (.answer(200, " \n"), .unreadable), (.answer(204), .unreadable),
            (.answer(200, FakeService.html), .unreadable),
            (.answer(200, "\n<!DOCTYPE html><p>", type: "application/octet-stream"), .unreadable),
            (.answer(429), .throttled), (.failure(.unreachable), .unreachable), (.failure(.timedOut), .timedOut),
        ])
    func failed(_ reply: FakeService.Reply, _ code: ServiceError.Code) async throws {
        let stage = Stage()
        stage.fake.always(.profileRequest, reply)
        let error = await stage.failure { () async throws(ServiceError) in
            try await stage.service.beginPartnerSignIn(Stage.request, call: stage.call())
        }
        #expect(error?.stage == .partnerRequest)
        #expect(error?.code == code)
        #expect(stage.log.errors.isEmpty, "S2.X8: in a debug log only")
    }

    @Test(
        "S2.X8: only 204 is a token; the exchange is sent once",
        arguments: [
            (FakeService.Reply.answer(200, "{}"), ServiceError.Code.unreadable), (.answer(201), .unreadable),
            (.answer(202), .unreadable), (.answer(400, #"{"status":400,"message":"Bad Request"}"#), .status(400)),
            (.answer(500), .status(500)), (.answer(503), .status(503)), (.answer(307), .status(307)),
            (.failure(.unreachable), .unreachable), (.failure(.timedOut), .timedOut),
        ])
    func refusedExchange(_ reply: FakeService.Reply, _ code: ServiceError.Code) async throws {
        let stage = Stage()
        stage.fake.always(.exchange, reply)
        let error = await stage.failure { () async throws(ServiceError) in
            try await stage.service.completePartnerSignIn(Stage.request, samlResponse: Stage.saml, call: stage.call())
        }
        #expect(error?.stage == .exchange)
        #expect(error?.code == code)
        #expect(stage.fake.endpoints == [.register, .token, .exchange])
    }

    @Test("The exchange meets an expired access token: one refresh, one more exchange")
    func exchangeAfterRefresh() async throws {
        let stage = Stage()
        try await stage.configuration()
        stage.fake.revokeTokens()
        _ = try await stage.service.completePartnerSignIn(
            Stage.request, samlResponse: Stage.saml, call: stage.call())
        #expect(stage.fake.endpoints.dropFirst(3) == [.exchange, .token, .exchange, .authentication])
        let bodies = stage.fake.requests(to: .exchange).map(\.text)
        #expect(bodies[0] == bodies[1])
    }

    @Test(
        "The token that cannot be read afterwards is a failure of its own",
        arguments: [
            (
                FakeService.Reply.answer(404, #"{"status":404,"message":"Not Found","details":null}"#),
                ServiceError.Code.status(404)
            ),
            (.answer(410), .status(410)), (.answer(200, FakeService.html), .unreadable), (.answer(200), .unreadable),
            (.answer(200, #"{"mvpd":"NorthCable","requestor":"NORTHSTAR"}"#), .unreadable),
            // Somebody else's, or over: no sign-in.
            (.answer(200, #"{"expires":"1796072400000","mvpd":"Other"}"#), .unreadable),
            (.answer(200, #"{"expires":"1796072400000","requestor":"OTHER"}"#), .unreadable),
            (.answer(200, #"{"expires":"1796072400000","requestor":"NORTHSTAR\u0000"}"#), .unreadable),
            (.answer(200, #"{"expires":"1000"}"#), .unreadable), (.answer(200, #"{"expires":0}"#), .unreadable),
        ])
    func tokenNotFound(_ reply: FakeService.Reply, _ code: ServiceError.Code) async throws {
        let stage = Stage()
        stage.fake.always(.authentication, reply)
        let error = await stage.failure { () async throws(ServiceError) in
            try await stage.service.completePartnerSignIn(Stage.request, samlResponse: Stage.saml, call: stage.call())
        }
        #expect(error?.stage == .authentication)
        #expect(error?.code == code)
    }

    @Test(
        "P10: what the token does not tell is what was asked",
        arguments: [
            (#"{"expires":"1796072400000"}"#, "NorthCable"), (#"{"expires":1796072400000,"mvpd":null}"#, "NorthCable"),
            (#"{"expires":"1796072400000","mvpd":"NorthCable","requestor":"NORTHSTAR"}"#, "NorthCable"),
            ("<authentication><expires>1796072400000</expires></authentication>", "NorthCable"),
        ])
    func sparseToken(_ body: String, _ mvpd: String) async throws {
        let stage = Stage()
        stage.fake.next(
            .authentication, .answer(200, body, type: body.hasPrefix("<") ? "application/xml" : "application/json"))
        let authentication = try await stage.service.completePartnerSignIn(
            Stage.request, samlResponse: Stage.saml, call: stage.call())
        #expect(
            authentication
                == ServiceAuthentication(
                    requestor: "NORTHSTAR", mvpd: mvpd, expires: Timestamp(milliseconds: 1_796_072_400_000),
                    userID: nil, source: .partner))
    }

    @Test("M2: user metadata that is not there throws with its status", arguments: [404, 412])
    func noMetadata(_ status: Int) async throws {
        let stage = Stage()
        stage.fake.always(.userMetadata, .answer(status))
        let error = await stage.failure { () async throws(ServiceError) in
            try await stage.service.userMetadata(requestor: "N", mvpd: "m", call: stage.call())
        }
        #expect(error?.stage == .userMetadata)
        #expect(error?.code == .status(status))
    }
}
