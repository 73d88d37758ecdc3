import Base
import Foundation
import TestSupport
import Testing

@testable import PlatformAccount

@Suite("Loopback listener: what it takes for the redirect")
struct LoopbackGateTests {
    private static let gate = LoopbackGate(port: 8123, path: "/abc", state: "s1", title: "Done")

    private static func head(_ request: String, host: String = "127.0.0.1:8123", more: String = "") -> [UInt8] {
        Array("\(request)\r\nHost: \(host)\r\n\(more)\r\n".utf8)
    }

    @Test("The redirect, decoded and whole")
    func redirect() {
        let verdict = Self.gate.judge(Self.head("GET /abc?state=s1&code=a%2Bb+c HTTP/1.1"))
        guard case .redirect(let redirect) = verdict else {
            Issue.record("\(verdict)")
            return
        }
        #expect(redirect["code"] == "a+b c")
        #expect(redirect["nothing"] == nil)
        #expect(redirect.url == "http://127.0.0.1:8123/abc?state=s1&code=a%2Bb+c")
    }

    @Test(
        "Anything else is refused",
        arguments: [
            ("GET /abc?state=s2 HTTP/1.1", 400), ("GET /abc HTTP/1.1", 400),
            ("GET /abc?state=s1&state=s1 HTTP/1.1", 400),
            ("GET /abc?state=%zz HTTP/1.1", 400), ("GET /abc?state=%+1 HTTP/1.1", 400),
            ("POST /abc?state=s1 HTTP/1.1", 405), ("HEAD /abc?state=s1 HTTP/1.1", 405),
            ("GET /abcd?state=s1 HTTP/1.1", 404), ("GET /ABC?state=s1 HTTP/1.1", 404), ("GET / HTTP/1.1", 404),
            ("GET http://127.0.0.1:8123/abc?state=s1 HTTP/1.1", 404), ("GET /favicon.ico HTTP/1.1", 404),
            ("GET /abc?state=s1 HTTP/2", 400), ("GET /abc?state=s1", 400), ("GET  /abc?state=s1 HTTP/1.1", 400),
            ("GET /abc?state=s1\u{7} HTTP/1.1", 400), ("GET /abc?state=é HTTP/1.1", 400),
        ])
    func refused(_ request: String, _ status: Int) {
        #expect(Self.gate.judge(Self.head(request)) == .refused(status))
    }

    @Test(
        "A page of another host name is refused, whatever its path",
        arguments: ["evil.example:8123", "127.0.0.1", "127.0.0.1:80", "localhost:8123", ""])
    func rebinding(_ host: String) {
        #expect(Self.gate.judge(Self.head("GET /abc?state=s1 HTTP/1.1", host: host)) == .refused(400))
    }

    @Test("Two host fields, none, and a line that is no field")
    func fields() {
        let redirect = "GET /abc?state=s1 HTTP/1.1"
        #expect(Self.gate.judge(Self.head(redirect, more: "host: 127.0.0.1:8123\r\n")) == .refused(400))
        #expect(Self.gate.judge(Array("\(redirect)\r\n\r\n".utf8)) == .refused(400))
        #expect(Self.gate.judge(Self.head(redirect, more: "nonsense\r\n")) == .refused(400))
    }

    @Test("A head is judged once it is whole, and may not be endless")
    func size() {
        let whole = Self.head("GET /abc?state=s1 HTTP/1.1")
        for count in 0..<whole.count { #expect(Self.gate.judge(Array(whole[..<count])) == .incomplete) }
        let long = Self.head("GET /abc?state=s1 HTTP/1.1", more: "A: \(String(repeating: "a", count: 20_000))\r\n")
        #expect(Self.gate.judge(long) == .refused(431))
        #expect(Self.gate.judge(Array(repeating: 0x41, count: 16_385)) == .refused(431))
    }

    @Test("The page shows its title as text")
    func page() {
        let gate = LoopbackGate(port: 1, path: "/", state: nil, title: "<b>&")
        let answer = String(decoding: gate.answer(to: .redirect(LoopbackRedirect(url: "", query: []))), as: UTF8.self)
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(answer.contains("<h1>&lt;b>&amp;</h1>"))
        #expect(answer.contains("Cache-Control: no-store\r\n"))
        #expect(answer.contains("<title>&lt;b>&amp;</title>"))
        let refused = String(decoding: gate.answer(to: .refused(404)), as: UTF8.self)
        #expect(refused.hasPrefix("HTTP/1.1 404 Refused\r\n") && refused.contains("frame-ancestors 'none'\r\n"))
    }
}

@Suite("Loopback listener: on the wire", .timeLimit(.minutes(2)))
struct LoopbackListenerTests {
    @Test(
        "Waits through strangers, silent connections and wrong states for the redirect; stopped, it leaves nothing open"
    )
    func oneRedirect() async throws {
        let listener = try LoopbackListener(checksState: true, title: "Signed in")
        let transport = CurlTransport()
        let silent = try (0..<4).map { _ in try #require(RawConnection(to: listener.port)) }
        let root = try await transport.send(HTTPRequest(url: "http://127.0.0.1:\(listener.port)/"))
        #expect(root.status == 404)
        let forged = try await transport.send(HTTPRequest(url: "\(listener.redirectURL)?code=x&state=guess"))
        #expect(forged.status == 400)

        let page = try await transport.send(HTTPRequest(url: "\(listener.redirectURL)?code=c&state=\(listener.state)"))
        #expect(page.status == 200)
        #expect(String(decoding: page.body, as: UTF8.self).contains("Signed in"))
        let redirect = await listener.redirect()
        #expect(redirect?["code"] == "c")
        listener.stop()
        // Its thread closes the port with the connections it still has.
        for connection in silent { #expect(connection.receiveAll().text.isEmpty) }
    }

    @Test("A request in pieces is one request")
    func pieces() async throws {
        let listener = try LoopbackListener()
        let connection = try #require(RawConnection(to: listener.port))
        let path = listener.redirectURL.dropFirst("http://127.0.0.1:\(listener.port)".count)
        for byte in "GET \(path)?a=1 HTTP/1.1\r\nHost: 127.0.0.1:\(listener.port)\r\n\r\n".utf8 {
            connection.send([byte])
        }
        #expect(connection.receiveAll().text.hasPrefix("HTTP/1.1 200 OK"))
        #expect(await listener.redirect()?["a"] == "1")
    }

    @Test("Stopped, released or its asker cancelled: no redirect, and nothing hangs")
    func stopped() async throws {
        let listener = try LoopbackListener()
        listener.stop()
        #expect(await listener.redirect() == nil)
        let other = try LoopbackListener()
        let asker = Task { await other.redirect() }
        asker.cancel()
        #expect(await asker.value == nil)
    }

    @Test("A port in use is said in one line; paths and states never repeat")
    func ports() throws {
        let first = try LoopbackListener()
        let error = #expect(throws: LoopbackListenerError.self) { try LoopbackListener(port: first.port) }
        #expect(error?.message.hasPrefix("port \(first.port) of 127.0.0.1 cannot be listened on: ") == true)
        let second = try LoopbackListener()
        #expect(first.state != second.state)
        #expect(first.redirectURL.suffix(32) != second.redirectURL.suffix(32))
        #expect(first.state.utf8.count == 32)
    }
}
