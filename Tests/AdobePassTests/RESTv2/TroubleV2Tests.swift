import Base
import Foundation
import PassSimulator
import Testing

@testable import AdobePass

/// Every call of REST API V2 answered badly.
@Suite struct TroubleV2Tests {
    /// The calls, with the endpoint each one asks first and the stage its failures name.
    enum Ask: String, Sendable, CaseIterable, CustomTestStringConvertible {
        case configuration, session, lookup, resumption, profiles, metadata, partnerSession, partnerProfile
        case authorize, mediaToken, preauthorize, logout

        var testDescription: String { rawValue }

        var endpoint: Endpoint {
            switch self {
            case .configuration: .v2Configuration
            case .session: .v2Session
            case .lookup: .v2SessionLookup
            case .resumption: .v2SessionResumption
            case .profiles: .v2Profiles
            case .metadata: .v2Profile
            case .partnerSession: .v2PartnerSession
            case .partnerProfile: .v2PartnerProfile
            case .authorize, .mediaToken: .v2Authorization
            case .preauthorize: .v2Preauthorization
            case .logout: .v2Logout
            }
        }

        var stage: ServiceError.Stage {
            switch self {
            case .configuration: .configuration
            case .session, .lookup, .resumption: .login
            case .profiles: .authentication
            case .metadata: .userMetadata
            case .partnerSession: .partnerRequest
            case .partnerProfile: .exchange
            case .authorize: .authorization
            case .mediaToken: .mediaToken
            case .preauthorize: .preauthorization
            case .logout: .logout
            }
        }

        /// Makes the call; `saml` is a response to an open partner session.
        func make(_ world: WorldV2, _ given: ServiceCall? = nil) async throws(ServiceError) {
            let (service, call) = (world.service, given ?? world.granted())
            switch self {
            case .configuration: _ = try await service.configuration(of: "NORTHSTAR", call: call)
            case .session: _ = try await service.startLogin(world.login(), call: call)
            case .lookup: _ = try await service.session(code: "C0DE", requestor: "NORTHSTAR", call: call)
            case .resumption: _ = try await service.resumeSession(code: "C0DE", world.login(), call: call)
            case .profiles: _ = try await service.profiles(of: "NORTHSTAR", call: call)
            case .metadata:
                _ = try await service.userMetadata(requestor: "NORTHSTAR", mvpd: "NorthCable", call: call)
            case .partnerSession: _ = try await service.beginPartnerSignIn(world.partner, call: call)
            case .partnerProfile:
                _ = try await service.completePartnerSignIn(
                    world.partner, samlResponse: Secret("<saml>assertion-55</saml>"), call: call)
            case .authorize: _ = try await service.authorize(world.authorization(), call: call)
            case .mediaToken: _ = try await service.mediaToken(world.authorization(), call: call)
            case .preauthorize:
                _ = try await service.preauthorize(
                    PreauthorizationRequest(requestor: "NORTHSTAR", mvpd: world.mvpd(), resources: ["R1"]), call: call)
            case .logout: _ = try await service.logout(world.logout(), call: call)
            }
        }
    }

    private func failure(_ ask: Ask, _ effect: Fault.Effect, in world: WorldV2) async -> ServiceError? {
        world.simulator.setFault(Fault(effect), at: ask.endpoint)
        return await world.failure { () async throws(ServiceError) in try await ask.make(world) }
    }

    @Test("T05, T12: faults on the wire, as the contract tells them apart, at every call", arguments: Ask.allCases)
    func faults(_ ask: Ask) async throws {
        let world = try WorldV2()
        for (effect, code) in [
            (Fault.Effect.reset, ServiceError.Code.unreachable), (.truncated, .unreadable), (.html, .unreadable),
            (.throttled, .throttled), (.body("", contentType: "application/json"), .unreadable),
            (.body("{}", contentType: "application/json"), .unreadable),
            (.body("[]", contentType: "application/json"), .unreadable),
            (.body("{\"", contentType: "application/json"), .unreadable),
            (.body("<x/>", contentType: "application/xml"), .unreadable),
            (.body(String(repeating: "[", count: 100_000), contentType: "application/json"), .unreadable),
            (.status(503, body: "", contentType: "text/plain", headers: [:]), .status(503)),
            (.redirect(302, to: "https://127.0.0.1:1/x?leak=1"), .status(302)),
        ] {
            let error = await failure(ask, effect, in: world)
            #expect(error?.code == code, "\(effect)")
            #expect(error?.stage == ask.stage, "\(effect)")
        }
        #expect(!world.log.text.contains("SECRET-77") && !world.log.text.contains("leak"))
    }

    @Test(
        "R08: a 401 of any shape gets one new token and one more try, then it stands", arguments: Ask.allCases)
    func unauthorized(_ ask: Ask) async throws {
        let world = try WorldV2()
        _ = try await world.service.configuration(of: "NORTHSTAR", call: world.call())
        for (body, type) in [
            ("", "text/plain"), (#"{"error":"access_denied"}"#, "application/json"),
            ("<html></html>", "text/html"),
        ] {
            world.simulator.clearRequests()
            world.simulator.setFault(
                Fault(.status(401, body: body, contentType: type, headers: [:])), at: ask.endpoint)
            if ask == .partnerSession {
                #expect(try await world.service.beginPartnerSignIn(world.partner, call: world.granted()) == .declined)
            } else {
                let error = await world.failure { () async throws(ServiceError) in try await ask.make(world) }
                #expect(error?.code == .status(401))
            }
            #expect(world.simulator.requests(at: ask.endpoint).count == 2)
            #expect(world.simulator.requests(at: .token).count == 1)
            #expect(world.simulator.requests(at: .register).isEmpty)
        }
    }

    @Test(
        "A bad moment of the service: everything is asked 3 times but the exchange, which counts once",
        arguments: Ask.allCases)
    func badMoment(_ ask: Ask) async throws {
        let world = try WorldV2()
        let error = await failure(ask, .status(502, body: "", contentType: "text/plain", headers: [:]), in: world)
        #expect(error?.code == .status(502))
        #expect(world.simulator.requests(at: ask.endpoint).count == (ask == .partnerProfile ? 1 : 3))
    }

    @Test("R05: 429 is waited out at every call, with pauses of a second and more", arguments: Ask.allCases)
    func throttled(_ ask: Ask) async throws {
        let world = try WorldV2()
        world.simulator.setFault(Fault(.throttled, times: 2), at: ask.endpoint)
        do throws(ServiceError) {
            try await ask.make(world)
        } catch {
            // What it says then is another matter; throttled it is not.
            #expect(error.code != .throttled)
        }
        let pauses = world.clock.waits.filter { $0.reason == .backOff }.map(\.duration)
        #expect(pauses.count >= 2)
        #expect(pauses.allSatisfy { $0 >= .seconds(1) })
    }

    @Test(
        "A session answered with something else than what was asked for fails, and leads nowhere",
        arguments: [
            #"{"actionName":"authenticate","actionType":"interactive","code":"C","notAfter":"9999999999999"}"#,
            #"{"actionName":"authenticate","code":"C","notAfter":"9999999999999","url":"https://evil.example/login"}"#,
            #"{"actionName":"authenticate","code":"C","notAfter":"9999999999999","url":"//evil.example/login"}"#,
            #"{"actionName":"authenticate","code":"C","notAfter":"9999999999999","url":"javascript:alert(1)"}"#,
            #"{"actionName":"authenticate","code":"C","notAfter":"soon","url":"/api/v2/authenticate/NORTHSTAR/C"}"#,
            #"{"actionName":"authenticate","notAfter":"9999999999999","url":"/api/v2/authenticate/NORTHSTAR/C"}"#,
            #"{"actionName":"resume","code":"C","url":"/api/v2/NORTHSTAR/sessions/C"}"#,
            #"{"actionName":"resume","code":"C","url":"https://evil.example/","missingParameters":["mvpd"]}"#,
            #"{"actionName":"resume","code":"C","url":"/x","missingParameters":["shoeSize"]}"#,
            #"{"actionName":"partner_profile","authenticationRequest":{"request":"x","attributesNames":[]}}"#,
            #"{"actionName":"authorize","mvpd":"SouthSat"}"#, #"{"actionName":"dance"}"#,
            #"{"actionName":"authenticate","reasonType":"dance","code":"C"}"#,
        ])
    func sessions(_ body: String) async throws {
        let world = try WorldV2()
        world.simulator.setFault(Fault(.body(body, contentType: "application/json")), at: .v2Session)
        let error = await world.failure { () async throws(ServiceError) in
            try await world.service.startLogin(world.login(), call: world.call())
        }
        #expect(error?.code == .unreadable)
        #expect(error?.stage == .login)
        #expect(!"\(String(describing: error)) \(world.log.text)".contains("evil"))
        #expect(world.simulator.requests(at: .v2SessionResumption).isEmpty)
    }

    @Test("What the service forgot of a session is said again, once, where it says")
    func resumption() async throws {
        let world = try WorldV2()
        let session = try await world.session()
        let body = #"""
            {"actionName":"resume","actionType":"direct","reasonType":"none","code":"\#(session.code)",
             "url":"/api/v2/NORTHSTAR/sessions/\#(session.code)","missingParameters":["domain","redirectUrl"]}
            """#
        world.simulator.setFault(Fault(.body(body, contentType: "application/json")), at: .v2Session)
        #expect(try await world.session() == session)
        let resumed = world.simulator.requests(at: .v2SessionResumption)
        #expect(resumed.map(\.parameterNames) == [["domainName", "redirectUrl"]])
        // A service that never has enough is left alone.
        world.simulator.setFault(
            Fault(.body(body.replacing("resume", with: "retry"), contentType: "application/json")),
            at: .v2SessionResumption)
        let error = await world.failure { () async throws(ServiceError) in
            try await world.service.startLogin(world.login(), call: world.call())
        }
        #expect(error?.code == .unreadable)
        #expect(error?.message == "login: a session that still lacks domain, redirectUrl")
        #expect(world.simulator.requests(at: .v2SessionResumption).count == 2)
    }

    @Test(
        "A partner session that speaks of somebody else, or of nothing to ask, is unreadable",
        arguments: [
            #"{"actionName":"partner_profile","mvpd":"NorthCable"}"#,
            #"{"actionName":"partner_profile","authenticationRequest":{"type":"saml","request":""}}"#,
            #"{"actionName":"partner_profile","mvpd":"SouthSat","authenticationRequest":{"request":"x"}}"#,
            #"{"actionName":"partner_profile","serviceProvider":"OTHER","authenticationRequest":{"request":"x"}}"#,
            #"{"actionName":"authorize","mvpd":"SouthSat"}"#,
        ])
    func partnerSessions(_ body: String) async throws {
        let world = try WorldV2()
        world.simulator.setFault(Fault(.body(body, contentType: "application/json")), at: .v2PartnerSession)
        let error = await world.failure { () async throws(ServiceError) in
            try await world.service.beginPartnerSignIn(world.partner, call: world.granted())
        }
        #expect(error?.code == .unreadable)
        #expect(error?.stage == .partnerRequest)
    }

    @Test(
        "An exchange that leads to no living profile at the MVPD has failed",
        arguments: [
            #"{"profiles":{}}"#, #"{"profiles":{"SouthSat":{"notAfter":9999999999999,"type":"appleSSO"}}}"#,
            #"{"profiles":{"NorthCable":{"type":"appleSSO"}}}"#,
            #"{"profiles":{"NorthCable":{"notAfter":1000,"type":"appleSSO"}}}"#,
        ])
    func exchanges(_ body: String) async throws {
        let world = try WorldV2()
        world.simulator.setFault(Fault(.body(body, contentType: "application/json")), at: .v2PartnerProfile)
        let error = await world.failure { () async throws(ServiceError) in
            try await world.service.completePartnerSignIn(
                world.partner, samlResponse: Secret("<saml/>"), call: world.granted())
        }
        #expect(error?.stage == .exchange)
        #expect(error?.code == .unreadable)
    }

    @Test("L05: a spoilt SAML response is refused by its code, a replay too")
    func saml() async throws {
        let world = try WorldV2()
        let saml = try await world.saml()
        for response in [Secret("<forged/>"), Secret(String(saml.exposed.dropLast(9)))] {
            let error = await world.failure { () async throws(ServiceError) in
                try await world.service.completePartnerSignIn(
                    world.partner, samlResponse: response, call: world.granted())
            }
            #expect(error?.stage == .exchange)
            #expect(error?.detail?.enhancedCode == .invalidSAMLResponse)
        }
        _ = try await world.service.completePartnerSignIn(world.partner, samlResponse: saml, call: world.granted())
        let replay = await world.failure { () async throws(ServiceError) in
            try await world.service.completePartnerSignIn(world.partner, samlResponse: saml, call: world.granted())
        }
        #expect(replay?.detail?.enhancedCode == .invalidSAMLResponse)
        #expect(!world.log.text.contains("SAMLResponse="))
    }

    @Test(
        "L14, R07: what may be a login that is not done yet is none yet; anything else has failed",
        arguments: [
            (Fault.Effect.status(403, body: "", contentType: "text/plain", headers: [:]), true),
            (.status(404, body: "", contentType: "text/plain", headers: [:]), true),
            (.status(410, body: "", contentType: "text/plain", headers: [:]), true),
            (.status(401, body: "", contentType: "text/plain", headers: [:]), true), (.html, true),
            (.body("", contentType: "application/json"), true),
            (.body(#"{"profiles":{"NorthCable":{"notAfter":1000}}}"#, contentType: "application/json"), true),
            (.body(#"{"profiles":{"SouthSat":{"notAfter":9999999999999}}}"#, contentType: "application/json"), true),
            (.enhancedError("invalid_authentication_session"), true), (.enhancedError("invalid_parameter_code"), false),
            (.status(500, body: "", contentType: "text/plain", headers: [:]), false), (.reset, false),
        ])
    func polls(_ effect: Fault.Effect, _ isNone: Bool) async throws {
        let world = try WorldV2()
        let session = try await world.session()
        world.simulator.setFault(Fault(effect), at: .v2ProfileOfCode)
        do throws(ServiceError) {
            #expect(try await world.service.completedLogin(session, call: world.call()) == nil)
            #expect(isNone)
        } catch {
            #expect(!isNone)
            #expect(error.stage == .authentication)
        }
    }

    @Test(
        "A logout page elsewhere is not opened; what is no page is none",
        arguments: [
            (#"{"actionName":"logout","actionType":"interactive","url":"https://evil.example/"}"#, false),
            (#"{"actionName":"logout","actionType":"interactive","url":"http://127.0.0.1:1/"}"#, false),
            (#"{"actionName":"dance"}"#, false), (#"{"actionName":"logout","actionType":"interactive"}"#, true),
            (#"{"actionName":"partner_logout","actionType":"partner_interactive"}"#, true),
            (#"{"actionName":"complete","actionType":"none"}"#, true),
        ])
    func logouts(_ entry: String, _ isDone: Bool) async throws {
        let world = try WorldV2()
        world.simulator.setFault(
            Fault(.body(#"{"logouts":{"NorthCable":\#(entry)}}"#, contentType: "application/json")), at: .v2Logout)
        do throws(ServiceError) {
            #expect(try await world.service.logout(world.logout(), call: world.call()) == nil)
            #expect(isDone)
        } catch {
            #expect(!isDone)
            #expect(error.stage == .logout)
            #expect(error.code == .unreadable)
        }
    }

    @Test("E02: a profile is over by the service's clock, not by the device's", arguments: [-3600, 0, 3600, 86_400])
    func skew(_ seconds: Int) async throws {
        let world = try WorldV2 { $0.clockSkew = .seconds(seconds) }
        let found = try await world.signIn()
        #expect(found.expires == world.clock.now + .seconds(seconds + 6 * 3600))
        world.clock.advance(by: .seconds(6 * 3600 - 1))
        #expect(try await world.service.profiles(of: "NORTHSTAR", call: world.call()) == [found])
        world.clock.advance(by: .seconds(1))
        #expect(try await world.service.profiles(of: "NORTHSTAR", call: world.call()) == [])
    }

    @Test("T07: a service that holds its answer is left at the deadline, and when cancelled")
    func held() async throws {
        let world = try WorldV2()
        _ = try await world.service.configuration(of: "NORTHSTAR", call: world.call())
        world.simulator.setFault(Fault(.hold), at: .v2Authorization)
        let call = Task { try await world.service.authorize(world.authorization(), call: world.call()) }
        await world.simulator.waitForRequests(at: .v2Authorization)
        world.clock.advance(by: .seconds(30))
        await #expect {
            try await call.value
        } throws: { ($0 as? ServiceError)?.code == .timedOut }
        let other = Task { try await world.service.authorize(world.authorization(), call: world.call()) }
        await world.simulator.waitForRequests(at: .v2Authorization, count: 2)
        other.cancel()
        await #expect {
            try await other.value
        } throws: { ($0 as? ServiceError)?.code == .cancelled }
    }
}
