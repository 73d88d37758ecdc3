import Base
import PassSimulator
import Testing

@testable import AdobePass

/// The start of an MVPD's own login: registration code and address, or a temporary pass.
@Suite struct StartLoginTests {
    private func session(_ viewing: Viewing, _ request: LoginRequest) async throws -> LoginSession? {
        guard case .session(let session) = try await viewing.service.startLogin(request, call: viewing.call) else {
            Issue.record("signed in at once")
            return nil
        }
        return session
    }

    @Test func aCodeAndItsAddress() async throws {
        let viewing = try Viewing()
        let session = try #require(try await session(viewing, viewing.login()))
        #expect(viewing.endpoints == [.register, .token, .registrationCode], "the MVPD's page itself is never asked")
        #expect(session.requestor == "NORTHSTAR" && session.mvpd == "NorthCable")
        #expect(session.expires == viewing.clock.now + .seconds(1800))
        #expect(session.earlier == nil)
        let request = try #require(viewing.tap.requests.last)
        #expect(request.method == "POST")
        #expect(viewing.tap.targets.last == "/reggie/v1/NORTHSTAR/regcode")
        #expect(request.text == "deviceId=device%2B%2F%3D1&mvpd=NorthCable")
        #expect(
            session.loginURL == viewing.simulator.baseURL
                + "/api/v1/authenticate?reg_code=\(session.code)&requestor_id=NORTHSTAR&mso_id=NorthCable"
                + "&domain_name=northstar.example&noflash=true&no_iframe=true&redirect_url=adobepass%3A%2F%2Fios.app")
    }

    @Test("L04: every value of the address is encoded once, the redirect last") func addressBytes() async throws {
        let viewing = try Viewing()
        viewing.answer(.registrationCode, 201, #"{"code":"a+b/ &%41","expires":"1796072400000","more":{}}"#)
        var request = viewing.login(ConfiguredMVPD(id: "Caf\u{e9} & Co"))
        request.requestor = "N\u{f6}rth/1"
        request.domain = nil
        request.genericData = ["k": "v+1"]
        request.redirectURL = "app://x?a=b%20c&d"
        let session = try #require(try await session(viewing, request))
        #expect(session.code == "a+b/ &%41", "L09: passed on as it is")
        #expect(viewing.tap.targets.last == "/reggie/v1/N%C3%B6rth%2F1/regcode")
        #expect(
            session.loginURL.hasSuffix(
                "?reg_code=a%2Bb%2F%20%26%2541&requestor_id=N%C3%B6rth%2F1&mso_id=Caf%C3%A9%20%26%20Co&noflash=true"
                    + "&no_iframe=true&generic_data=%7B%22k%22%3A%22v%2B1%22%7D"
                    + "&redirect_url=app%3A%2F%2Fx%3Fa%3Db%2520c%26d"))
    }

    @Test(arguments: [
        #"{"code":"C1","expires":1796072400000}"#, #"{"code":"C1","expires":"1796072400000","info":{"x":[]}}"#,
        "<ns2:regcode xmlns:ns2=\"m\"><code>C1</code><expires>1796072400000</expires></ns2:regcode>",
    ])
    func aCodeInAnyForm(_ body: String) async throws {
        let viewing = try Viewing()
        viewing.answer(.registrationCode, body)
        let session = try await session(viewing, viewing.login())
        #expect(session?.code == "C1" && session?.expires == Timestamp(milliseconds: 1_796_072_400_000))
    }

    @Test(arguments: [
        (201, "", ServiceError.Code.unreadable), (201, "{}", .unreadable), (201, #"{"code":"C1"}"#, .unreadable),
        (201, #"{"code":" ","expires":1}"#, .unreadable), (201, #"{"code":["C1"],"expires":1}"#, .unreadable),
        (200, "<html><p></p></html>", .unreadable), (201, #"{"code":"C1","expires":1"#, .unreadable),
        (204, "", .unreadable), (400, "", .status(400)), (403, #"{"code":"x"}"#, .status(403)),
        (404, "", .status(404)), (500, "", .status(500)), (503, "<html/>", .status(503)), (429, "", .throttled),
    ])
    func withoutACodeThereIsNoLogin(_ status: Int, _ body: String, _ code: ServiceError.Code) async throws {
        let viewing = try Viewing()
        viewing.answer(.registrationCode, status, body)
        let error = await viewing.failure { () async throws(ServiceError) in
            try await viewing.service.startLogin(viewing.login(), call: viewing.call(limit: .seconds(10)))
        }
        #expect(error?.stage == .login)
        #expect(error?.code == code)
        let count = viewing.simulator.requests(at: .registrationCode).count
        #expect(status == 429 ? count > 1 : count == 1, "a code is made once, unless nobody looked at the request")
    }

    @Test func aTemporaryPassSignsInAtOnce() async throws {
        let viewing = try Viewing()
        try await viewing.startPass(.seconds(600))
        viewing.clear()
        var request = viewing.login(Viewing.pass)
        request.genericData = ["email": "h+1"]
        let start = try await viewing.service.startLogin(request, call: viewing.call)
        let expected = ServiceAuthentication(
            requestor: "NORTHSTAR", mvpd: "EastFiber", expires: viewing.clock.now + .seconds(600),
            userID: Secret("u-trial"), source: .temporary)
        #expect(start == .signedIn(expected))
        #expect(viewing.endpoints == [.temporaryPass, .authentication])
        #expect(
            viewing.tap.requests.first?.text
                == "requestor_id=NORTHSTAR&deviceId=device%2B%2F%3D1&mso_id=EastFiber&domain_name=northstar.example"
                + "&generic_data=%7B%22email%22%3A%22h%2B1%22%7D")
        viewing.clock.advance(by: .seconds(600))
        #expect(try await viewing.service.startLogin(request, call: viewing.call) == .temporaryPassExpired)
        viewing.answer(.temporaryPass, 400, #"{"code":"unknown_integration"}"#)
        let error = await viewing.failure { () async throws(ServiceError) in
            try await viewing.service.startLogin(request, call: viewing.call)
        }
        #expect(error?.code == .status(400))
        #expect(error?.stage == .authentication)
    }

    @Test(
        "S4.T, T12: an answer that says nothing of the pass does not use it up",
        arguments: [
            (Endpoint.temporaryPass, 200, "<html>Sign in to the network</html>", ServiceError.Code.unreadable),
            (.authentication, 200, "<html>Sign in to the network</html>", .unreadable),
            (.authentication, 200, "", .unreadable),
            (.authentication, 401, "", .status(401)), (.authentication, 500, "", .status(500)),
        ])
    func aPassNobodySpokeOf(_ endpoint: Endpoint, _ status: Int, _ body: String, _ code: ServiceError.Code) async throws
    {
        let viewing = try Viewing()
        try await viewing.startPass(.seconds(600))
        viewing.answer(endpoint, status, body)
        let error = await viewing.failure { () async throws(ServiceError) in
            try await viewing.service.startLogin(viewing.login(Viewing.pass), call: viewing.call)
        }
        #expect(error?.code == code)
        #expect(error?.stage == .authentication)
    }

    @Test(
        "S4.T: used up is what the service knows nothing of, or knows another sign-in in its place",
        arguments: [(403, ""), (404, ""), (410, ""), (200, #"{"expires":1796072400000,"mvpd":"SouthSat"}"#)])
    func aPassThatIsUsedUp(_ status: Int, _ body: String) async throws {
        let viewing = try Viewing()
        try await viewing.startPass(.seconds(600))
        viewing.answer(.authentication, status, body)
        let start = try await viewing.service.startLogin(viewing.login(Viewing.pass), call: viewing.call)
        #expect(start == .temporaryPassExpired)
    }
}
