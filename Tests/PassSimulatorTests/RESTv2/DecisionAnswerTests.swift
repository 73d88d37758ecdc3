import Base
import Foundation
import PassSimulator
import Testing

@Suite struct DecisionAnswerTests {
    private let simulator: PassSimulator
    private let clock = ManualClock()

    init() throws { simulator = try PassSimulator(clock: clock) }

    @Test func aPermitHasStampsAndAMediaToken() async throws {
        let caller = try await CallerV2.signedUp(simulator)
        try await caller.signIn()
        let word = try decision(await caller.decide("authorize"))
        #expect(word["authorized"] as? Bool == true)
        #expect(word["source"] as? String == "mvpd")
        #expect(word["mvpd"] as? String == "NorthCable")
        #expect(word["serviceProvider"] as? String == "NORTHSTAR")
        #expect(word["notAfter"] as? Int64 == (clock.now + .seconds(86_400)).milliseconds)
        let token = try #require(word["token"] as? [String: Any])
        #expect(token["notAfter"] as? Int64 == (clock.now + .seconds(300)).milliseconds)
        let text = try #require(token["serializedToken"] as? String)
        #expect(simulator.redeem(Secret(text), resource: "R2", requestor: "NORTHSTAR") == .otherResource)
        #expect(simulator.redeem(Secret(text), resource: "R1", requestor: "NORTHSTAR") == .valid)
        let advice = try decision(await caller.decide("preauthorize"))
        #expect(advice["authorized"] as? Bool == true)
        #expect(advice["token"] == nil && advice["notAfter"] == nil)
    }

    @Test func aNoHasItsErrorBesideIt() async throws {
        simulator.dashboard { $0["NORTHSTAR", "NorthCable"]?.denials = ["R1": .byMVPD("Not in your package")] }
        let caller = try await CallerV2.signedUp(simulator)
        try await caller.signIn()
        for (kind, due) in [
            ("authorize", "authorization_denied_by_mvpd"), ("preauthorize", "preauthorization_denied_by_mvpd"),
        ] {
            let answer = try await caller.decide(kind, #"{"resources":["R1","R2"]}"#)
            #expect(answer.status == 200)
            let decisions = try #require(try object(answer)["decisions"] as? [[String: Any]])
            #expect(decisions.map { $0["authorized"] as? Bool } == [false, true])
            let error = try #require(decisions[0]["error"] as? [String: Any])
            #expect(error["code"] as? String == due)
            #expect(error["status"] as? Int == 403)
            #expect(error["action"] as? String == "none")
            #expect(error["details"] as? String == "Not in your package")
            #expect(error["helpUrl"] != nil && error["trace"] != nil)
        }
    }

    @Test func theProfileMustBeGood() async throws {
        let caller = try await CallerV2.signedUp(simulator)
        func told() async throws -> String? {
            (try decision(await caller.decide("authorize"))["error"] as? [String: Any])?["code"] as? String
        }
        #expect(try await told() == "authenticated_profile_missing")
        simulator.dashboard {
            $0.authenticationLife = .seconds(60)
            $0.accessTokenLife = .seconds(86_400)
        }
        try await caller.signIn()
        #expect(try await told() == nil)
        clock.advance(by: .seconds(60))
        #expect(try await told() == "authenticated_profile_expired")
        simulator.dashboard { $0.v2.refusesDecisionsWhole = true }
        let whole = try await caller.decide("authorize")
        #expect(whole.status == 403)
        #expect(try code(whole) == "authenticated_profile_expired")
        #expect(try await caller.decide("preauthorize").status == 403)
    }

    @Test(arguments: [
        "", "x", "[]", "{}", #"{"resources":[]}"#, #"{"resources":"R1"}"#, #"{"resources":[1]}"#,
        #"{"resources":[""]}"#, #"{"resources":[" "]}"#, #"{"resources":["<a>"]}"#,
    ])
    func resourcesMustBeTexts(_ body: String) async throws {
        let caller = try await CallerV2.signedUp(simulator)
        for kind in ["authorize", "preauthorize"] {
            let answer = try await caller.decide(kind, body)
            #expect(answer.status == 400)
            #expect(try code(answer) == "invalid_parameter_resources")
        }
    }

    @Test func thereIsALimitAndThereAreOtherMVPDs() async throws {
        let caller = try await CallerV2.signedUp(simulator)
        let many = try await caller.decide("preauthorize", #"{"resources":["1","2","3","4","5","6"]}"#)
        #expect(many.status == 403)
        #expect(try code(many) == "too_many_resources")
        #expect(try object(many)["action"] as? String == "configuration")
        #expect(try code(await caller.decide("authorize", mvpd: "Nobody")) == "invalid_parameter_mvpd")
        simulator.dashboard { $0["NORTHSTAR", "NorthCable"]?.isIntegrated = false }
        #expect(try code(await caller.decide("authorize")) == "invalid_integration")
    }

    @Test func aPassCountsItsResourcesAndNeedsNoProfile() async throws {
        simulator.dashboard { dashboard in
            var pass = Dashboard.MVPD(id: "Trial", displayName: "Trial")
            pass.isTempPass = true
            pass.tempPassResourceLimit = 1
            dashboard["NORTHSTAR", "Trial"] = pass
        }
        let caller = try await CallerV2.signedUp(simulator)
        let first = try decision(await caller.decide("authorize", mvpd: "Trial"))
        #expect(first["source"] as? String == "temppass")
        #expect(first["notAfter"] as? Int64 == (clock.now + .seconds(3600)).milliseconds)
        let second = try decision(await caller.decide("authorize", #"{"resources":["R2"]}"#, mvpd: "Trial"))
        let error = try #require(second["error"] as? [String: Any])
        #expect(error["code"] as? String == "temporary_access_resources_limit_exceeded")
        clock.advance(by: .seconds(3600))
        let late = try decision(await caller.decide("authorize", mvpd: "Trial"))
        #expect(
            (late["error"] as? [String: Any])?["code"] as? String == "temporary_access_duration_limit_exceeded")
    }

    @Test func everyCodeCanBeProvokedOverHTTP() async throws {
        let caller = try await CallerV2.signedUp(simulator)
        #expect(PassSimulator.enhancedErrorCodes.count == 47)
        for name in PassSimulator.enhancedErrorCodes {
            let set = try await caller.caller.send(
                "POST", "/dashboard/faults/v2Profiles", headers: [("Content-Type", "application/json")],
                body: #"{"effect":"enhancedError","code":"\#(name)","times":1}"#)
            #expect(set.status == 200)
            let answer = try await caller.get("profiles")
            let body = try object(answer)
            #expect(body["code"] as? String == name)
            #expect(body["status"] as? Int == answer.status)
            #expect(answer.status >= 400)
            #expect(Set(body.keys) == ["action", "status", "code", "message", "details", "helpUrl", "trace"])
        }
        let unknown = try await caller.caller.send(
            "POST", "/dashboard/faults/v2Profiles", headers: [("Content-Type", "application/json")],
            body: #"{"effect":"enhancedError","code":"x"}"#)
        #expect(unknown.status == 400)
        let settings = try await caller.caller.send(
            "POST", "/dashboard/settings", headers: [("Content-Type", "application/json")],
            body: #"{"v2SendsAbsoluteURLs":true,"v2SpellsAsBefore":true,"v2RefusesDecisionsWhole":true}"#)
        #expect(settings.status == 200)
        #expect((try await caller.session()["url"] as? String)?.hasPrefix(simulator.baseURL) == true)
    }
}
