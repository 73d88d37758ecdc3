import AccessEnabler
import Base
import PassSimulator
import PlatformAccount
import TestSupport
import Testing

/// Logins and logouts as hosts report them from the field, on the real stack.
@Suite(.timeLimit(.minutes(10))) struct LoginFlowTests {
    /// An app whose person denied the platform account, with the app's own list shown.
    private func atDialog(_ world: World, _ platform: PlatformBehaviour = .iOS) async -> App {
        world.platform.change { $0.permission = .denied }
        let app = world.app(platform)
        _ = await app.setRequestor()
        _ = await app.run(until: "displayProviderDialog") { $0.getAuthentication() }
        return app
    }

    /// The page opened last.
    private func page(_ app: App) -> String {
        for case .navigateToUrl(let url, _) in app.host.callbacks.reversed() { return url }
        return ""
    }

    private func words(_ all: [String]) -> [String] { all.filter { !$0.hasPrefix("sendTrackingData") } }

    private func signIn(_ world: World) async -> App {
        let app = await atDialog(world)
        _ = await app.run(until: "navigateToUrl") { $0.setSelectedProvider(World.mvpd) }
        _ = await SimulatedPerson().signIn(at: page(app))
        _ = await app.run(until: "setAuthenticationStatus") { $0.handleExternalURL(AccessEnablerCore.redirectURL) }
        return app
    }

    @Test("L04: the login page's address is encoded once and passed on untouched")
    func loginAddress() async throws {
        let world = try World()
        world.simulator.dashboard { $0.requestors[World.requestor]?.domains = ["h.example/?a=b%26c d"] }
        let app = await atDialog(world)
        _ = await app.run(until: "navigateToUrl") { $0.setSelectedProvider("EastFiber") }
        let url = page(app)
        #expect(url.contains("&domain_name=h.example%2F%3Fa%3Db%2526c%20d&"))
        #expect(url.hasSuffix("&redirect_url=adobepass%3A%2F%2Fios.app"))
        // The service reads back what was meant: the page is there, and leads to the redirect.
        #expect(await SimulatedPerson().signIn(at: url) == .redirected(AccessEnablerCore.redirectURL))
    }

    @Test("C04: three sign-ins before any answer: one list at a time, one verdict for the one that lasts")
    func impatient() async throws {
        let world = try World()
        world.platform.change { $0.permission = .denied }
        let app = world.app()
        _ = await app.setRequestor()
        let count = app.host.count(of: "displayProviderDialog")
        for _ in 0..<3 { app.core.getAuthentication() }
        await app.host.wait(for: "displayProviderDialog", count: count + 1)
        _ = await app.run(until: "navigateToUrl") { $0.setSelectedProvider(World.mvpd) }
        _ = await SimulatedPerson().signIn(at: page(app))
        let told = await app.run(until: "setAuthenticationStatus") {
            $0.handleExternalURL(AccessEnablerCore.redirectURL)
        }
        #expect(words(told) == Outcome.yes)
        #expect(app.host.count(of: "setAuthenticationStatus") == 1)
    }

    @Test("C02: a service that never answers a logout: the tokens are gone, 0 comes by the limit")
    func silentLogout() async throws {
        let world = try World()
        let app = await signIn(world)
        world.simulator.setFault(Fault(.hold), at: .logout)
        app.core.logout()
        await world.simulator.waitForRequests(at: .logout)
        #expect(try world.store().tokens(requestor: World.requestor, service: .restV1).isEmpty)
        await world.clock.waitForSleepers(.deadline)
        world.clock.advance(by: .seconds(30))
        await app.host.wait(for: "setAuthenticationStatus", count: 2)
        #expect(await app.settle() == ["setAuthenticationStatus 0 USER_NOT_AUTHENTICATED_ERROR"])
        #expect(await app.check() == Outcome.no)
        world.simulator.releaseHeld()
    }

    @Test("O02: the page of a logout never comes back: signed out at once, and the next verbs work")
    func logoutPageLeftOpen() async throws {
        let world = try World()
        let app = await signIn(world)
        let told = await app.run(until: "navigateToUrl") { $0.logout() }
        #expect(told.contains { $0.hasPrefix("navigateToUrl") })
        #expect(await app.check() == Outcome.no)
        #expect(await app.setRequestor() == ["status VSA403 info"] + Outcome.complete)
    }

    @Test(
        "O03: a logout with a dead token, whatever the service says: gone, 0 once", arguments: [401, 404, 410, 500])
    func deadLogout(_ status: Int) async throws {
        let world = try World()
        let app = await signIn(world)
        world.clock.advance(by: .seconds(7 * 3600))
        world.simulator.forgetClients()
        world.simulator.setFault(
            Fault(.status(status, body: "", contentType: "text/plain", headers: [:])), at: .logout)
        _ = await app.run(until: "navigateToUrl") { $0.logout() }
        let told = await app.run(until: "setAuthenticationStatus") {
            $0.handleExternalURL(AccessEnablerCore.redirectURL)
        }
        #expect(told == ["setAuthenticationStatus 0 USER_NOT_AUTHENTICATED_ERROR"])
        #expect(await app.check() == Outcome.no)
    }

    @Test("O04: a logout page that ends elsewhere: ignored, and the next flow ends the logout first")
    func logoutElsewhere() async throws {
        let world = try World()
        let app = await signIn(world)
        _ = await app.run(until: "navigateToUrl") { $0.logout() }
        #expect(await app.run { $0.handleExternalURL("https://provider.example/bye") }.isEmpty)
        let told = await app.run(until: "displayProviderDialog") { $0.getAuthentication() }
        #expect(told.first == "setAuthenticationStatus 0 USER_NOT_AUTHENTICATED_ERROR")
        #expect(told.contains("status VSA403 info"))
    }

    @Test("O06: a forced login that is cancelled leaves the old sign-in")
    func forcedAndCancelled() async throws {
        let world = try World()
        let app = await signIn(world)
        _ = await app.run(until: "displayProviderDialog") { $0.getAuthentication(forceAuthn: true) }
        let told = await app.run(until: "setAuthenticationStatus") { $0.setSelectedProvider(nil) }
        #expect(
            words(told) == ["status N005 info", "setAuthenticationStatus 0 PROVIDER_NOT_SELECTED_ERROR"])
        #expect(await app.check() == Outcome.yes)
    }

    @Test("R07: 403 while polling means not yet; one verdict in the end")
    func forbiddenPolls() async throws {
        let world = try World(skips: [.backOff, .pace, .poll])
        let app = await atDialog(world, .tvOS)
        world.simulator.setFault(
            Fault(
                .status(
                    403, body: "{\"status\":403,\"message\":\"Forbidden\"}", contentType: "application/json",
                    headers: [:]),
                times: 5), at: .authentication)
        world.simulator.dashboard { $0[World.requestor, World.mvpd]?.signsInWithoutPage = true }
        app.host.react { callback in
            guard case .status(let status) = callback, status.errorID == "REGCODE", let code = status.message else {
                return
            }
            let baseURL = world.simulator.baseURL
            Task { _ = await SimulatedPerson().activate(code, at: baseURL) }
        }
        let told = await app.run(until: "setAuthenticationStatus") { $0.setSelectedProvider(World.mvpd) }
        #expect(told.count { $0.hasPrefix("setAuthenticationStatus") } == 1)
        #expect(told.contains("setAuthenticationStatus 1"))
        #expect(world.simulator.requests(at: .authentication).count > 5)
    }

    @Test("I3: options set while a second screen is polled go with the polls after that")
    func optionsWhilePolling() async throws {
        let world = try World()
        let app = await atDialog(world, .tvOS)
        _ = await app.run(until: "status") { $0.setSelectedProvider(World.mvpd) }
        for (count, options) in [Options(), Options(applicationProfile: "p-7", visitorID: "v-7")].enumerated() {
            _ = await app.run { $0.setOptions(options) }
            await watched("the pause") { await world.clock.waitForSleepers(.poll) }
            world.clock.advance(by: .seconds(15))
            await watched("the poll") { await world.simulator.waitForRequests(at: .authentication, count: count + 1) }
            let headers = world.simulator.requests(at: .authentication).last?.headers
            #expect(headers?["ap-visitor-identifier"] == options.visitorID)
            #expect(headers?["ap-application-profile"] == options.applicationProfile)
        }
    }
}
