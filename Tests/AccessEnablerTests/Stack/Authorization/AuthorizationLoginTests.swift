import AccessEnabler
import Base
import Foundation
import PassSimulator
import PlatformAccount
import TestSupport
import Testing

/// A2: authorizations that need a login first, and what becomes of those that wait.
@Suite(.timeLimit(.minutes(10))) struct AuthorizationLoginTests {
    private let dialog = [
        "status VSA403 info", #"displayProviderDialog ["NorthCable", "SouthSat", "EastFiber"]"#,
    ]

    /// Everything but tracking of other events than authorizations.
    private func words(_ all: [String]) -> [String] {
        all.filter { !$0.hasPrefix("sendTrackingData") || $0.hasPrefix("sendTrackingData authorization") }
    }

    /// Everything but tracking.
    private func untracked(_ all: [String]) -> [String] { all.filter { !$0.hasPrefix("sendTrackingData") } }

    @Test("A2: a login comes first; all that wait for it are answered, in the order called")
    func loginFirst() async throws {
        let (world, app) = try await World.stranger()
        world.provider { $0.denials = ["Adult": .byMVPD("no")] }
        let asked = await app.run(until: "displayProviderDialog") { $0.getAuthorization("News") }
        #expect(words(asked) == dialog)
        let more = await app.run { core in
            core.getAuthorization("Adult")
            core.checkAuthorization("Sport")  // S4.W: at once
            core.getAuthorization("Film")
            core.getAuthorization("")  // Z130: at once
        }
        #expect(
            more == ["status N000 info"] + Told.refused("Sport", Told.notAuthenticated) + ["status Z130 error"]
                + Told.refused("", Told.notAuthorized))
        let told = words(await app.signInAtPage())
        #expect(
            told == Outcome.yes + Told.token("News", guid: Told.pageGUID) + ["status Z100 error"]
                + Told.failed("Adult", Told.notAuthorized, "no", guid: Told.pageGUID)
                + Told.token("Film", guid: Told.pageGUID))
        // One login, one list.
        #expect(app.host.count(of: "displayProviderDialog") == 1)
        #expect(
            await app.run { $0.getAuthorization("News") }
                == Told.token("News", isCached: true, guid: Told.pageGUID))
    }

    @Test("A2: the platform account signs in without anybody; the resource follows at once")
    func silentLogin() async throws {
        let (world, app) = try await World.viewer()
        // Not signed in here any more, yet still at the device.
        try world.store().removeAllTokens()
        let told = words(await app.run(until: "setToken") { $0.getAuthorization("News") })
        #expect(told == Outcome.yes + Told.token("News"))
    }

    @Test("A2, S4: a getAuthentication that waits is joined, not started afresh")
    func joins() async throws {
        let (_, app) = try await World.stranger()
        _ = await app.run(until: "displayProviderDialog") { $0.getAuthentication() }
        #expect(await app.run { $0.getAuthorization("News") }.isEmpty)
        let told = words(await app.signInAtPage())
        #expect(told == Outcome.yes + Told.token("News", guid: Told.pageGUID))
        #expect(app.host.count(of: "displayProviderDialog") == 1)
    }

    @Test("A2: a login that fails refuses all that wait, with its own code", arguments: [true, false])
    func loginFails(_ isCancelled: Bool) async throws {
        let (_, app) = try await World.stranger()
        _ = await app.run(until: "displayProviderDialog") { core in
            core.getAuthorization("News")
            core.getAuthorization("Film")
        }
        let told = words(
            await app.run(until: "setAuthenticationStatus") { $0.setSelectedProvider(isCancelled ? nil : "NOBODY") })
        let code = isCancelled ? "PROVIDER_NOT_SELECTED_ERROR" : "GENERIC_AUTHENTICATION_ERROR"
        #expect(
            told == [
                isCancelled ? "status N005 info" : "status N500 error", "setAuthenticationStatus 0 \(code)",
            ] + Told.refused("News", code) + Told.refused("Film", code))
        // Over and done: nothing is left waiting.
        #expect(words(await app.run { $0.checkAuthentication() }) == Outcome.no)
    }

    /// What makes a host give a login up.
    enum Abandon: CaseIterable { case anotherLogin, logout, anotherRequestor, anotherLoginInTheCallback }

    @Test("A2, S4.2: a login given up refuses all that wait, before anything else", arguments: Abandon.allCases)
    func abandoned(_ how: Abandon) async throws {
        let (world, app) = try await World.stranger()
        world.simulator.dashboard { dashboard in
            var other = dashboard.requestors[World.requestor]
            other?.id = "SOUTHSTAR"
            dashboard.requestors["SOUTHSTAR"] = other
        }
        if how == .anotherLoginInTheCallback {
            app.host.react { [weak core = app.core] callback in
                if callback.words.hasPrefix("tokenRequestFailed News") { core?.checkAuthorization("Film") }
            }
        }
        _ = await app.run(until: "displayProviderDialog") { $0.getAuthorization("News") }
        let refused = Told.refused("News", Told.notAuthenticated)
        let film = Told.refused("Film", Told.notAuthenticated)
        switch how {
        case .anotherLogin:
            let told = await app.run(until: "displayProviderDialog") { $0.getAuthentication() }
            #expect(words(told) == refused + dialog)
        case .logout:
            let told = await app.run(until: "setAuthenticationStatus") { $0.logout() }
            #expect(told == refused + ["setAuthenticationStatus 0 USER_NOT_AUTHENTICATED_ERROR"])
        case .anotherRequestor:
            let told = await app.setRequestor("SOUTHSTAR")
            #expect(told == refused + ["status VSA403 info"] + Outcome.complete)
        case .anotherLoginInTheCallback:
            _ = await app.run(until: "displayProviderDialog") { $0.getAuthentication() }
            await app.host.wait(for: "tokenRequestFailed", count: 2)
            let told = words(app.host.words).drop { !$0.hasPrefix("tokenRequestFailed") }
            #expect(told.prefix(2) == refused[...])
            // The host's own question comes after the new login has begun; its list may come before or after.
            let rest = told.dropFirst(2)
            #expect(rest.filter { !dialog.contains($0) } == ["status N000 info"] + film)
            #expect(rest.filter(dialog.contains) == dialog)
        }
    }

    @Test("A2, S4.AF: while a forced login waits, somebody who is signed in is answered at once")
    func forced() async throws {
        let (_, app) = try await World.stranger()
        _ = await app.run(until: "displayProviderDialog") { $0.getAuthentication() }
        _ = await app.signInAtPage()
        _ = await app.run(until: "displayProviderDialog") { $0.getAuthentication(forceAuthn: true) }
        #expect(await app.run { $0.getAuthorization("News") } == Told.token("News", guid: Told.pageGUID))
    }

    @Test("A2, S4.R3: the second screen")
    func secondScreen() async throws {
        let world = try World(skips: [.backOff, .pace, .poll])
        world.platform.change { $0.permission = .denied }
        let app = world.app(.tvOS)
        _ = await app.setRequestor()
        let baseURL = world.simulator.baseURL
        world.provider { $0.signsInWithoutPage = true }
        app.host.react { callback in
            guard case .status(let status) = callback, status.errorID == "REGCODE", let code = status.message else {
                return
            }
            Task { _ = await SimulatedPerson().activate(code, at: baseURL) }
        }
        _ = await app.run(until: "displayProviderDialog") { $0.getAuthorization("News") }
        let told = await app.run(until: "setToken") { $0.setSelectedProvider(World.mvpd) }
        #expect(untracked(told) == ["status REGCODE success"] + Outcome.yes + ["setToken News"])
    }

    @Test("A2, S4.T, Z011: a temporary pass chosen from the list signs in, and permits; used up, N111")
    func temporaryPass() async throws {
        let world = try World()
        world.platform.change { $0.permission = .denied }
        world.addPass { $0.tempPassResourceLimit = 2 }
        let app = world.app()
        _ = await app.setRequestor()
        world.simulator.dashboard { $0.enhancedErrors = true }
        _ = await app.run(until: "displayProviderDialog") { $0.getAuthorization("News") }
        let told = await app.run(until: "setToken") { $0.setSelectedProvider("Trial") }
        // The pass has a person of its own.
        #expect(
            untracked(told) == ["status N011 info", "setAuthenticationStatus 1", "status Z011 info", "setToken News"])
        #expect(await app.run { $0.getSelectedProvider() } == ["selectedProvider Trial"])
        // Kept: it says so again.
        let again = await app.run { $0.checkAuthorization("News") }
        #expect(untracked(again) == ["status Z011 info", "setToken News"])
        _ = await app.run { $0.checkAuthorization("Film") }
        let spent = await app.run { $0.checkAuthorization("Sport") }
        #expect(
            untracked(spent) == ["status N111 warning", "tokenRequestFailed Sport USER_NOT_AUTHORIZED_ERROR"])
    }

    @Test("N010, Z010, Z169: degradation rules, at the sign-in and at the resource")
    func degradation() async throws {
        let (world, app) = try await World.stranger()
        world.provider { $0.isDegraded = true }
        _ = await app.run(until: "displayProviderDialog") { $0.getAuthorization("News") }
        // V1's login page of a degraded MVPD leads straight back.
        let told = untracked(await app.signInAtPage())
        #expect(told == Outcome.yes + ["status Z010 warning", "setToken News"])
        let again = await app.run { $0.checkAuthorization("News") }
        #expect(untracked(again) == ["status Z010 warning", "setToken News"])
        world.provider {
            $0.isDegraded = false
            $0.permitsEverything = true
        }
        let film = await app.run { $0.checkAuthorization("Film") }
        #expect(untracked(film) == ["status Z010 warning", "setToken Film"])
        world.simulator.dashboard { $0.enhancedErrors = true }
        world.provider { $0.deniesEverything = true }
        let denied = await app.run { $0.checkAuthorization("Sport") }
        #expect(denied.prefix(2) == ["status Z169 error", "tokenRequestFailed Sport USER_NOT_AUTHORIZED_ERROR"])
    }

    @Test("A6: the one signed in at, the one whose page is open, the one selected, nobody")
    func selectedProvider() async throws {
        let (_, app) = try await World.stranger()
        func selected() async -> [String] { await app.run { $0.getSelectedProvider() } }
        #expect(await selected() == ["selectedProvider nil"])
        _ = await app.run { $0.setSelectedProvider("EastFiber") }
        #expect(await selected() == ["selectedProvider EastFiber"])
        _ = await app.run(until: "navigateToUrl") { $0.getAuthentication() }
        #expect(await selected() == ["selectedProvider EastFiber"])
        _ = await app.run(until: "navigateToUrl") { $0.setSelectedProvider("SouthSat") }
        #expect(await selected() == ["selectedProvider SouthSat"])
        _ = await app.run(until: "setAuthenticationStatus") { $0.setSelectedProvider(nil) }
        #expect(await selected() == ["selectedProvider nil"])
        _ = await app.run(until: "displayProviderDialog") { $0.getAuthentication() }
        #expect(await selected() == ["selectedProvider nil"])
        _ = await app.signInAtPage("EastFiber")
        #expect(await selected() == ["selectedProvider EastFiber"])
        _ = await app.run(until: "navigateToUrl") { $0.logout() }
        #expect(await selected() == ["selectedProvider nil"])
    }

    @Test("L4, A2: a logout whose page is open ends before the login an authorization starts")
    func pendingLogout() async throws {
        let (_, app) = try await World.stranger()
        _ = await app.run(until: "displayProviderDialog") { $0.getAuthentication() }
        _ = await app.signInAtPage()
        _ = await app.run(until: "navigateToUrl") { $0.logout() }
        let told = await app.run(until: "displayProviderDialog") { $0.getAuthorization("News") }
        #expect(words(told) == ["setAuthenticationStatus 0 USER_NOT_AUTHENTICATED_ERROR"] + dialog)
    }

    @Test("Always: a device id that is lost in the middle of a login ends it with 500", arguments: [true, false])
    func storeLost(_ atThePage: Bool) async throws {
        let (world, app) = try await World.stranger()
        _ = await app.run(until: "displayProviderDialog") { $0.getAuthorization("News") }
        if atThePage {
            _ = await app.run(until: "navigateToUrl") { $0.setSelectedProvider(World.mvpd) }
            _ = await SimulatedPerson().signIn(at: app.page)
        }
        let file = try StoreFile(world)
        try FileManager.default.moveItem(atPath: file.path, toPath: file.path + ".away")
        try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: false)
        _ = world.takeRequests()
        let told = words(
            await app.run(until: "tokenRequestFailed") { core in
                if atThePage {
                    core.handleExternalURL(AccessEnablerCore.redirectURL)
                } else {
                    core.setSelectedProvider(World.mvpd)
                }
            })
        let generic = "GENERIC_AUTHENTICATION_ERROR"
        #expect(told == ["status 500 error", "setAuthenticationStatus 0 \(generic)"] + Told.refused("News", generic))
        #expect(world.takeRequests().isEmpty)
    }
}
