import Base
import Foundation
import FoundationXML
import PassSimulator
import Testing

/// The MVPD's own login: codes, pages, second screen, temporary passes (rest-v1, sections 5, 6, 8 and 9).
@Suite struct LoginTests {
    private let simulator: PassSimulator
    private let clock = ManualClock()

    init() throws {
        simulator = try PassSimulator(clock: clock)
    }

    private func code(_ caller: Caller, _ fields: [(String, String)] = []) async throws -> [String: Any] {
        let answer = try await caller.form(
            "/reggie/v1/NORTHSTAR/regcode", [("deviceId", caller.device)] + fields)
        try #require(answer.status == 201)
        return try object(answer)
    }

    private func loginPath(_ code: String, mvpd: String = "NorthCable") -> String {
        "/api/v1/authenticate?reg_code=\(code)&requestor_id=NORTHSTAR&mso_id=\(mvpd)&noflash=true"
            + "&redirect_url=adobepass%3A%2F%2Fios.app"
    }

    @Test func aCodeIsReadAndRemoved() async throws {
        let caller = try await Caller.signedUp(simulator)
        let record = try await code(caller, [("mvpd", "NorthCable"), ("ttl", "600")])
        let text = try #require(record["code"] as? String)
        #expect(text.count == 7)
        #expect(record["mvpd"] as? String == "NorthCable")
        // A number here, a text in token JSON.
        #expect(record["expires"] as? Int == 1_796_050_800_000 + 600_000)
        let path = "/reggie/v1/NORTHSTAR/regcode/\(text)"
        var browser = Caller(simulator)
        #expect(try await browser.send("GET", path).status == 200)
        browser.accept = "application/xml"
        let root = try #require(XMLDocument(data: try await browser.send("GET", path).body).rootElement())
        #expect(root.localName == "regcode")
        #expect(try await caller.send("DELETE", path).status == 204)
        #expect(try await browser.send("GET", path).status == 404)
        #expect(try await caller.send("DELETE", path).status == 404)
    }

    @Test func aCodeEnds() async throws {
        let caller = try await Caller.signedUp(simulator)
        let text = try #require(try await code(caller)["code"] as? String)
        clock.advance(by: .seconds(1799))
        #expect(try await caller.send("GET", "/reggie/v1/NORTHSTAR/regcode/\(text)").status == 200)
        clock.advance(by: .seconds(1))
        #expect(try await caller.send("GET", "/reggie/v1/NORTHSTAR/regcode/\(text)").status == 404)
        #expect(try await caller.send("GET", loginPath(text)).status == 400)
    }

    @Test func badRequestsForCodesAreRefused() async throws {
        let caller = try await Caller.signedUp(simulator)
        let path = "/reggie/v1/NORTHSTAR/regcode"
        #expect(try await caller.form(path, []).status == 400)
        #expect(try await caller.form(path, [("deviceId", "d"), ("ttl", "36001")]).status == 400)
        #expect(try await caller.form(path, [("deviceId", "d"), ("ttl", "soon")]).status == 400)
        #expect(try await caller.form(path, [("deviceId", "d"), ("mvpd", "NOBODY")]).status == 400)
        #expect(try await caller.form("/reggie/v1/NOBODY/regcode", [("deviceId", "d")]).status == 400)
        #expect(try await Caller(simulator).form(path, [("deviceId", "d")]).status == 401)
    }

    @Test func aPersonSignsInAtThePage() async throws {
        let caller = try await Caller.signedUp(simulator)
        let text = try #require(try await code(caller)["code"] as? String)
        let url = simulator.baseURL + loginPath(text)
        #expect(try await caller.get("/api/v1/tokens/authn").status == 404)
        #expect(await SimulatedPerson().signIn(at: url, password: "guess") == .page(200))
        #expect(try await caller.get("/api/v1/tokens/authn").status == 404)
        #expect(await SimulatedPerson().signIn(at: url) == .redirected("adobepass://ios.app"))
        let token = try object(await caller.get("/api/v1/tokens/authn"))
        #expect(token["userId"] as? String == "u-viewer")
        // M1: only a platform account's token says where it came from.
        let metadata = try object(await caller.get("/api/v1/tokens/usermetadata"))
        let values = try #require(metadata["data"] as? [String: Any])
        #expect(values["tokenSource"] == nil)
        #expect(values["zip"] as? [String] == ["94040"])
    }

    @Test func thePageTellsAPersonWhatIsWrong() async throws {
        let caller = try await Caller.signedUp(simulator)
        let text = try #require(try await code(caller)["code"] as? String)
        simulator.dashboard { $0["NORTHSTAR", "NorthCable"]?.displayName = "A&E <b>Cable</b>" }
        let start = try await Caller(simulator).send("GET", loginPath(text))
        let page = try #require(start[header: "Location"])
        let session = try #require(page.split(separator: "=").last)
        let wrong = try await Caller(simulator).form(
            "/mvpd/login", [("session", String(session)), ("username", "viewer"), ("password", "x")])
        let html = String(decoding: wrong.body, as: UTF8.self)
        #expect(html.contains("role=\"alert\""))
        #expect(html.contains("A&amp;E &lt;b&gt;Cable&lt;/b&gt;"))
        #expect(html.contains("<label for=\"username\">"))
        #expect(try await Caller(simulator).send("GET", "/mvpd/login?session=unknown").status == 400)
    }

    @Test(arguments: [true, false]) func nobodyIsAskedWhereNobodyNeedsToBe(_ isDegraded: Bool) async throws {
        let caller = try await Caller.signedUp(simulator)
        let text = try #require(try await code(caller)["code"] as? String)
        simulator.dashboard {
            $0["NORTHSTAR", "NorthCable"]?.isDegraded = isDegraded
            $0["NORTHSTAR", "NorthCable"]?.signsInWithoutPage = !isDegraded
        }
        let outcome = await SimulatedPerson().open(simulator.baseURL + loginPath(text))
        #expect(outcome == .redirected("adobepass://ios.app"))
        #expect(try await caller.get("/api/v1/tokens/authn").status == 200)
    }

    @Test("O01: the MVPD knows the browser until its logout page was opened") func browserSession() async throws {
        let caller = try await Caller.signedUp(simulator)
        let text = try #require(try await code(caller)["code"] as? String)
        let start = try await Caller(simulator).send("GET", loginPath(text))
        let session = try #require(start[header: "Location"]?.split(separator: "=").last)
        let signedIn = try await Caller(simulator).form(
            "/mvpd/login", [("session", String(session)), ("username", "viewer"), ("password", "secret")])
        let cookie = try #require(signedIn[header: "Set-Cookie"]?.split(separator: ";").first)
        let again = try await Caller(simulator).send(
            "GET", loginPath(text), headers: [("Cookie", String(cookie))])
        #expect(again[header: "Location"] == "adobepass://ios.app")
        let logout = try await Caller(simulator).send(
            "GET",
            "/adobe-services/logout?mso_id=NorthCable&requestor_id=NORTHSTAR&redirect_url=adobepass%3A%2F%2Fios.app",
            headers: [("Cookie", String(cookie))])
        #expect(logout[header: "Location"] == "adobepass://ios.app")
        let asked = try await Caller(simulator).send(
            "GET", loginPath(text), headers: [("Cookie", String(cookie))])
        #expect(asked[header: "Location"]?.hasPrefix("/mvpd/login?session=") == true)
    }

    @Test(arguments: ["javascript://x/%0aalert(1)", "nowhere", "x%0d%0aSet-Cookie:a=b://y"])
    func aRedirectThatIsNoAddressIsRefused(_ redirect: String) async throws {
        let caller = try await Caller.signedUp(simulator)
        let text = try #require(try await code(caller)["code"] as? String)
        let answer = try await Caller(simulator).send(
            "GET",
            "/api/v1/authenticate?reg_code=\(text)&requestor_id=NORTHSTAR&mso_id=NorthCable&redirect_url=\(redirect)")
        #expect(answer.status == 400)
        #expect(answer[header: "Location"] == nil)
    }

    @Test func aSecondScreenActivatesTheFirst() async throws {
        let caller = try await Caller.signedUp(simulator)
        let text = try #require(try await code(caller, [("mvpd", "NorthCable")])["code"] as? String)
        #expect(await SimulatedPerson().activate("WRONG22", at: simulator.baseURL) == .page(200))
        #expect(try await caller.get("/api/v1/tokens/authn").status == 404)
        #expect(await SimulatedPerson().activate(text.lowercased(), at: simulator.baseURL) == .page(200))
        #expect(try await caller.get("/api/v1/tokens/authn").status == 200)
        // A code counts once.
        let again = try await Caller(simulator).form("/activate", [("code", text)])
        #expect(String(decoding: again.body, as: UTF8.self).contains("has been used"))
    }

    @Test func aCodeWithoutMVPDLetsThePersonPick() async throws {
        let caller = try await Caller.signedUp(simulator)
        let text = try #require(try await code(caller)["code"] as? String)
        let picker = try await Caller(simulator).form("/activate", [("code", text)])
        let html = String(decoding: picker.body, as: UTF8.self)
        #expect(html.contains("name=\"mvpd\" value=\"EastFiber\""))
        let picked = try await Caller(simulator).form("/activate", [("code", text), ("mvpd", "EastFiber")])
        #expect(picked[header: "Location"]?.contains("mso_id=EastFiber") == true)
    }

    @Test func aTemporaryPassRunsFromItsFirstUse() async throws {
        simulator.dashboard {
            $0["NORTHSTAR", "EastFiber"]?.isTempPass = true
            $0["NORTHSTAR", "EastFiber"]?.tempPassLife = .seconds(60)
        }
        let caller = try await Caller.signedUp(simulator)
        let fields = [("requestor_id", "NORTHSTAR"), ("deviceId", caller.device), ("mso_id", "EastFiber")]
        #expect(try await caller.form("/api/v1/authenticate/freepreview", fields).status == 204)
        #expect(try await caller.get("/api/v1/tokens/authn").status == 200)
        clock.advance(by: .seconds(60))
        #expect(try await caller.get("/api/v1/tokens/authn").status == 410)
        #expect(try await caller.form("/api/v1/authenticate/freepreview", fields).status == 204)
        #expect(try await caller.get("/api/v1/tokens/authn").status == 410)
        let real = [("requestor_id", "NORTHSTAR"), ("deviceId", caller.device), ("mso_id", "NorthCable")]
        #expect(try await caller.form("/api/v1/authenticate/freepreview", real).status == 400)
    }
}
