import Base
import Foundation
import Testing

@testable import PassSimulator

/// The pages of the simulator as a browser gets them.
@Suite struct PageTests {
    private let simulator: PassSimulator
    private let clock = ManualClock()
    private let browser: Caller
    private static let hostile = "</title><script>alert('x')</script>\" onload=\"x"

    init() throws {
        simulator = try PassSimulator(clock: clock)
        var browser = Caller(simulator)
        browser.accept = "text/html,application/xhtml+xml,*/*;q=0.8"
        self.browser = browser
    }

    private func code(_ fields: [(String, String)] = []) async throws -> String {
        var caller = try await Caller.signedUp(simulator)
        caller.accept = "application/json"
        let answer = try await caller.form("/reggie/v1/NORTHSTAR/regcode", [("deviceId", "d")] + fields)
        return try #require(try object(answer)["code"] as? String)
    }

    private func loginPage(_ code: String, redirect: String = "adobepass%3A%2F%2Fios.app") async throws -> HTTPResponse
    {
        let start = try await browser.send(
            "GET",
            "/api/v1/authenticate?reg_code=\(code)&requestor_id=NORTHSTAR&mso_id=NorthCable&redirect_url=\(redirect)")
        return try await browser.send("GET", try #require(start[header: "Location"]))
    }

    private func policy(_ page: HTTPResponse) throws -> String {
        try #require(page[header: "Content-Security-Policy"])
    }

    @Test("The page at the end of a sign-in, which a listener says, has the look of these")
    func oneLook() {
        let sheet = String(decoding: PackageResources.style_css, as: UTF8.self).split(separator: "\n")
        for line in EndPage.style.split(separator: "\n") { #expect(sheet.contains(line), "\(line)") }
    }

    @Test func textsInMarkupAreEscapedAndMarkupIsNot() {
        let part: HTML = "<b>\(Self.hostile)</b>"
        let whole: HTML = "<p title=\"\("a\"b")\">\([part, part])\(7)\(part, if: false)</p>"
        let escaped = "&lt;/title&gt;&lt;script&gt;alert('x')&lt;/script&gt;&quot; onload=&quot;x"
        #expect(whole.markup == "<p title=\"a&quot;b\"><b>\(escaped)</b><b>\(escaped)</b>7</p>")
    }

    @Test(arguments: ["/", "/dashboard", "/activate", "/mvpd/login?session=unknown", "/nothing", "/dashboard/page/x"])
    func everyPageIsGuarded(_ path: String) async throws {
        let page = try await browser.send("GET", path)
        let policy = try policy(page)
        #expect(policy.hasPrefix("default-src 'none'; style-src 'self'; img-src 'self'; "))
        #expect(policy.contains("frame-ancestors 'none'") && policy.contains("base-uri 'none'"))
        #expect(!policy.contains("unsafe") && !policy.contains("*") && !policy.contains("data:"))
        #expect(page[header: "X-Content-Type-Options"] == "nosniff")
        #expect(page[header: "Cache-Control"] == "no-store")
        let html = text(page)
        #expect(html.contains("<html lang=\"en\">") && html.ranges(of: "<h1>").count == 1)
        // Nothing inline: the policy would stop it.
        #expect(!html.contains("style=\"") && !html.contains("<style") && html.ranges(of: /<script(?! src=)/).isEmpty)
        #expect(html.ranges(of: /(?:src|href|action)="(?:https?:)?\/\//).isEmpty)
    }

    @Test func errorsArePagesForPeopleAndJSONForPrograms() async throws {
        for path in ["/mvpd/login?session=unknown", "/api/v1/authenticate?reg_code=x", "/nothing"] {
            let page = try await browser.send("GET", path)
            let answer = try await Caller(simulator).send("GET", path)
            #expect(page.status == answer.status && page.status >= 400)
            #expect(text(page).contains("role=\"alert\""))
            #expect(try object(answer)["status"] as? Int == page.status)
        }
    }

    @Test(arguments: [
        ("adobepass%3A%2F%2Fios.app", "adobepass:"),
        ("http%3A%2F%2F127.0.0.1%3A4711%2Fback%3Fa", "http://127.0.0.1:4711"),
        ("https%3A%2F%2Ftv.example%2Fx", "https://tv.example"), ("com.example-1.tv%3A%2F%2Fx", "com.example-1.tv:"),
        ("x%3B%20script-src%20*%3A%2F%2Fx", nil), ("https%3A%2F%2Fa%3Bscript-src%2Fx", "https:"),
    ])
    func aLoginMayLeadToItsRedirectAndNowhereElse(_ redirect: String, _ target: String?) async throws {
        let code = try await code()
        guard let target else {
            let path = "/api/v1/authenticate?reg_code=\(code)&requestor_id=NORTHSTAR&mso_id=NorthCable&redirect_url="
            #expect(try await browser.send("GET", path + redirect).status == 400)
            return
        }
        let policy = try policy(await loginPage(code, redirect: redirect))
        #expect(policy.contains("form-action 'self' \(target); ") && !policy.contains("script-src"))
    }

    @Test func whatWasWrongWithASignInIsSaidAndTheNameIsKept() async throws {
        let page = try await loginPage(code())
        let session = try #require(text(page).firstMatch(of: /name="session" value="([0-9a-f]+)"/)).output.1
        #expect(text(page).contains("href=\"adobepass://ios.app\">Cancel"))
        let empty = text(try await browser.form("/mvpd/login", [("session", String(session)), ("username", "vi")]))
        #expect(empty.contains("Enter your user name and your password."))
        #expect(empty.contains("<title>Error: Sign in") && empty.contains("value=\"vi\""))
        let wrong = text(
            try await browser.form(
                "/mvpd/login", [("session", String(session)), ("username", "viewer"), ("password", "guess")]))
        #expect(wrong.contains("User name or password is wrong.") && wrong.contains("aria-invalid=\"true\""))
        #expect(wrong.contains("aria-describedby=\"problem\"") && !wrong.contains("guess"))
    }

    @Test func hostileNamesStayNames() async throws {
        simulator.dashboard {
            $0["NORTHSTAR", "NorthCable"]?.displayName = Self.hostile
            $0["NORTHSTAR", "NorthCable"]?.boardingStatus = Self.hostile
            $0.requestors["NORTHSTAR"]?.name = Self.hostile
        }
        _ = try await Caller(simulator).send("GET", "/api/v1/%3Cscript%3E?%3Cscript%3E=1")
        let code = try await code()
        let pages = [
            try await browser.send("GET", "/"), try await browser.send("GET", "/dashboard?open=NorthCable"),
            try await browser.send("GET", "/dashboard?find=%22%3E%3Cscript%3E"),
            try await browser.send("GET", "/dashboard/page/live"), try await loginPage(code),
            try await browser.form("/activate", [("code", code)]),
            try await browser.form("/activate", [("code", "%22%3E%3Cscript%3Ealert")]),
        ]
        for page in pages {
            #expect(page.status == 200)
            #expect(!text(page).contains("<script>") && !text(page).contains("\" onload"))
        }
    }

    @Test(
        "a code is taken as people type it",
        arguments: [
            { $0 }, { $0.lowercased() }, { " \($0) " }, { "\($0.prefix(3))-\($0.dropFirst(3))" },
            { $0.map { "\($0)" }.joined(separator: "+") },
            { "\($0.prefix(3))%E2%80%93\($0.dropFirst(3).lowercased())" },
        ] as [@Sendable (String) -> String])
    func typedCodes(_ type: @Sendable (String) -> String) async throws {
        let code = try await code([("mvpd", "NorthCable")])
        let answer = try await browser.form("/activate", [("code", type(code).replacing(" ", with: "+"))])
        #expect(answer[header: "Location"]?.contains("reg_code=\(code)") == true)
    }

    @Test func whatIsWrongWithACodeIsSaid() async throws {
        #expect(text(try await browser.form("/activate", [("code", "ABCDEFG")])).contains("This code is wrong."))
        #expect(text(try await browser.form("/activate", [("code", "-")])).contains("Enter the code"))
        #expect(text(try await browser.form("/activate", [])).contains("Enter the code"))
        let code = try await code()
        clock.advance(by: .seconds(1800))
        let old = text(try await browser.form("/activate", [("code", code)]))
        #expect(old.contains("This code is too old.") && old.contains("value=\"\(code)\""))
    }

    @Test func aLongListOfProvidersIsSearched() async throws {
        let simulator = try PassSimulator(.large)
        let caller = try await Caller.signedUp(simulator)
        let made = try object(await caller.form("/reggie/v1/NORTHSTAR/regcode", [("deviceId", "d")]))
        let code = try #require(made["code"] as? String)
        let all = text(try await caller.form("/activate", [("code", code)]))
        #expect(all.ranges(of: "class=\"provider\"").count == 40 && all.contains("960 more"))
        let found = text(try await caller.form("/activate", [("code", code), ("find", "east+FIB")]))
        #expect(found.ranges(of: "class=\"provider\"").count == 1 && found.contains("value=\"EastFiber\""))
        let none = text(try await caller.form("/activate", [("code", code), ("find", "nobody")]))
        #expect(none.contains("No TV provider has this name."))
        let accounts = try await caller.send("GET", "/idp/signin?redirect=a%3A%2F%2Fb&state=s&find=north")
        #expect(text(accounts).contains("name=\"provider\" value=\"northcable_apple\""))
        let board = try await caller.send("GET", "/dashboard", headers: [("Accept", "text/html")])
        #expect(text(board).ranges(of: "class=\"entry\"").count == 12 && text(board).contains("988 more"))
    }

    @Test(arguments: ["/web/style.css", "/web/live.js", "/web/icon.svg"])
    func whatPagesAreDrawnWithIsServed(_ path: String) async throws {
        let asset = try await browser.send("GET", path)
        #expect(asset.status == 200 && !asset.body.isEmpty)
        // Nothing of another machine: no import, no font, no picture.
        let foreign = text(asset).replacing("http://www.w3.org/2000/svg", with: "").contains(/https?:|@import|url\(/)
        #expect(!foreign)
        #expect(simulator.requests.isEmpty)
    }

    @Test func aLogoIsDrawnFromTheName() {
        #expect(Logo.initials("North Cable") == "NC")
        #expect(Logo.initials("スカイパーク 12") == "ス1")
        #expect(Logo.initials("\"Quoted\" & 'Co'") == "QC")
        #expect(Logo.initials("<>") == "TV" && Logo.initials("") == "TV")
        #expect(Logo.svg("A <b>") == Logo.svg("A <b>") && Logo.svg("North Cable") != Logo.svg("South Satellite"))
    }
}
