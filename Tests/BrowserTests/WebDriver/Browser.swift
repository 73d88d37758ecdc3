import Base
import Foundation

/// A browser, driven over W3C WebDriver.
///
/// Elements are waited for by the browser itself (implicit wait); nothing here sleeps.
struct Browser: Sendable {
    /// How a person looks at the pages.
    enum Screen: Sendable {
        case desk
        /// 360 px, as small phones have.
        case phone
    }

    private static let transport = CurlTransport()
    private let session: String

    /// Opens a browser for the time of `body`, with a profile of its own that is thrown away.
    static func with<Result: Sendable>(
        _ screen: Screen = .desk, scripts: Bool = true, _ body: @Sendable (Browser) async throws -> Result
    ) async throws -> Result {
        let driver = try ChromeDriver()
        defer { driver.stop() }
        let browser = try await Browser(driver.url)
        do {
            if screen == .phone { try await browser.setWidth(360, height: 740, isPhone: true) }
            if !scripts { try await browser.devTools("Emulation.setScriptExecutionDisabled", ["value": true]) }
            let result = try await body(browser)
            try await browser.close()
            return result
        } catch {
            try? await browser.close()
            throw error
        }
    }

    private init(_ driver: String) async throws {
        let arguments = [
            "--headless=new", "--no-first-run", "--disable-gpu", "--disable-background-networking", "--disable-sync",
            "--disable-component-update", "--disable-dev-shm-usage", "--no-proxy-server", "--hide-scrollbars",
            "--window-size=1280,900",
            // No name resolves: what asks another machine fails, and shows.
            "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
        ]
        let options: [String: Any] = [
            // A sandbox cannot be had by root, as in containers; the pages are our own.
            "binary": Chromium.path, "args": arguments + (geteuid() == 0 ? ["--no-sandbox"] : []),
        ]
        let capabilities: [String: Any] = [
            "browserName": "chrome", "goog:chromeOptions": options,
            "goog:loggingPrefs": ["browser": "ALL", "performance": "ALL"],
            "timeouts": ["implicit": 10_000, "pageLoad": 30_000, "script": 10_000],
        ]
        let made: Session = try await Self.ask(
            "POST", driver + "/session", ["capabilities": ["alwaysMatch": capabilities]])
        session = driver + "/session/" + made.sessionId
    }

    private struct Session: Decodable { var sessionId: String }

    // MARK: Pages

    func open(_ url: String) async throws { try await tell("POST", "/url", ["url": url]) }

    var url: String { get async throws { try await ask("GET", "/url") } }

    var title: String { get async throws { try await ask("GET", "/title") } }

    var source: String { get async throws { try await ask("GET", "/source") } }

    /// The first element of a CSS selector, once it is there.
    func find(_ selector: String) async throws -> Element { try await find("css selector", selector) }

    /// The first element of that kind with this text, once it is there.
    func find(_ kind: String, saying text: String) async throws -> Element {
        try await find("xpath", "//\(kind)[contains(normalize-space(.), \"\(text)\")]")
    }

    private func find(_ strategy: String, _ value: String) async throws -> Element {
        let found: [String: String] = try await ask("POST", "/element", ["using": strategy, "value": value])
        return Element(browser: self, id: found.values.first ?? "")
    }

    /// What has the keyboard.
    var focused: Element {
        get async throws {
            let found: [String: String] = try await ask("GET", "/element/active")
            return Element(browser: self, id: found.values.first ?? "")
        }
    }

    /// Presses keys, one after the other, wherever the focus is.
    func press(_ keys: String) async throws {
        let actions = keys.flatMap { key in
            [["type": "keyDown", "value": String(key)], ["type": "keyUp", "value": String(key)]]
        }
        try await tell("POST", "/actions", ["actions": [["type": "key", "id": "keyboard", "actions": actions]]])
    }

    /// Selects all of the field that has the keyboard, by keyboard.
    func selectAll() async throws {
        let actions = [("keyDown", Key.control), ("keyDown", "a"), ("keyUp", "a"), ("keyUp", Key.control)].map {
            ["type": $0.0, "value": $0.1]
        }
        try await tell("POST", "/actions", ["actions": [["type": "key", "id": "keyboard", "actions": actions]]])
    }

    /// The value of an expression in the page.
    func value<Value: Decodable & Sendable>(_ script: String) async throws -> Value {
        try await ask("POST", "/execute/sync", ["script": "return \(script)", "args": [String]()])
    }

    // MARK: Looks

    func setWidth(_ width: Int, height: Int, isPhone: Bool, scale: Double = 1) async throws {
        try await devTools(
            "Emulation.setDeviceMetricsOverride",
            ["width": width, "height": height, "deviceScaleFactor": scale, "mobile": isPhone])
    }

    func setDark(_ isDark: Bool) async throws {
        try await devTools(
            "Emulation.setEmulatedMedia",
            ["features": [["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]]])
    }

    /// A PNG of what is in sight.
    func screenshot() async throws -> Data {
        let text: String = try await ask("GET", "/screenshot")
        return Data(base64Encoded: text) ?? Data()
    }

    private func devTools(_ command: String, _ parameters: [String: Any]) async throws {
        try await tell("POST", "/goog/cdp/execute", ["cmd": command, "params": parameters])
    }

    // MARK: The wire

    private func close() async throws { try await tell("DELETE", "") }

    func tell(_ method: String, _ path: String, _ body: [String: Any] = [:]) async throws {
        _ = try await Self.send(method, session + path, body)
    }

    func ask<Value: Decodable & Sendable>(
        _ method: String, _ path: String, _ body: [String: Any] = [:]
    ) async throws -> Value {
        try await Self.ask(method, session + path, body)
    }

    private static func ask<Value: Decodable & Sendable>(
        _ method: String, _ url: String, _ body: [String: Any]
    ) async throws -> Value {
        try JSONDecoder().decode(Envelope<Value>.self, from: await send(method, url, body)).value
    }

    private static func send(_ method: String, _ url: String, _ body: [String: Any]) async throws -> Data {
        let data = method == "POST" ? try JSONSerialization.data(withJSONObject: body) : nil
        let answer = try await transport.send(
            HTTPRequest(
                method: method, url: url, headers: [("Content-Type", "application/json")], body: data,
                timeLimit: .seconds(60)))
        guard answer.status == 200 else {
            let refusal = try? JSONDecoder().decode(Envelope<Failure>.self, from: answer.body).value
            throw refusal ?? Failure(error: "status \(answer.status)", message: "")
        }
        return answer.body
    }

    private struct Envelope<Value: Decodable>: Decodable { var value: Value }

    /// What the driver says went wrong.
    struct Failure: Error, Decodable {
        var error: String
        var message: String
    }
}

/// An element of a page.
struct Element: Sendable {
    let browser: Browser
    let id: String

    func click() async throws { try await browser.tell("POST", "/element/\(id)/click") }

    func type(_ text: String) async throws { try await browser.tell("POST", "/element/\(id)/value", ["text": text]) }

    var text: String { get async throws { try await browser.ask("GET", "/element/\(id)/text") } }

    func property(_ name: String) async throws -> String {
        try await browser.ask("GET", "/element/\(id)/property/\(name)")
    }

    /// What a screen reader calls it.
    var label: String { get async throws { try await browser.ask("GET", "/element/\(id)/computedlabel") } }
}

/// Keys without a letter (W3C WebDriver, keyboard actions).
enum Key {
    static let tab = "\u{E004}"
    static let enter = "\u{E007}"
    static let control = "\u{E009}"
}
