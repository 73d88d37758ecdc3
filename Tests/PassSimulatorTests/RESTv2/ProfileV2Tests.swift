import Base
import Foundation
import PassSimulator
import Testing

@Suite struct ProfileV2Tests {
    private let simulator: PassSimulator
    private let clock = ManualClock()

    init() throws { simulator = try PassSimulator(clock: clock) }

    @Test func aProfileBelongsToClientDeviceAndRequestor() async throws {
        let caller = try await CallerV2.signedUp(simulator)
        simulator.dashboard { dashboard in
            dashboard.requestors["SOUTHSTAR"] = dashboard.requestors["NORTHSTAR"]
            dashboard.requestors["SOUTHSTAR"]?.id = "SOUTHSTAR"
        }
        try await caller.signIn()
        #expect(try await caller.profiles().keys.sorted() == ["NorthCable"])
        var other = caller
        other.device = "fingerprint " + base64("device-4712")
        #expect(try await other.profiles().isEmpty)
        #expect(try await CallerV2.signedUp(simulator).profiles().isEmpty)
        let elsewhere = try object(await caller.get("profiles", requestor: "SOUTHSTAR"))
        #expect((elsewhere["profiles"] as? [String: Any])?.isEmpty == true)
    }

    @Test func signInsDoNotCarryOverBetweenTheAPIs() async throws {
        let caller = try await CallerV2.signedUp(simulator)
        try await caller.signIn()
        #expect(try await caller.caller.get("/api/v1/tokens/authn").status == 404)
        try await caller.caller.signIn()
        #expect(try await caller.caller.get("/api/v1/tokens/authn").status == 200)
        #expect(try await caller.granted.profiles()["NorthCable"]?["type"] as? String == "regular")
        simulator.forgetAuthentications()
        #expect(try await caller.profiles().isEmpty)
        #expect(try await caller.caller.get("/api/v1/tokens/authn").status == 404)
    }

    @Test func aProfileEnds() async throws {
        simulator.dashboard { $0.accessTokenLife = .seconds(86_400) }
        let caller = try await CallerV2.signedUp(simulator)
        try await caller.signIn()
        clock.advance(by: .seconds(6 * 3600 - 1))
        #expect(try await caller.profiles().keys.sorted() == ["NorthCable"])
        clock.advance(by: .seconds(1))
        #expect(try await caller.profiles().isEmpty)
        #expect(try await caller.profiles("profiles/NorthCable").isEmpty)
    }

    @Test func attributesTellPersonAndEncryption() async throws {
        simulator.dashboard { $0["NORTHSTAR", "NorthCable"]?.encryptedMetadata = ["zip"] }
        let caller = try await CallerV2.signedUp(simulator)
        try await caller.signIn()
        let attributes = try #require(
            try await caller.profiles("profiles/NorthCable")["NorthCable"]?["attributes"] as? [String: [String: Any]])
        #expect(attributes["userID"]?["value"] as? String == "u-viewer")
        #expect(attributes["userID"]?["state"] as? String == "plain")
        #expect(attributes["householdID"]?["value"] as? String == "h-7")
        #expect(attributes["zip"]?["state"] as? String == "enc")
        #expect((attributes["zip"]?["value"] as? String).flatMap { Data(base64Encoded: $0) }?.count == 256)
        #expect(attributes["tokenSource"] == nil)
    }

    @Test func rulesAndPassesShowOneByOneAlone() async throws {
        simulator.dashboard { dashboard in
            dashboard["NORTHSTAR", "NorthCable"]?.isDegraded = true
            var pass = Dashboard.MVPD(id: "Trial", displayName: "Trial")
            pass.isTempPass = true
            pass.tempPassResourceLimit = 2
            dashboard["NORTHSTAR", "Trial"] = pass
        }
        let caller = try await CallerV2.signedUp(simulator)
        #expect(try await caller.profiles().isEmpty)
        let degraded = try #require(try await caller.profiles("profiles/NorthCable")["NorthCable"])
        #expect(degraded["type"] as? String == "degraded")
        #expect(degraded["issuer"] as? String == "Adobe")
        let pass = try #require(try await caller.profiles("profiles/Trial")["Trial"])
        #expect(pass["type"] as? String == "temporary")
        let attributes = try #require(pass["attributes"] as? [String: [String: Any]])
        #expect(attributes["remaining_resources"]?["value"] as? Int == 2)
        #expect(try await caller.session()["reasonType"] as? String == "degraded")
        #expect(try await caller.session("Trial")["reasonType"] as? String == "temporary")
        clock.advance(by: .seconds(3600))
        let over = try await caller.get("profiles/Trial")
        #expect(over.status == 403)
        #expect(try code(over) == "temporary_access_duration_limit_exceeded")
        #expect(try await caller.get("profiles/Nobody").status == 400)
    }

    @Test func aLogoutTellsWhatIsLeftToDo() async throws {
        let caller = try await CallerV2.signedUp(simulator)
        func told(_ caller: CallerV2, _ mvpd: String = "NorthCable") async throws -> [String?] {
            let answer = try object(await caller.get("logout/\(mvpd)?redirectUrl=\(CallerV2.redirect)"))
            let entry = (answer["logouts"] as? [String: [String: String]])?[mvpd]
            return [entry?["actionName"], entry?["actionType"], entry?["url"]]
        }
        #expect(try await told(caller) == ["invalid", "none", nil])
        try await caller.signIn()
        #expect(
            try await told(caller) == [
                "logout", "interactive",
                "/adobe-services/logout?noflash=true&mso_id=NorthCable&requestor_id=NORTHSTAR"
                    + "&redirect_url=adobepass%3A%2F%2Fios.app",
            ])
        #expect(try await caller.profiles().isEmpty)
        // Regular and platform sign-in beside each other: the person has to act (rest-v2 #20).
        try await caller.signInByPlatform()
        try await caller.signIn()
        #expect(try await told(caller) == ["partner_logout", "partner_interactive", nil])
        #expect(try await caller.granted.profiles().isEmpty)
        simulator.dashboard { $0["NORTHSTAR", "NorthCable"]?.isDegraded = true }
        #expect(try await told(caller) == ["complete", "none", nil])
        #expect(try code(await caller.get("logout/NorthCable")) == "invalid_parameter_redirect_url")
        #expect(
            try code(await caller.get("logout/Nobody?redirectUrl=\(CallerV2.redirect)")) == "invalid_parameter_mvpd")
    }

    @Test func configurationKnowsThePlatformAndNothingOfDegradation() async throws {
        var caller = try await CallerV2.signedUp(simulator)
        simulator.dashboard {
            $0["NORTHSTAR", "NorthCable"]?.enablePlatformServices = ["iOS": true, "tvOS": false]
            $0["NORTHSTAR", "NorthCable"]?.isDegraded = true
            $0["NORTHSTAR", "NorthCable"]?.extraFields = ["tomorrow": "x"]
        }
        func first(_ answer: HTTPResponse) throws -> [String: Any] {
            let requestor = try #require(try object(answer)["requestor"] as? [String: Any])
            return try #require((requestor["mvpds"] as? [[String: Any]])?.first)
        }
        let answer = try await caller.get("configuration")
        let mvpd = try first(answer)
        #expect(mvpd["enablePlatformServices"] as? Bool == true)
        #expect(mvpd["tomorrow"] as? String == "x")
        #expect(mvpd["requiredMetadataFields"] == nil && mvpd["iFrameRequired"] == nil)
        let tag = try #require(answer[header: "ETag"])
        let again = try await caller.caller.send(
            "GET", "/api/v2/NORTHSTAR/configuration",
            headers: [("If-None-Match", tag), ("X-Device-Info", caller.info ?? "")])
        #expect(again.status == 304)
        caller.info = base64(CallerV2.info.replacing("iOS", with: "tvOS"))
        #expect(try first(await caller.get("configuration"))["enablePlatformServices"] as? Bool == false)
        (caller.info, caller.device) = (nil, nil)
        #expect(try first(await caller.get("configuration"))["enablePlatformServices"] as? Bool == false)
        caller.info = "nonsense"
        #expect(try await caller.get("configuration").status == 400)
    }
}
