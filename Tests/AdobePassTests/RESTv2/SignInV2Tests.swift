import Base
import Foundation
import PassSimulator
import Testing

@testable import AdobePass

@Suite struct SignInV2Tests {
    @Test("Cold start 3 requests, warm start 1 and without a body; nothing of V1 is used again")
    func configuration() async throws {
        let world = try WorldV2()
        let answer = try await world.service.configuration(of: "NORTHSTAR", call: world.call())
        #expect(world.simulator.requests.map(\.endpoint) == [.register, .token, .v2Configuration])
        #expect(answer.configuration.mvpds.map(\.id) == ["NorthCable", "SouthSat", "EastFiber"])
        #expect(answer.configuration.domains == ["northstar.example"])
        #expect(answer.configuration.mvpds.map(\.enablePlatformServices) == [true, true, false])
        #expect(answer.configuration.mvpds.map(\.boardingStatus) == [.supported, .picker, nil])
        #expect(answer.configuration.mvpds[0].platformMappingID == "northcable_apple")
        #expect(answer.serviceTime != nil)
        world.simulator.clearRequests()
        #expect(
            try await world.service.configuration(of: "NORTHSTAR", call: world.call()).configuration
                == answer.configuration)
        #expect(world.simulator.requests.map(\.status) == [304])
    }

    @Test("V10: iOS and tvOS get their own configuration, by osName; the host's own osName wins")
    func platforms() async throws {
        let world = try WorldV2 {
            $0["NORTHSTAR", "NorthCable"]?.enablePlatformServices = ["iOS": true, "tvOS": false]
        }
        for (platform, isOn) in [(PlatformBehaviour.iOS, true), (.tvOS, false), (.iOS, true)] {
            let answer = try await world.service.configuration(of: "NORTHSTAR", call: world.call(platform))
            #expect(answer.configuration.mvpds[0].enablePlatformServices == isOn)
        }
        #expect(world.simulator.requests(at: .v2Configuration).map(\.platform) == ["iOS", "tvOS", "iOS"])
        var call = world.call(.iOS)
        call.options.deviceInfo["osName"] = "Roku OS"
        _ = try await world.service.configuration(of: "NORTHSTAR", call: call)
        #expect(world.simulator.requests(at: .v2Configuration).last?.platform == "Roku OS")
    }

    @Test("The MVPD's own login: one request for the session, one for the profile, whose attributes are the metadata")
    func regular() async throws {
        let world = try WorldV2()
        let session = try await world.session()
        #expect(world.asked() == [.v2Session])
        #expect(session.loginURL == "\(world.simulator.baseURL)/api/v2/authenticate/NORTHSTAR/\(session.code)")
        #expect(session.expires == world.clock.now + .seconds(1800))
        #expect(try await world.service.completedLogin(session, call: world.call()) == nil)
        #expect(await SimulatedPerson().signIn(at: session.loginURL) == .redirected(WorldV2.redirect))
        _ = world.asked()
        let found = try #require(try await world.service.completedLogin(session, call: world.call()))
        #expect(world.asked() == [.v2ProfileOfCode])
        #expect(found.mvpd == "NorthCable")
        #expect(found.source == .regular)
        #expect(found.userID == Secret("u-viewer"))
        #expect(found.expires == world.clock.now + .seconds(6 * 3600))
        #expect(found.metadata?.values["zip"] == .array([.string("94040")]))
        #expect(found.metadata?.values["tokenSource"] == nil)

        let metadata = try await world.service.userMetadata(
            requestor: "NORTHSTAR", mvpd: "NorthCable", call: world.call())
        #expect(metadata == found.metadata)
        #expect(try await world.service.profiles(of: "NORTHSTAR", call: world.call()) == [found])
    }

    @Test("A session that was there before says nothing about this login")
    func earlier() async throws {
        let world = try WorldV2()
        var session = try await world.session()
        _ = await SimulatedPerson().signIn(at: session.loginURL)
        let found = try #require(try await world.service.completedLogin(session, call: world.call()))
        session.earlier = EarlierAuthentication(mvpd: found.mvpd, expires: found.expires)
        #expect(try await world.service.completedLogin(session, call: world.call()) == nil)
    }

    @Test("S4.AF: who has a profile is signed in at once; another device, requestor or client has none")
    func signedInAlready() async throws {
        let world = try WorldV2()
        let first = try await world.signIn()
        _ = world.asked()
        let start = try await world.service.startLogin(world.login(), call: world.call())
        #expect(start == .signedIn(first))
        #expect(world.asked() == [.v2Session, .v2Profile])
        guard case .session = try await world.service.startLogin(world.login(), call: world.call(device: "other"))
        else {
            Issue.record("another device is signed in")
            return
        }
        // D04: losing the client's credentials is one clean sign-out.
        world.simulator.forgetClients()
        #expect(try await world.service.profiles(of: "NORTHSTAR", call: world.call()) == [])
    }

    @Test("A platform account is exchanged in 2 requests, and tells its token source")
    func partner() async throws {
        let world = try WorldV2()
        let found = try await world.signInByPlatform()
        #expect(world.asked() == [.v2PartnerSession, .v2PartnerProfile])
        #expect(found.source == .partner)
        #expect(found.userID == Secret("u-81"))
        #expect(found.metadata?.values["tokenSource"] == .string("Apple"))
        // The service holds the profile: a second time nothing is exchanged.
        #expect(try await world.service.beginPartnerSignIn(world.partner, call: world.granted()) == .signedIn(found))
        #expect(world.asked() == [.v2PartnerSession, .v2Profile])
    }

    @Test("A platform sign-in counts beside a good framework status alone")
    func framework() async throws {
        let world = try WorldV2()
        let found = try await world.signInByPlatform()
        func profiles(_ call: ServiceCall) async throws -> [ServiceAuthentication] {
            try await world.service.profiles(of: "NORTHSTAR", call: call)
        }
        #expect(try await profiles(world.granted()) == [found])
        #expect(try await profiles(world.call()) == [])
        for permission in [PartnerFrameworkStatus.Permission.denied, .restricted, .notDetermined] {
            #expect(
                try await profiles(world.call(framework: PartnerFrameworkStatus(permission: permission))) == [])
        }
        #expect(try await profiles(world.call(framework: PartnerFrameworkStatus(permission: .granted))) == [])
        #expect(try await profiles(world.granted(for: .seconds(-1))) == [])
        #expect(try await profiles(world.granted("southsat_apple")) == [])
    }

    @Test(
        "S2.X4 to X6: each of them shows as no exchange",
        arguments: [
            ("SSO off", PartnerSignInStart.declined), ("picker only", .declined), ("not integrated", .declined),
            ("unknown provider", .declined), ("expired account", .declined), ("no domain", .declined),
        ])
    func declined(_ what: String, _ due: PartnerSignInStart) async throws {
        let world = try WorldV2 { dashboard in
            switch what {
            case "SSO off": dashboard["NORTHSTAR", "NorthCable"]?.enablePlatformServices["iOS"] = false
            case "picker only": dashboard["NORTHSTAR", "NorthCable"]?.boardingStatus = "PICKER"
            case "not integrated": dashboard["NORTHSTAR", "NorthCable"]?.isIntegrated = false
            default: break
            }
        }
        var request = world.partner
        switch what {
        case "unknown provider": request.providerIdentifier = "nobody"
        case "expired account": request.accountExpires = world.clock.now - .seconds(1)
        case "no domain": request.domain = nil
        default: break
        }
        #expect(try await world.service.beginPartnerSignIn(request, call: world.granted()) == due)
        #expect(world.asked() == [.v2PartnerSession])
        #expect(world.log.errors.isEmpty)
    }

    @Test("S4.D: a degradation rule signs in at once, by either way, and permits")
    func degraded() async throws {
        let world = try WorldV2 { $0["NORTHSTAR", "NorthCable"]?.isDegraded = true }
        let start = try await world.service.beginPartnerSignIn(world.partner, call: world.granted())
        guard case .signedIn(let exchanged) = start else {
            Issue.record("not signed in: \(start)")
            return
        }
        #expect(exchanged.source == .degraded)
        guard case .signedIn(let found) = try await world.service.startLogin(world.login(), call: world.call()) else {
            Issue.record("not signed in")
            return
        }
        #expect(found.source == .degraded)
        guard
            case .permitted(let permit) = try await world.service.authorize(world.authorization(), call: world.call())
        else {
            Issue.record("not permitted")
            return
        }
        #expect(permit.source == .degraded)
    }

    @Test("S4.T: a temporary pass signs in without a session, permits while it lasts, and ends")
    func temporaryPass() async throws {
        let world = try WorldV2 { dashboard in
            var pass = Dashboard.MVPD(id: "Trial", displayName: "Trial")
            pass.isTempPass = true
            pass.tempPassLife = .seconds(600)
            pass.tempPassResourceLimit = 1
            dashboard["NORTHSTAR", "Trial"] = pass
        }
        let login = world.login("Trial", isTempPass: true, data: ["email": "5f1d"])
        guard case .signedIn(let found) = try await world.service.startLogin(login, call: world.call()) else {
            Issue.record("not signed in")
            return
        }
        #expect(world.asked() == [.v2Profile])
        #expect(found.source == .temporary)
        #expect(found.expires == world.clock.now + .seconds(600))
        #expect(found.metadata?.values["remaining_resources"] == .integer(1))
        let pass = world.mvpd("Trial", isTempPass: true)
        var request = world.authorization("R1", mvpd: pass)
        request.genericData = ["email": "5f1d"]
        guard case .permitted(let permit) = try await world.service.authorize(request, call: world.call()) else {
            Issue.record("not permitted")
            return
        }
        #expect(permit.source == .temporaryPass)
        request.resource = "R2"
        #expect(
            try await world.service.authorize(request, call: world.call())
                == .denied(AuthorizationDenial(reason: .temporaryPassSpent)))
        // Another device of the same person has no other trial.
        #expect(
            try await world.service.startLogin(login, call: world.call(device: "other")) == .temporaryPassExpired)
        world.clock.advance(by: .seconds(600))
        #expect(try await world.service.startLogin(login, call: world.call()) == .temporaryPassExpired)
        #expect(world.log.errors.isEmpty)
    }

    @Test("A second screen looks the session up, says what is missing, and the person signs in there")
    func secondScreen() async throws {
        let world = try WorldV2()
        let session = try await world.session()
        let seen = try await world.service.session(code: session.code, requestor: "NORTHSTAR", call: world.call())
        #expect(
            seen
                == AuthenticationSession(
                    requestor: "NORTHSTAR", code: session.code, mvpd: "NorthCable", domain: "northstar.example",
                    redirectURL: WorldV2.redirect, expires: session.expires))
        let resumed = try await world.service.resumeSession(code: session.code, world.login(), call: world.call())
        #expect(resumed == .session(session))
        #expect(await SimulatedPerson().activate(session.code, at: world.simulator.baseURL) == .page(200))
        #expect(try await world.service.completedLogin(session, call: world.call())?.mvpd == "NorthCable")
        let over = await world.failure { () async throws(ServiceError) in
            try await world.service.resumeSession(code: session.code, world.login(), call: world.call())
        }
        #expect(over?.detail?.enhancedCode == .invalidSession)
    }

    @Test("A newer code voids the older one, and a code that is over leads to nothing, not to a failure")
    func codes() async throws {
        let world = try WorldV2()
        let old = try await world.session()
        let new = try await world.session()
        #expect(try await world.service.completedLogin(old, call: world.call()) == nil)
        #expect(await SimulatedPerson().open(old.loginURL) == .page(400))
        world.clock.advance(by: .seconds(1800))
        #expect(try await world.service.completedLogin(new, call: world.call()) == nil)
        #expect(world.log.errors.isEmpty)
    }

    @Test(
        "S4.R, L07: who signed in before the code was over is signed in, beside a platform sign-in too",
        arguments: [false, true])
    func cameBackLate(isSignedInAtPlatform: Bool) async throws {
        let world = try WorldV2()
        if isSignedInAtPlatform { try await world.signInByPlatform() }
        let unused = try await world.session()
        world.clock.advance(by: .seconds(1800))
        #expect(try await world.service.completedLogin(unused, call: world.granted()) == nil)
        let session = try await world.session()
        #expect(await SimulatedPerson().signIn(at: session.loginURL) == .redirected(WorldV2.redirect))
        world.clock.advance(by: .seconds(1800))
        let found = try await world.service.completedLogin(session, call: world.granted())
        #expect(found?.source == .regular && found?.mvpd == "NorthCable")
    }

    @Test("Absolute addresses and the spellings of older samples are understood")
    func spellings() async throws {
        let world = try WorldV2 {
            $0.v2.sendsAbsoluteURLs = true
            $0.v2.spellsAsBefore = true
        }
        try await world.signIn()
        let session = try await world.session(world.login("EastFiber"))
        #expect(session.loginURL.hasPrefix(world.simulator.baseURL + "/api/v2/"))
        let seen = try await world.service.session(code: session.code, requestor: "NORTHSTAR", call: world.call())
        #expect(seen.domain == "northstar.example")
        let page = try await world.service.logout(world.logout(), call: world.call())
        #expect(page?.hasPrefix(world.simulator.baseURL + "/adobe-services/logout?") == true)
    }

    @Test("Logout removes the profile; only the MVPD's own login has a page to open")
    func logout() async throws {
        let world = try WorldV2()
        try await world.signIn()
        _ = world.asked()
        let page = try #require(try await world.service.logout(world.logout(), call: world.call()))
        #expect(world.asked() == [.v2Logout])
        #expect(await SimulatedPerson().open(page) == .redirected(WorldV2.redirect))
        #expect(try await world.service.profiles(of: "NORTHSTAR", call: world.call()) == [])
        #expect(try await world.service.logout(world.logout(), call: world.call()) == nil)
        try await world.signInByPlatform()
        #expect(try await world.service.logout(world.logout(isPartner: true), call: world.granted()) == nil)
        #expect(try await world.service.profiles(of: "NORTHSTAR", call: world.granted()) == [])
        #expect(world.service.logoutURL(world.logout()) == nil)
    }
}
