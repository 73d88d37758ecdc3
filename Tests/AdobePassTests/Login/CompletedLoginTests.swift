import Base
import PassSimulator
import Testing

@testable import AdobePass

/// What a login has led to, and the end of a sign-in.
@Suite struct CompletedLoginTests {
    private let viewing: Viewing
    private let session: LoginSession

    init() async throws {
        viewing = try Viewing()
        guard case .session(let session) = try await viewing.service.startLogin(viewing.login(), call: viewing.call)
        else { throw ServiceError(.login, .unreadable) }
        self.session = session
    }

    private func completed(_ session: LoginSession? = nil) async throws(ServiceError) -> ServiceAuthentication? {
        try await viewing.service.completedLogin(session ?? self.session, call: viewing.call)
    }

    @Test func nothingUntilSomebodySignsIn() async throws {
        viewing.clear()
        #expect(try await completed() == nil)
        #expect(viewing.endpoints == [.authentication])
        #expect(await SimulatedPerson().signIn(at: session.loginURL) == .redirected("adobepass://ios.app"))
        viewing.clear()
        let found = try await completed()
        #expect(
            found
                == ServiceAuthentication(
                    requestor: "NORTHSTAR", mvpd: "NorthCable", expires: viewing.clock.now + .seconds(6 * 3600),
                    userID: Secret("u-viewer"), source: .regular))
        #expect(viewing.endpoints == [.authentication, .registrationRemoval], "the code is given back")
        #expect(viewing.tap.targets.last == "/reggie/v1/NORTHSTAR/regcode/\(session.code)")
    }

    @Test func aCodeThatCannotBeGivenBackFailsNothing() async throws {
        _ = await SimulatedPerson().signIn(at: session.loginURL)
        for effect in [Fault.Effect.reset, .html, .status(500, body: "", contentType: "text/plain", headers: [:])] {
            viewing.simulator.setFault(Fault(effect), at: .registrationRemoval)
            #expect(try await completed() != nil)
        }
        #expect(viewing.log.errors.isEmpty)
    }

    @Test(
        "S4.R, T07: a service silent about the code given back keeps nobody waiting longer than 5 s",
        arguments: [60, 3])
    func aCodeGivenBackInVain(_ left: Int) async throws {
        _ = await SimulatedPerson().signIn(at: session.loginURL)
        viewing.simulator.setFault(Fault(.hold), at: .registrationRemoval)
        let began = viewing.clock.uptime
        async let found = viewing.service.completedLogin(session, call: viewing.call(limit: .seconds(left)))
        let courtesy = Duration.seconds(min(left, 5))
        await viewing.simulator.waitForRequests(at: .registrationRemoval)
        await viewing.clock.waitForSleepers(.deadline, lasting: courtesy)
        viewing.clock.advance(by: courtesy)
        #expect(try await found != nil)
        #expect(viewing.clock.uptime - began == courtesy)
    }

    @Test func whatWasThereBeforeSaysNothing() async throws {
        _ = await SimulatedPerson().signIn(at: session.loginURL)
        let found = try #require(try await completed())
        var again = session
        again.earlier = EarlierAuthentication(mvpd: found.mvpd, expires: found.expires)
        viewing.clear()
        #expect(try await completed(again) == nil)
        #expect(viewing.endpoints == [.authentication], "the code is still to be used")
        again.earlier = EarlierAuthentication(mvpd: found.mvpd, expires: found.expires + .milliseconds(1))
        #expect(try await completed(again) != nil)
        again.earlier = EarlierAuthentication(mvpd: "SouthSat", expires: found.expires)
        #expect(try await completed(again) != nil)
    }

    @Test(
        "R07, L14: not yet, in every form",
        arguments: [
            (401, ""), (403, "too fast"), (404, #"{"status":404}"#), (410, "<error/>"), (200, ""), (200, "{"),
            (200, "<html/>"), (200, "{}"), (200, #"{"expires":"soon"}"#), (200, #"{"expires":"1"}"#),
            (200, #"{"expires":1796072400000,"mvpd":"SouthSat"}"#),
            (200, #"{"expires":1796072400000,"requestor":"SOUTHSTAR"}"#),
        ])
    func notYet(_ status: Int, _ body: String) async throws {
        viewing.answer(.authentication, status, body)
        viewing.clear()
        #expect(try await completed() == nil)
        #expect(viewing.simulator.requests(at: .registrationRemoval).isEmpty)
        #expect(viewing.log.errors.isEmpty)
    }

    @Test(arguments: [
        (400, ServiceError.Code.status(400)), (500, .status(500)), (302, .status(302)), (429, .throttled),
    ])
    func whatIsNoAnswerIsThrown(_ status: Int, _ code: ServiceError.Code) async throws {
        viewing.answer(.authentication, status, "")
        let error = await viewing.failure { () async throws(ServiceError) in try await completed() }
        #expect(error?.code == code)
        #expect(error?.stage == .authentication)
    }

    @Test func aQuestionSaysWhetherSomebodyIsSignedIn() async throws {
        #expect(try await !viewing.service.hasAuthentication(requestor: "NORTHSTAR", call: viewing.call))
        _ = await SimulatedPerson().signIn(at: session.loginURL)
        viewing.clear()
        #expect(try await viewing.service.hasAuthentication(requestor: "NORTHSTAR", call: viewing.call))
        #expect(viewing.tap.targets == ["/api/v1/checkauthn?requestor=NORTHSTAR&deviceId=device%2B%2F%3D1"])
        let error = await viewing.failure { () async throws(ServiceError) in
            try await viewing.service.hasAuthentication(requestor: "NOBODY", call: viewing.call)
        }
        #expect(error?.code == .status(400))
    }

    @Test func logoutRemovesTheTokensAndNamesThePage() async throws {
        _ = await SimulatedPerson().signIn(at: session.loginURL)
        #expect(try await completed() != nil)
        #expect(try await viewing.authorize().permitted != nil)
        let request = LogoutRequest(
            requestor: "NORTHSTAR", mvpd: "Caf\u{e9} &", isPartner: false, redirectURL: "adobepass://ios.app?a=b")
        viewing.clear()
        let page = try await viewing.service.logout(request, call: viewing.call)
        #expect(viewing.tap.requests.map(\.method) == ["DELETE"])
        #expect(viewing.tap.targets == ["/api/v1/logout?requestor=NORTHSTAR&deviceId=device%2B%2F%3D1"])
        #expect(
            page == viewing.simulator.baseURL
                + "/adobe-services/logout?noflash=true&mso_id=Caf%C3%A9%20%26&requestor_id=NORTHSTAR"
                + "&redirect_url=adobepass%3A%2F%2Fios.app%3Fa%3Db")
        #expect(page == viewing.service.logoutURL(request))
        #expect(try await viewing.authorize().reason == .notAuthenticated)
        #expect(try await viewing.mediaToken().reason == .notAuthenticated)
        viewing.answer(.logout, 500, "")
        viewing.clear()
        let error = await viewing.failure { () async throws(ServiceError) in
            try await viewing.service.logout(request, call: viewing.call)
        }
        #expect(error?.code == .status(500) && error?.stage == .logout)
    }

    @Test(arguments: [
        ("https://api.auth.adobe.com", "https://sp.auth.adobe.com/"),
        ("https://API.auth-staging.adobe.com/", "https://sp.auth-staging.adobe.com/"),
        ("https://api.auth.adobe.com.evil.example", "https://api.auth.adobe.com.evil.example/"),
        ("http://127.0.0.1:9//", "http://127.0.0.1:9/"),
    ])
    func theLogoutPageIsOnTheBrowsersHost(_ base: String, _ host: String) throws {
        let stage = Stage(baseURL: base)
        let page = try #require(
            stage.service.logoutURL(
                LogoutRequest(requestor: "R", mvpd: "M", isPartner: true, redirectURL: "a://b")))
        #expect(
            page == host + "adobe-services/logout?noflash=true&mso_id=M&requestor_id=R&redirect_url=a%3A%2F%2Fb")
    }
}
