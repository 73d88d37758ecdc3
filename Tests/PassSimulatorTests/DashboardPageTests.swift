import Base
import Foundation
import PassSimulator
import Testing

/// The dashboard for people: forms, and who may send them.
@Suite struct DashboardPageTests {
    private let simulator: PassSimulator
    private let browser: Caller

    init() throws {
        simulator = try PassSimulator(clock: ManualClock())
        var browser = Caller(simulator)
        browser.accept = "text/html"
        self.browser = browser
    }

    private func page(_ query: String = "") async throws -> String {
        text(try await browser.send("GET", "/dashboard\(query)"))
    }

    private func token() async throws -> String {
        String(try #require(try await page().firstMatch(of: /name="token" value="([0-9a-f]{32})"/)).output.1)
    }

    private func post(_ form: String, _ fields: [(String, String)], headers: [(String, String)] = []) async throws
        -> HTTPResponse
    {
        try await browser.form("/dashboard/page/\(form)", [("token", try await token())] + fields, headers: headers)
    }

    @Test func theSameAddressAnswersPeopleAndPrograms() async throws {
        #expect(try await page().contains("<h1>Dashboard</h1>"))
        #expect(try object(await Caller(simulator).send("GET", "/dashboard"))["settings"] != nil)
        #expect(simulator.requests.isEmpty)
    }

    @Test func aProvidersSwitchesAreSaved() async throws {
        let answer = try await post(
            "mvpd",
            [
                ("requestor", "NORTHSTAR"), ("mvpd", "NorthCable"), ("sso-tvOS", "on"), ("isDegraded", "on"),
                ("deniesEverything", "on"), ("boardingStatus", ""), ("find", "a%26b"),
            ])
        #expect(answer.status == 303)
        #expect(
            answer[header: "Location"] == "/dashboard?done=saved&open=NorthCable&find=a%26b#mvpd-NORTHSTAR-NorthCable")
        var expected = Dashboard.MVPD(
            id: "NorthCable", displayName: "North Cable", platformMappingID: "northcable_apple")
        expected.isIntegrated = false
        expected.displayInPlatformPicker = false
        expected.enablePlatformServices = ["iOS": false, "tvOS": true]
        expected.boardingStatus = nil
        expected.isDegraded = true
        expected.deniesEverything = true
        #expect(simulator.dashboard { $0["NORTHSTAR", "NorthCable"] } == expected)
        let shown = try await page("?done=saved&open=NorthCable")
        #expect(shown.contains("Saved.") && shown.contains("not integrated") && shown.contains("degraded"))
        #expect(shown.contains("id=\"mvpd-NORTHSTAR-NorthCable\" open"))
    }

    @Test func whatIsShownAndSentBackChangesNothing() async throws {
        let before = simulator.dashboard { $0 }
        let shown = try await page()
        let forms = shown.matches(
            of: /<form method="post" action="\/dashboard\/page\/(mvpd|settings)">(.*?)<\/form>/
                .dotMatchesNewlines())
        #expect(forms.count == 4)
        for form in forms {
            let inputs = form.output.2.matches(of: /<input [^>]*>/).map { String($0.output) }
            let fields = inputs.compactMap { input -> (String, String)? in
                guard let name = input.firstMatch(of: /name="([^"]*)"/)?.output.1 else { return nil }
                if input.contains("checkbox") { return input.contains(" checked") ? (String(name), "on") : nil }
                return (String(name), String(input.firstMatch(of: /value="([^"]*)"/)?.output.1 ?? ""))
            }
            let chosen = form.output.2.firstMatch(of: /value="([^"]*)" selected/).map {
                [("boardingStatus", String($0.output.1))]
            }
            let answer = try await browser.form("/dashboard/page/\(form.output.1)", fields + (chosen ?? []))
            #expect(answer.status == 303)
        }
        #expect(simulator.dashboard { $0 } == before)
    }

    private let north = [("requestor", "NORTHSTAR"), ("mvpd", "NorthCable")]

    @Test func aResourceIsDeniedAndPermittedAgain() async throws {
        let denial = [("resource", "Sports%20%3C1%3E"), ("code", "authorization_denied_by_parental_controls")]
        let answer = try await post("denial", north + denial + [("details", "Not%20%22now%22")])
        #expect(answer.status == 303)
        #expect(answer[header: "Location"]?.hasPrefix("/dashboard?done=saved&open=NorthCable") == true)
        #expect(
            simulator.dashboard { $0["NORTHSTAR", "NorthCable"]?.denials }
                == ["Sports <1>": .byParentalControls("Not \"now\"")])
        let shown = try await page("?open=NorthCable")
        #expect(shown.contains("<code>Sports &lt;1&gt;</code>") && shown.contains("name=\"remove\""))
        #expect(try await post("denial", north + [("code", "network_received_error")]).status == 400)
        #expect(try await post("denial", north + [("resource", "R"), ("code", "because")]).status == 400)
        #expect(try await post("denial", north + [("remove", "Sports%20%3C1%3E")]).status == 303)
        #expect(simulator.dashboard { $0["NORTHSTAR", "NorthCable"]?.denials } == [:])
    }

    @Test func metadataIsSetAndTakenAway() async throws {
        #expect(
            try await post("metadata", north + [("key", "maxRating"), ("value", "%7B%22MPAA%22%3A%22PG%22%7D")]).status
                == 303)
        #expect(
            try await post("metadata", north + [("key", "zip"), ("value", "%2294041%22"), ("encrypted", "on")]).status
                == 303)
        let mvpd = simulator.dashboard { $0["NORTHSTAR", "NorthCable"] }
        #expect(mvpd?.userMetadata["maxRating"] == #"{"MPAA":"PG"}"# && mvpd?.userMetadata["zip"] == #""94041""#)
        #expect(mvpd?.encryptedMetadata == ["zip"])
        #expect(try await page("?open=NorthCable").contains("<code>{&quot;MPAA&quot;:&quot;PG&quot;}</code>"))
        let refused = try await post("metadata", north + [("key", "zip"), ("value", "94041a")])
        #expect(refused.status == 400 && text(refused).contains("must be JSON"))
        #expect(try await post("metadata", north + [("remove", "zip")]).status == 303)
        let after = simulator.dashboard { $0["NORTHSTAR", "NorthCable"] }
        #expect(after?.userMetadata["zip"] == nil && after?.encryptedMetadata == [])
    }

    @Test func settingsAreSavedOrRefusedInWords() async throws {
        #expect(try await post("settings", [("authenticationLifeSeconds", "1.5"), ("throttles", "on")]).status == 303)
        #expect(simulator.dashboard { $0.authenticationLife } == .milliseconds(1500))
        #expect(simulator.dashboard { $0.throttles } && !simulator.dashboard { $0.sendsValidators })
        let refused = try await post("settings", [("authenticationLifeSeconds", "soon"), ("forcesXML", "on")])
        #expect(refused.status == 400 && text(refused).contains("authenticationLifeSeconds"))
        #expect(!simulator.dashboard { $0.forcesXML })
    }

    private static let faults: [(fields: [(String, String)], fault: Fault)] = [
        (
            [("effect", "status"), ("status", "503"), ("body", "b"), ("contentType", "text/x"), ("header", "A: b:c")],
            Fault(.status(503, body: "b", contentType: "text/x", headers: ["A": "b:c"]))
        ),
        ([("effect", "delay"), ("milliseconds", "5"), ("status", "9")], Fault(.delay(milliseconds: 5))),
        ([("effect", "hold")], Fault(.hold)), ([("effect", "truncated")], Fault(.truncated)),
        ([("effect", "truncatedWithoutLength")], Fault(.truncatedWithoutLength)),
        ([("effect", "html"), ("times", "2")], Fault(.html, times: 2)), ([("effect", "reset")], Fault(.reset)),
        ([("effect", "throttled")], Fault(.throttled)),
        ([("effect", "redirect"), ("status", "307"), ("to", "http://x/")], Fault(.redirect(307, to: "http://x/"))),
        ([("effect", "body"), ("body", "[]")], Fault(.body("[]", contentType: "application/json"))),
        (
            [("effect", "enhancedError"), ("code", "internal_server_error")],
            Fault(.enhancedError("internal_server_error"))
        ),
        ([("effect", "drip"), ("milliseconds", "1")], Fault(.drip(milliseconds: 1))),
    ]

    @Test(arguments: faults)
    func everyFaultCanBeSet(_ one: (fields: [(String, String)], fault: Fault)) async throws {
        let form = try await page()
        let effect = try #require(one.fields.first?.1)
        #expect(form.contains("<option value=\"\(effect)\""))
        #expect(try await post("fault", [("endpoint", "token")] + one.fields).status == 303)
        // Set in process, it reads the same.
        simulator.setFault(one.fault, at: .configuration)
        let state = try object(await Caller(simulator).send("GET", "/dashboard"))["faults"] as? [String: NSDictionary]
        #expect(state?["token"] != nil && state?["token"] == state?["configuration"])
        #expect(try await page().contains("<code>token</code>"))
        #expect(try await post("clear-fault", [("endpoint", "token")]).status == 303)
        let after = try object(await Caller(simulator).send("GET", "/dashboard"))["faults"] as? [String: NSDictionary]
        #expect(after?.keys.sorted() == ["configuration"])
    }

    @Test(arguments: [
        [("endpoint", "token"), ("effect", "delay")], [("endpoint", "token"), ("effect", "explode")],
        [("endpoint", "nothing"), ("effect", "hold")], [("effect", "hold")],
        [("endpoint", "token"), ("effect", "html"), ("times", "x")],
        [("endpoint", "token"), ("effect", "status"), ("status", "503"), ("header", "a b: c")],
    ])
    func aFaultThatCannotBeSetIsExplained(_ fields: [(String, String)]) async throws {
        let answer = try await post("fault", fields)
        #expect(answer.status == 400 && text(answer).contains("role=\"alert\""))
        #expect(
            (try object(await Caller(simulator).send("GET", "/dashboard"))["faults"] as? [String: Any])?.isEmpty == true
        )
    }

    @Test func resetStartsOver() async throws {
        let caller = try await Caller.signedUp(simulator)
        try await caller.signIn()
        simulator.dashboard { $0["NORTHSTAR", "EastFiber"] = nil }
        simulator.setFault(Fault(.html), at: .configuration)
        #expect(try await post("act", [("action", "reset")])[header: "Location"] == "/dashboard?done=reset")
        #expect(simulator.dashboard { $0 } == Scenario.small.dashboard)
        #expect(simulator.requests.isEmpty)
        #expect(try await caller.get("/api/v1/checkauthn").status == 401)
        // The statement stays good.
        let again = try await Caller.signedUp(simulator)
        #expect(try await again.get("/api/v1/checkauthn").status == 403)
        simulator.dashboard { $0.requestors = [:] }
        let json = [("Content-Type", "application/json")]
        #expect(try await browser.send("POST", "/dashboard/reset", headers: json).status == 204)
        #expect(simulator.dashboard { $0 } == Scenario.small.dashboard)
    }

    @Test(arguments: [
        "release-held", "expire-tokens", "forget-clients", "forget-authentications", "forget-authorizations",
        "forget-accounts", "reset-temporary-passes", "clear-faults", "clear-requests", "reset",
    ])
    func everyActionHasAButtonThatWorks(_ action: String) async throws {
        #expect(try await page().contains("name=\"action\" value=\"\(action)\""))
        #expect(try await post("act", [("action", action)]).status == 303)
        #expect(try await page("?done=\(action)").contains("role=\"status\" class=\"notice success\">Done: "))
    }

    @Test func tokensAndCodesAreMasked() async throws {
        let caller = try await Caller.signedUp(simulator)
        try await caller.signIn()
        let made = try object(await caller.form("/reggie/v1/NORTHSTAR/regcode", [("deviceId", caller.device)]))
        let code = try #require(made["code"] as? String)
        _ = try await caller.send("GET", "/reggie/v1/NORTHSTAR/regcode/\(code)")
        let account = try object(
            await caller.form(
                "/idp/token",
                [
                    ("grant_type", "password"), ("provider", "northcable_apple"), ("username", "viewer"),
                    ("password", "secret"),
                ]))
        let session = try #require(account["session"] as? String)
        for page in [try await page(), text(try await browser.send("GET", "/dashboard/page/live"))] {
            for kind in ["access token", "authentication, platform", "registration code", "device account"] {
                #expect(page.contains("<td>\(kind)</td>"))
            }
            #expect(page.contains("••••\(session.suffix(4))"))
            for secret in [session, code, caller.device, caller.bearer ?? "none"] { #expect(!page.contains(secret)) }
        }
    }

    @Test func formsOfOtherPagesAreKeptOut() async throws {
        let token = try await token()
        let action = [("action", "reset")]
        simulator.dashboard { $0.throttles = true }
        let good = [("token", token)]
        let port = simulator.baseURL.dropFirst("http://127.0.0.1:".count)
        for (fields, headers) in [
            ([], []), ([("token", "")], []), ([("token", "0")], []), (good + good, []),
            (good, [("Origin", "http://evil.example")]), (good, [("Origin", "null")]),
            (good, [("Origin", "http://127.0.0.1:1")]), (good, [("Origin", "http://localhost:\(port)")]),
            (good, [("Host", "evil.example")]),
        ] as [([(String, String)], [(String, String)])] {
            let answer = try await browser.form("/dashboard/page/act", fields + action, headers: headers)
            #expect(answer.status == 403)
        }
        // Not as another kind of body, nor in the address.
        let json = try await browser.send(
            "POST", "/dashboard/page/act?token=\(token)&action=reset", headers: [("Content-Type", "application/json")],
            body: "{}")
        #expect(json.status == 403)
        #expect(simulator.dashboard { $0.throttles })
        let own = try await browser.form(
            "/dashboard/page/act", good + action, headers: [("Origin", simulator.baseURL)])
        #expect(own.status == 303 && !simulator.dashboard { $0.throttles })
        #expect(try await browser.send("GET", "/dashboard", headers: [("Host", "evil.example")]).status == 403)
        #expect(text(try await browser.send("GET", "/", headers: [("Host", "evil.example")])).contains(token) == false)
    }
}
