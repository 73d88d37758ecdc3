import Base
import Foundation
import PassSimulator
import Testing

@Suite struct DashboardTests {
    private let simulator: PassSimulator
    private let caller: Caller
    private let json = ("Content-Type", "application/json")

    init() throws {
        simulator = try PassSimulator(clock: ManualClock())
        caller = Caller(simulator)
    }

    private func write(_ method: String, _ path: String, _ body: String? = nil) async throws -> HTTPResponse {
        try await caller.send(method, "/dashboard" + path, headers: [json], body: body)
    }

    @Test func theStateIsShown() async throws {
        simulator.setFault(Fault(.delay(milliseconds: 5), times: 3), at: .exchange)
        _ = try await Caller.signedUp(simulator)
        let state = try object(await caller.send("GET", "/dashboard"))
        let settings = try #require(state["settings"] as? [String: Any])
        #expect(settings["authenticationLifeSeconds"] as? Int == 21_600)
        #expect(settings["throttles"] as? Bool == false)
        let requestors = try #require(state["requestors"] as? [[String: Any]])
        #expect(requestors.map { $0["id"] as? String } == ["NORTHSTAR"])
        #expect((requestors.first?["mvpds"] as? [Any])?.count == 3)
        let faults = try #require(state["faults"] as? [String: [String: Any]])
        #expect(faults["exchange"]?["effect"] as? String == "delay")
        #expect(faults["exchange"]?["times"] as? Int == 3)
        #expect(state["clients"] as? Int == 1)
        #expect(state["accessTokens"] as? Int == 1)
    }

    @Test func settingsAreChangedAllOrNothing() async throws {
        let body = """
            {"authenticationLifeSeconds": 1.5, "accessTokenLifeSeconds": 60, "clockSkewSeconds": -3600,
             "enhancedErrors": true, "forcesXML": true, "sendsValidators": false, "isStatementRevoked": true,
             "throttles": true, "authorizationLifeSeconds": 7, "mediaTokenLifeSeconds": 8,
             "preauthorizationLimit": 9}
            """
        let answer = try await write("POST", "/settings", body)
        #expect(answer.status == 200)
        #expect(try object(answer)["authenticationLifeSeconds"] as? Double == 1.5)
        var expected = Scenario.small.dashboard
        expected.authenticationLife = .milliseconds(1500)
        expected.accessTokenLife = .seconds(60)
        expected.clockSkew = .seconds(-3600)
        expected.enhancedErrors = true
        expected.forcesXML = true
        expected.sendsValidators = false
        expected.isStatementRevoked = true
        expected.throttles = true
        expected.authorizationLife = .seconds(7)
        expected.mediaTokenLife = .seconds(8)
        expected.preauthorizationLimit = 9
        #expect(simulator.dashboard { $0 } == expected)
        let refused = try await write("POST", "/settings", #"{"enhancedErrors": false, "throttles": 0}"#)
        #expect(refused.status == 400)
        #expect(simulator.dashboard { $0 } == expected)
    }

    @Test func anMVPDIsChanged() async throws {
        let body = """
            {"displayName": "Nörth & <b>", "logoURL": "https://l.example/", "isIntegrated": true,
             "enablePlatformServices": {"tvOS": true}, "boardingStatus": null, "displayInPlatformPicker": false,
             "platformMappingID": "p", "requiredMetadataFields": ["a"], "isDegraded": true,
             "userMetadata": {"userID": "u", "zip": ["1", 2]}, "encryptedMetadata": ["zip"],
             "extraFields": {"x": "y"}, "permitsEverything": true, "deniesEverything": true, "tempPassLifeSeconds": 5,
             "tempPassResourceLimit": 3,
             "denials": {"R é": {"details": "Nö"}, "*": {"code": "network_connection_timeout"}}}
            """
        let answer = try await write("POST", "/mvpd/NORTHSTAR/NorthCable", body)
        #expect(answer.status == 200)
        var mvpd = Dashboard.MVPD(id: "NorthCable", displayName: "Nörth & <b>", platformMappingID: "p")
        mvpd.logoURL = "https://l.example/"
        mvpd.enablePlatformServices = ["tvOS": true]
        mvpd.boardingStatus = nil
        mvpd.displayInPlatformPicker = false
        mvpd.requiredMetadataFields = ["a"]
        mvpd.isDegraded = true
        mvpd.userMetadata = ["userID": "\"u\"", "zip": "[\"1\",2]"]
        mvpd.encryptedMetadata = ["zip"]
        mvpd.extraFields = ["x": "y"]
        mvpd.permitsEverything = true
        mvpd.deniesEverything = true
        mvpd.tempPassLife = .seconds(5)
        mvpd.tempPassResourceLimit = 3
        mvpd.denials = ["R é": .byMVPD("Nö"), "*": .timedOut]
        #expect(simulator.dashboard { $0["NORTHSTAR", "NorthCable"] } == mvpd)
        let shown = try await caller.send("GET", "/dashboard/mvpd/NORTHSTAR/NorthCable")
        #expect(shown.body == answer.body)
        // What is shown can be sent back.
        let whole = text(shown).replacing(#""id":"NorthCable","#, with: "")
        #expect(try await write("POST", "/mvpd/NORTHSTAR/NorthCable", whole).body == answer.body)
    }

    @Test func anMVPDIsAddedAndRemoved() async throws {
        #expect(try await write("POST", "/mvpd/NORTHSTAR/N%C3%A9w%20One", "{}").status == 404)
        let added = try await write("PUT", "/mvpd/NORTHSTAR/N%C3%A9w%20One", #"{"displayName": "New"}"#)
        #expect(added.status == 201)
        #expect(simulator.dashboard { $0.requestors["NORTHSTAR"]?.mvpds.map(\.id) }?.last == "Néw One")
        #expect(try await write("PUT", "/mvpd/NORTHSTAR/N%C3%A9w%20One", "{}").status == 200)
        #expect(try await write("DELETE", "/mvpd/NORTHSTAR/N%C3%A9w%20One").status == 204)
        #expect(try await write("DELETE", "/mvpd/NORTHSTAR/N%C3%A9w%20One").status == 404)
        #expect(try await write("PUT", "/mvpd/NOBODY/x", "{}").status == 404)
        #expect(simulator.dashboard { $0 } == Scenario.small.dashboard)
    }

    @Test(arguments: [
        ("/settings", "", "object"), ("/settings", "[]", "object"), ("/settings", "{", "object"),
        ("/settings", #"{"speed": 1}"#, "speed"), ("/settings", #"{"throttles": "yes"}"#, "throttles"),
        ("/settings", #"{"authenticationLifeSeconds": -1}"#, "authenticationLifeSeconds"),
        ("/settings", #"{"clockSkewSeconds": 1e300}"#, "clockSkewSeconds"),
        ("/settings", #"{"clockSkewSeconds": "1"}"#, "clockSkewSeconds"),
        ("/mvpd/NORTHSTAR/NorthCable", #"{"id": "x"}"#, "id"),
        ("/mvpd/NORTHSTAR/NorthCable", #"{"boardingStatus": 7}"#, "boardingStatus"),
        ("/mvpd/NORTHSTAR/NorthCable", #"{"displayName": null}"#, "displayName"),
        ("/mvpd/NORTHSTAR/NorthCable", #"{"requiredMetadataFields": ["a", 1]}"#, "requiredMetadataFields"),
        ("/mvpd/NORTHSTAR/NorthCable", #"{"enablePlatformServices": {"iOS": 1}}"#, "enablePlatformServices"),
        ("/mvpd/NORTHSTAR/NorthCable", #"{"extraFields": {"a": 1}}"#, "extraFields"),
        ("/mvpd/NORTHSTAR/NorthCable", #"{"userMetadata": []}"#, "userMetadata"),
        ("/settings", #"{"preauthorizationLimit": 1.5}"#, "preauthorizationLimit"),
        ("/mvpd/NORTHSTAR/NorthCable", #"{"tempPassResourceLimit": "3"}"#, "tempPassResourceLimit"),
        ("/mvpd/NORTHSTAR/NorthCable", #"{"denials": {"R": "no"}}"#, "denials"),
        ("/mvpd/NORTHSTAR/NorthCable", #"{"denials": {"R": {"code": "surprise"}}}"#, "denials"),
        ("/mvpd/NORTHSTAR/NorthCable", #"{"denials": {"R": {"text": "no"}}}"#, "denials"),
        ("/mvpd/NORTHSTAR/NorthCable", #"{"denials": {"R": {"details": 1}}}"#, "denials"),
        ("/faults/exchange", "{}", "effect"), ("/faults/exchange", #"{"effect": "explode"}"#, "effect"),
        ("/faults/exchange", #"{"effect": "status"}"#, "status"),
        ("/faults/exchange", #"{"effect": "status", "status": 99}"#, "status"),
        ("/faults/exchange", #"{"effect": "status", "status": 200.5}"#, "status"),
        ("/faults/exchange", #"{"effect": "status", "status": 200, "headers": {"a b": "c"}}"#, "headers"),
        ("/faults/exchange", #"{"effect": "status", "status": 200, "headers": {"a": "b\r\nc: d"}}"#, "headers"),
        ("/faults/exchange", #"{"effect": "status", "status": 200, "contentType": "a\r\nb"}"#, "contentType"),
        ("/faults/exchange", #"{"effect": "redirect", "status": 302}"#, "to"),
        ("/faults/exchange", #"{"effect": "redirect", "status": 302, "to": "a\nb"}"#, "to"),
        ("/faults/exchange", #"{"effect": "delay"}"#, "milliseconds"),
        ("/faults/exchange", #"{"effect": "delay", "milliseconds": -1}"#, "milliseconds"),
        ("/faults/exchange", #"{"effect": "html", "times": 0}"#, "times"),
        ("/faults/exchange", #"{"effect": "html", "milliseconds": 1}"#, "milliseconds"),
        ("/saml", "{}", "provider"), ("/saml", #"{"provider": "p", "attributes": "a"}"#, "attributes"),
        ("/saml", #"{"provider": "p", "verificationToken": 1}"#, "verificationToken"),
    ])
    func badInputIs400AndSaysWhy(_ path: String, _ body: String, _ word: String) async throws {
        let answer = try await write("POST", path, body)
        #expect(answer.status == 400)
        #expect((try object(answer)["error"] as? String)?.contains(word) == true)
        #expect(simulator.dashboard { $0 } == Scenario.small.dashboard)
    }

    @Test(arguments: [
        (
            #"{"effect":"status","status":503,"body":"b","contentType":"text/x","headers":{"A":"b"},"times":2}"#,
            Fault(.status(503, body: "b", contentType: "text/x", headers: ["A": "b"]), times: 2)
        ),
        (#"{"effect":"delay","milliseconds":5}"#, Fault(.delay(milliseconds: 5))),
        (#"{"effect":"hold"}"#, Fault(.hold)),
        (#"{"effect":"truncated"}"#, Fault(.truncated)),
        (#"{"effect":"truncatedWithoutLength"}"#, Fault(.truncatedWithoutLength)),
        (#"{"effect":"html","times":1}"#, Fault(.html, times: 1)), (#"{"effect":"reset"}"#, Fault(.reset)),
        (#"{"effect":"throttled"}"#, Fault(.throttled)),
        (#"{"effect":"redirect","status":307,"to":"http://x/"}"#, Fault(.redirect(307, to: "http://x/"))),
        (#"{"effect":"body","body":"<a>","contentType":"text/xml"}"#, Fault(.body("<a>", contentType: "text/xml"))),
        (#"{"effect":"drip","milliseconds":0}"#, Fault(.drip(milliseconds: 0))),
    ])
    func everyFaultIsSetShownAndCleared(_ body: String, _ fault: Fault) async throws {
        let answer = try await write("POST", "/faults/configuration", body)
        #expect(answer.status == 200)
        #expect(text(answer) == body)
        let state = try object(await caller.send("GET", "/dashboard"))
        #expect((state["faults"] as? [String: Any])?.keys.sorted() == ["configuration"])
        // Set in process, it reads the same.
        simulator.setFault(fault, at: .token)
        let both = try object(await caller.send("GET", "/dashboard"))["faults"] as? [String: NSDictionary]
        #expect(both?["token"] == both?["configuration"])
        #expect(try await write("DELETE", "/faults/token").status == 204)
        #expect(try await write("DELETE", "/faults").status == 204)
        let after = try object(await caller.send("GET", "/dashboard"))
        #expect((after["faults"] as? [String: Any])?.isEmpty == true)
    }

    @Test func aFaultActs() async throws {
        _ = try await write("POST", "/faults/configuration", #"{"effect":"status","status":503,"times":1}"#)
        #expect(try await caller.send("GET", "/api/v1/config/NORTHSTAR").status == 503)
        #expect(try await caller.send("GET", "/api/v1/config/NORTHSTAR").status == 200)
        #expect(try await write("POST", "/faults/nothing", #"{"effect":"html"}"#).status == 404)
    }

    @Test func heldAnswersAreReleased() async throws {
        _ = try await write("POST", "/faults/configuration", #"{"effect":"hold"}"#)
        let held = Task { try await caller.send("GET", "/api/v1/config/NORTHSTAR") }
        await simulator.waitForRequests(at: .configuration)
        #expect(try await write("POST", "/release-held").status == 204)
        #expect(try await held.value.status == 200)
    }

    @Test func clientsAndTokensAreForgotten() async throws {
        let first = try await Caller.signedUp(simulator)
        #expect(try await write("POST", "/expire-tokens").status == 204)
        #expect(try await first.get("/api/v1/checkauthn").status == 401)
        let client = try object(await caller.register())
        #expect(try await write("POST", "/forget-clients").status == 204)
        #expect(try object(await caller.token(client))["error"] as? String == "invalid_client")
    }

    @Test func requestsAreListedButNotTheDashboards() async throws {
        _ = try await caller.send("GET", "/api/v1/config/NORTHSTAR?deviceType=tvOS")
        let answer = try await caller.send("GET", "/dashboard/requests")
        let list = try #require(JSONSerialization.jsonObject(with: answer.body) as? [[String: Any]])
        #expect(list.map { $0["endpoint"] as? String } == ["configuration"])
        #expect(list.first?["status"] as? Int == 200)
        #expect(list.first?["platform"] as? String == "tvOS")
        #expect(list.first?["parameterNames"] as? [String] == ["deviceType"])
        #expect(try await write("DELETE", "/requests").status == 204)
        #expect(text(try await caller.send("GET", "/dashboard/requests")) == "[]")
        simulator.setFault(Fault(.html), at: .other)
        #expect(try await caller.send("GET", "/dashboard").status == 200)
    }

    @Test func aHostElsewhereGetsStatementAndSAML() async throws {
        let statement = try object(await caller.send("GET", "/dashboard/statement"))["software_statement"] as? String
        #expect(try await caller.register(statement: statement).status == 201)
        let caller = try await Caller.signedUp(simulator)
        let token = text(try await caller.profileRequest("NorthCable"))
        let body =
            "{\"provider\":\"northcable_apple\",\"verificationToken\":\"\(token)\","
            + "\"attributes\":[\"userID\",\"householdID\"]}"
        let saml = try object(await write("POST", "/saml", body))["samlResponse"] as? String
        #expect(try await caller.exchange(onWire(#require(saml))).status == 204)
        #expect(try await write("POST", "/saml", #"{"provider":"nobody"}"#).status == 404)
        #expect(text(try await caller.send("GET", "/dashboard/programmer-key")).hasPrefix("-----BEGIN PRIVATE KEY"))
    }

    @Test(arguments: [
        ("GET", [("Host", "evil.example")]), ("GET", [("Host", "127.0.0.1.evil.example")]),
        ("GET", [("Host", "127.0.0.1:80x")]), ("GET", [("Host", "127.0.0.1:")]),
        ("GET", [("Origin", "http://evil.example")]), ("GET", [("Origin", "null")]),
        ("GET", [("Origin", "https://127.0.0.1")]), ("POST", []), ("POST", [("Content-Type", "text/plain")]),
        ("POST", [("Content-Type", "application/x-www-form-urlencoded")]),
        ("POST", [("Content-Type", "application/json"), ("Host", "evil.example")]),
        ("POST", [("Content-Type", "application/json"), ("Origin", "http://evil.example")]), ("DELETE", []),
        ("PUT", []), ("HEAD", [("Host", "evil.example")]),
    ])
    func otherPagesAreKeptOut(_ method: String, _ headers: [(String, String)]) async throws {
        let path = method == "GET" || method == "HEAD" ? "/dashboard" : "/dashboard/settings"
        let answer = try await caller.send(
            method, path, headers: headers, body: method == "POST" ? #"{"throttles":true}"# : nil)
        #expect(answer.status == 403)
        #expect(answer[header: "Access-Control-Allow-Origin"] == nil)
        #expect(simulator.dashboard { $0.throttles } == false)
    }

    @Test func ownPagesAndCommandsComeIn() async throws {
        for headers in [
            [("Host", "localhost:99")], [("Host", "LOCALHOST")], [("Host", "[::1]:8")],
            [("Origin", "http://localhost:3000")],
        ] {
            #expect(try await caller.send("GET", "/dashboard", headers: headers).status == 200)
        }
        let own = try await caller.send("POST", "/dashboard/expire-tokens", headers: [("X-Pass-Simulator", "1")])
        #expect(own.status == 204)
    }

    @Test(arguments: ["/x", "/settings/x", "/mvpd", "/mvpd/NORTHSTAR", "/requests/1", "/%FF", "/", "//"])
    func whatIsNotThereIs404(_ path: String) async throws {
        #expect(try await write("POST", path, "{}").status == 404)
    }
}
