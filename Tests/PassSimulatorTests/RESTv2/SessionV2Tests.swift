import Base
import Foundation
import PassSimulator
import Testing

@Suite struct SessionV2Tests {
    private let simulator: PassSimulator
    private let clock = ManualClock()

    init() throws { simulator = try PassSimulator(clock: clock) }

    @Test func aSessionWithAllItNeedsIsOpenedInABrowser() async throws {
        let caller = try await CallerV2.signedUp(simulator)
        let session = try await caller.session()
        let code = try #require(session["code"] as? String)
        #expect(session["actionName"] as? String == "authenticate")
        #expect(session["actionType"] as? String == "interactive")
        #expect(session["reasonType"] as? String == "none")
        #expect(session["url"] as? String == "/api/v2/authenticate/NORTHSTAR/\(code)")
        #expect(session["mvpd"] as? String == "NorthCable")
        #expect(session["serviceProvider"] as? String == "NORTHSTAR")
        #expect(session["sessionId"] as? String != nil)
        // Texts here, numbers in profiles.
        #expect(session["notBefore"] as? String == String(clock.now.milliseconds))
        #expect(session["notAfter"] as? String == String((clock.now + .seconds(1800)).milliseconds))
    }

    @Test func whatIsMissingMayComeLater() async throws {
        let caller = try await CallerV2.signedUp(simulator)
        let session = try object(await caller.form("sessions", []))
        let code = try #require(session["code"] as? String)
        #expect(session["actionName"] as? String == "resume")
        #expect(session["actionType"] as? String == "direct")
        #expect(session["missingParameters"] as? [String] == ["mvpd", "domainName", "redirectUrl"])
        #expect(session["url"] as? String == "/api/v2/NORTHSTAR/sessions/\(code)")
        let more = try object(await caller.form("sessions/\(code)", [("mvpd", "NorthCable")]))
        #expect(more["actionName"] as? String == "retry")
        #expect(more["missingParameters"] as? [String] == ["domainName", "redirectUrl"])
        let seen = try object(await caller.get("sessions/\(code)"))
        #expect(
            (seen["existingParameters"] as? [String: String]) == ["serviceProvider": "NORTHSTAR", "mvpd": "NorthCable"])
        #expect(seen["missingParameters"] as? [String] == ["domainName", "redirectUrl"])
        #expect(seen["device"] != nil)
        // Device headers are not required of whoever knows the code only.
        var other = caller
        (other.device, other.info) = (nil, nil)
        let last = try object(
            await other.form(
                "sessions/\(code)", [("domainName", "northstar.example"), ("redirectUrl", CallerV2.redirect)]))
        #expect(last["actionName"] as? String == "authenticate")
        #expect(try object(await caller.get("sessions/\(code)"))["missingParameters"] == nil)
    }

    @Test func anotherPageFinishesWhatIsMissing() async throws {
        let caller = try await CallerV2.signedUp(simulator)
        let code = try #require(try object(await caller.form("sessions", []))["code"] as? String)
        let picker = try await caller.caller.form("/activate", [("code", code)])
        #expect(text(picker).contains("name=\"mvpd\" value=\"NorthCable\""))
        let chosen = try await caller.caller.form("/activate", [("code", code), ("mvpd", "NorthCable")])
        #expect(chosen[header: "Location"] == "/api/v2/authenticate/NORTHSTAR/\(code)")
        #expect(await SimulatedPerson().activate(code, at: simulator.baseURL) == .page(200))
        #expect(try await caller.profiles("profiles/code/\(code)")["NorthCable"]?["type"] as? String == "regular")
    }

    @Test func whatIsWrongIsNamed() async throws {
        let caller = try await CallerV2.signedUp(simulator)
        simulator.dashboard { $0["NORTHSTAR", "EastFiber"]?.isIntegrated = false }
        for (fields, due) in [
            ([("mvpd", "Nobody")], "invalid_parameter_mvpd"), ([("mvpd", "EastFiber")], "invalid_integration"),
            ([("redirectUrl", "nowhere")], "invalid_parameter_redirect_url"),
            ([("redirectUrl", "javascript%3A%2F%2Fx")], "invalid_parameter_redirect_url"),
        ] {
            let answer = try await caller.form("sessions", fields)
            #expect(answer.status == 400)
            #expect(try code(answer) == due)
        }
        let unknown = try await caller.get("sessions/NOCODE")
        #expect(unknown.status == 400)
        #expect(try code(unknown) == "invalid_authentication_session")
        let stranger = try await caller.get("profiles", requestor: "NOBODY")
        #expect(try code(stranger) == "invalid_parameter_service_provider")
        var nobody = caller
        nobody.caller.bearer = nil
        #expect(try await nobody.get("profiles").status == 401)
        nobody.caller.bearer = "x"
        #expect(try await nobody.get("configuration").status == 401)
    }

    @Test(arguments: [
        "", "fingerprint", "fingerprint !", "fingerprint " + base64(""), "hash " + base64("x"), base64("x"),
        "fingerprint " + base64("x") + " y",
    ])
    func aDeviceMustNameItself(_ value: String) async throws {
        var caller = try await CallerV2.signedUp(simulator)
        caller.device = value.isEmpty ? nil : value
        let answer = try await caller.form("sessions", [])
        #expect(answer.status == 400)
        #expect(try code(answer) == "invalid_header_device_identifier")
    }

    @Test(arguments: ["model", "version", "osName", "osVersion", "connectionType", "", "nonsense"])
    func aDeviceMustDescribeItself(_ missing: String) async throws {
        var caller = try await CallerV2.signedUp(simulator)
        switch missing {
        case "": caller.info = nil
        case "nonsense": caller.info = "nonsense"
        default: caller.info = base64(CallerV2.info.replacing("\"\(missing)\"", with: "\"x\""))
        }
        let answer = try await caller.get("profiles")
        #expect(answer.status == 400)
        #expect(try code(answer) == "invalid_header_device_info")
    }

    @Test func aBrowserIsToldByAPage() async throws {
        let caller = try await CallerV2.signedUp(simulator)
        let open = try #require(try object(await caller.form("sessions", []))["code"] as? String)
        for path in ["NORTHSTAR/NOCODE", "NORTHSTAR/\(open)", "NOBODY/\(open)"] {
            let page = try await caller.caller.send("GET", "/api/v2/authenticate/" + path)
            #expect(page.status == 400)
            #expect(page[header: "Content-Type"]?.hasPrefix("text/html") == true)
        }
        let url = try #require(try await caller.session()["url"] as? String)
        simulator.dashboard { $0["NORTHSTAR", "NorthCable"]?.isIntegrated = false }
        #expect(try await caller.caller.send("GET", url).status == 400)
    }

    @Test func aCodeIsUsedOnce() async throws {
        let caller = try await CallerV2.signedUp(simulator)
        let url = try #require(try await caller.session()["url"] as? String)
        #expect(await SimulatedPerson().signIn(at: simulator.baseURL + url) == .redirected("adobepass://ios.app"))
        #expect(await SimulatedPerson().signIn(at: simulator.baseURL + url) == .page(400))
        let code = try #require(url.split(separator: "/").last.map(String.init))
        #expect(try await caller.form("sessions/\(code)", []).status == 400)
        #expect(try await caller.profiles("profiles/code/\(code)").keys.sorted() == ["NorthCable"])
    }

    @Test func aCodeEndsAfterHalfAnHour() async throws {
        let caller = try await CallerV2.signedUp(simulator)
        let code = try #require(try await caller.session()["code"] as? String)
        clock.advance(by: .seconds(1799))
        #expect(try await caller.profiles("profiles/code/\(code)").isEmpty)
        clock.advance(by: .seconds(1))
        #expect(try await caller.get("profiles/code/\(code)").status == 400)
    }

    @Test func theSameFaultsAndLimitsAsOnV1() async throws {
        let caller = try await CallerV2.signedUp(simulator)
        simulator.setFault(Fault(.throttled, times: 1), at: .v2Profiles)
        #expect(try await caller.get("profiles").status == 429)
        simulator.dashboard { $0.throttles = true }
        var statuses: [Int] = []
        for _ in 1...11 { statuses.append(try await caller.get("profiles").status) }
        #expect(statuses == Array(repeating: 200, count: 10) + [429])
    }
}
