import Base
import Foundation
import PassSimulator
import Testing

@testable import AdobePass

@Suite struct DecisionV2Tests {
    @Test("A3: a permit brings its media token; another one is another request")
    func permit() async throws {
        let world = try WorldV2()
        try await world.signIn()
        _ = world.asked()
        let resource = "Caf\u{e9} & <1>"
        guard
            case .permitted(let permit) = try await world.service.authorize(
                world.authorization(resource), call: world.call())
        else {
            Issue.record("not permitted")
            return
        }
        #expect(world.asked() == [.v2Authorization])
        #expect(permit.resource == resource)
        #expect(permit.source == .mvpd)
        #expect(permit.expires == world.clock.now + .seconds(24 * 3600))
        let token = try #require(permit.mediaToken)
        guard
            case .token(let other) = try await world.service.mediaToken(
                world.authorization(resource), call: world.call())
        else {
            Issue.record("no media token")
            return
        }
        #expect(token != other)
        for token in [token, other] {
            #expect(world.simulator.redeem(token, resource: resource, requestor: "NORTHSTAR") == .valid)
            #expect(!world.log.text.contains(token.exposed))
        }
    }

    @Test("An MRSS fragment goes as it is; one that is malformed is an invalid resource")
    func fragment() async throws {
        let world = try WorldV2()
        try await world.signIn()
        let fragment = "<rss version=\"2.0\"><channel><title>R1</title></channel></rss>"
        guard
            case .permitted(let permit) = try await world.service.authorize(
                world.authorization(fragment), call: world.call())
        else {
            Issue.record("not permitted")
            return
        }
        #expect(permit.resource == fragment)
        #expect(
            try await world.service.authorize(world.authorization("<rss>"), call: world.call())
                == .denied(AuthorizationDenial(reason: .invalidResource)))
    }

    @Test("A4: the MVPD's words for the person come along")
    func details() async throws {
        let world = try WorldV2 {
            $0["NORTHSTAR", "NorthCable"]?.denials = [
                "R1": .byMVPD("Not in your package"), "R2": .byParentalControls("Too late"),
            ]
        }
        try await world.signIn()
        for (resource, reason, words) in [
            ("R1", AuthorizationDenial.Reason.notAuthorized, "Not in your package"),
            ("R2", .parentalControls, "Too late"),
        ] {
            #expect(
                try await world.service.authorize(world.authorization(resource), call: world.call())
                    == .denied(AuthorizationDenial(reason: reason, details: words)))
            #expect(
                try await world.service.mediaToken(world.authorization(resource), call: world.call())
                    == .denied(AuthorizationDenial(reason: reason, details: words)))
        }
    }

    @Test("The degradation rules: AuthZNone denies, AuthZAll permits what the MVPD would not")
    func rules() async throws {
        let world = try WorldV2 { $0["NORTHSTAR", "NorthCable"]?.denials = ["*": .byMVPD()] }
        try await world.signIn()
        world.simulator.dashboard { $0["NORTHSTAR", "NorthCable"]?.deniesEverything = true }
        guard case .denied(let denial) = try await world.service.authorize(world.authorization(), call: world.call())
        else {
            Issue.record("permitted")
            return
        }
        #expect(denial.reason == .degradationRule)
        world.simulator.dashboard {
            $0["NORTHSTAR", "NorthCable"]?.deniesEverything = false
            $0["NORTHSTAR", "NorthCable"]?.permitsEverything = true
        }
        guard
            case .permitted(let permit) = try await world.service.authorize(world.authorization(), call: world.call())
        else {
            Issue.record("not permitted")
            return
        }
        #expect(permit.source == .degraded)
    }

    @Test(
        "Who is not signed in is told so, resource by resource or as a whole",
        arguments: [false, true])
    func notSignedIn(_ whole: Bool) async throws {
        let world = try WorldV2 { $0.v2.refusesDecisionsWhole = whole }
        #expect(
            try await world.service.authorize(world.authorization(), call: world.call())
                == .denied(AuthorizationDenial(reason: .notAuthenticated)))
        try await world.signIn()
        world.clock.advance(by: .seconds(6 * 3600))
        #expect(
            try await world.service.authorize(world.authorization(), call: world.call())
                == .denied(AuthorizationDenial(reason: .notAuthenticated)))
    }

    @Test("A platform sign-in is asked about with its framework status; without a good one it does not count")
    func framework() async throws {
        let world = try WorldV2()
        try await world.signInByPlatform()
        guard case .permitted = try await world.service.authorize(world.authorization(), call: world.granted()) else {
            Issue.record("not permitted")
            return
        }
        for call in [
            world.call(), world.granted(for: .seconds(-1)), world.granted("nobody"), world.granted("southsat_apple"),
            world.call(framework: PartnerFrameworkStatus(permission: .denied)),
            world.call(framework: PartnerFrameworkStatus(permission: .notDetermined)),
        ] {
            #expect(
                try await world.service.authorize(world.authorization(), call: call)
                    == .denied(AuthorizationDenial(reason: .notAuthenticated)))
        }
    }

    @Test("A regular sign-in stands whatever the platform says")
    func regular() async throws {
        let world = try WorldV2()
        try await world.signIn()
        for permission in PartnerFrameworkStatus.Permission.allCases {
            let call = world.call(framework: PartnerFrameworkStatus(permission: permission))
            guard case .permitted = try await world.service.authorize(world.authorization(), call: call) else {
                Issue.record("not permitted with \(permission)")
                continue
            }
        }
    }

    @Test("A5: preauthorization asks 5 at a time, each once, and answers in the order asked")
    func lots() async throws {
        let world = try WorldV2 { $0["NORTHSTAR", "NorthCable"]?.denials = ["R3": .byMVPD("no"), "R7": .unreachable] }
        try await world.signIn()
        _ = world.asked()
        func ask(_ resources: [String]) async throws -> [PreauthorizationDecision] {
            try await world.service.preauthorize(
                PreauthorizationRequest(requestor: "NORTHSTAR", mvpd: world.mvpd(), resources: resources),
                call: world.call())
        }
        #expect(try await ask([]).isEmpty)
        #expect(world.asked() == [])
        let resources = (1...11).map { "R\($0)" } + ["R3", "R1"]
        let decisions = try await ask(resources)
        #expect(decisions.map(\.resource) == resources)
        #expect(decisions.filter { !$0.isAuthorized }.map(\.resource) == ["R3", "R7", "R3"])
        #expect(decisions[2].error?.enhancedCode == .preauthorizationDenied)
        #expect(decisions[2].error?.details == "no")
        #expect(decisions[6].error?.enhancedAction == .retry)
        // 3 lots; R7 alone twice more.
        #expect(world.asked() == Array(repeating: .v2Preauthorization, count: 5))
    }

    @Test("Too many resources, or nobody signed in: the call fails")
    func preauthorizationFailures() async throws {
        let world = try WorldV2 { $0.preauthorizationLimit = 1 }
        func ask() async throws(ServiceError) -> [PreauthorizationDecision] {
            try await world.service.preauthorize(
                PreauthorizationRequest(requestor: "NORTHSTAR", mvpd: world.mvpd(), resources: ["A", "B"]),
                call: world.call())
        }
        let error = await world.failure { () async throws(ServiceError) in try await ask() }
        #expect(error?.stage == .preauthorization)
        #expect(error?.code == .status(403))
        #expect(error?.detail?.enhancedCode == .tooManyResources)
        world.simulator.dashboard { $0.preauthorizationLimit = 5 }
        let nobody = await world.failure { () async throws(ServiceError) in try await ask() }
        #expect(nobody?.code == .status(403))
        #expect(nobody?.detail?.enhancedCode == .profileMissing)
    }

    @Test("A passing trouble is asked about 3 times in all")
    func retried() async throws {
        let world = try WorldV2 { $0["NORTHSTAR", "NorthCable"]?.denials = ["R1": .timedOut] }
        try await world.signIn()
        _ = world.asked()
        #expect(
            try await world.service.authorize(world.authorization(), call: world.call())
                == .denied(AuthorizationDenial(reason: .mvpdUnreachable)))
        #expect(world.asked().count == 3)
        #expect(world.clock.waits.filter { $0.reason == .backOff }.count == 2)
    }

    @Test(
        "A decision on something else is none; one without a word is the MVPD's no",
        arguments: [
            (#"{"decisions":[{"resource":"R2","authorized":true}]}"#, nil as AuthorizationDenial.Reason?),
            (#"{"decisions":[{"resource":"R1","mvpd":"Other","authorized":true}]}"#, nil),
            (#"{"decisions":[{"resource":"R1","serviceProvider":"OTHER","authorized":true}]}"#, nil),
            (#"{"decisions":[]}"#, nil), (#"{"decisions":[{"resource":"R1","authorized":false}]}"#, .notAuthorized),
            (#"{"decisions":[{"resource":"R1","authorized":"maybe"}]}"#, .notAuthorized),
            (#"{"decisions":[{"resource":"R1","error":{"code":"unheard_of","action":"none"}}]}"#, .other),
            (
                #"{"decisions":[{"resource":"R1","error":{"code":"unheard_of","action":"authentication"}}]}"#,
                .notAuthenticated
            ),
            (#"{"decisions":[{"resource":"R1","error":{"code":"unheard_of","action":"dance"}}]}"#, .other),
            (#"{"decisions":[{"resource":"R1","error":{"action":"retry"}}]}"#, .mvpdUnreachable),
        ])
    func words(_ body: String, _ reason: AuthorizationDenial.Reason?) async throws {
        let world = try WorldV2()
        world.simulator.setFault(Fault(.body(body, contentType: "application/json")), at: .v2Authorization)
        guard let reason else {
            let error = await world.failure { () async throws(ServiceError) in
                try await world.service.authorize(world.authorization(), call: world.call())
            }
            #expect(error?.code == .unreadable)
            return
        }
        #expect(
            try await world.service.authorize(world.authorization(), call: world.call())
                == .denied(AuthorizationDenial(reason: reason)))
    }

    @Test("A permit without stamps lives as long as its media token, one without either not at all; neither is lost")
    func stamps() async throws {
        let world = try WorldV2()
        let later = world.clock.now + .seconds(420)
        for (fields, due) in [
            (#","token":{"serializedToken":"T","notAfter":\#(later.milliseconds)}"#, later), ("", nil),
        ] as [(String, Timestamp?)] {
            let body = #"{"decisions":[{"resource":"R1","authorized":true,"source":"degradation"\#(fields)}]}"#
            world.simulator.setFault(Fault(.body(body, contentType: "application/json")), at: .v2Authorization)
            guard
                case .permitted(let permit) = try await world.service.authorize(
                    world.authorization(), call: world.call())
            else {
                Issue.record("not permitted")
                continue
            }
            #expect(permit.source == .degraded)
            if let due {
                #expect(permit.expires == due)
                #expect(permit.mediaToken == Secret("T"))
            } else {
                #expect(permit.expires <= world.clock.now)
                let error = await world.failure { () async throws(ServiceError) in
                    try await world.service.mediaToken(world.authorization(), call: world.call())
                }
                #expect(error?.stage == .mediaToken)
                #expect(error?.code == .unreadable)
            }
        }
    }
}
