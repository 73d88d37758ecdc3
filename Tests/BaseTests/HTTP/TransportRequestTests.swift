import Base
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct TransportRequestTests {
    private let transport = CurlTransport()

    @Test(
        "The target goes on the wire byte for byte",
        arguments: [
            "/a/../b/./c", "//double//slash", "/%41%2f%2F%00?x=%41&y=a+b%20c&z", "/~!$&'()*,;=:@?/?a=[b]{c}|\\^`\"<>",
            "/?", "/?a=b=c&&", "/%zz", "/..",
        ])
    func exactTarget(_ target: String) async throws {
        let server = try LoopbackServer { _ in LoopbackServer.answer() }
        _ = try await transport.send(HTTPRequest(url: server.url(target)))
        #expect(server.requests.map(\.target) == [target])
    }

    @Test("A URL without a path asks for the root", arguments: [("", "/"), ("?a=b", "/?a=b")])
    func emptyPath(_ written: String, _ sent: String) async throws {
        let server = try LoopbackServer { _ in LoopbackServer.answer() }
        _ = try await transport.send(HTTPRequest(url: server.url(written)))
        #expect(server.requests.map(\.target) == [sent])
    }

    @Test(
        "Methods, with and without a body",
        arguments: [
            ("GET", nil, nil), ("GET", "a", "1"), ("POST", "a=b", "3"), ("POST", "", "0"), ("POST", nil, "0"),
            ("PUT", nil, "0"), ("DELETE", nil, nil), ("DELETE", "a", "1"), ("HEAD", nil, nil), ("ODD", nil, nil),
        ] as [(String, String?, String?)])
    func methods(_ method: String, _ body: String?, _ length: String?) async throws {
        let server = try LoopbackServer { _ in [.text(LoopbackServer.head(200, [("Content-Length", "0")]))] }
        let request = HTTPRequest(method: method, url: server.url(), body: body.map { Data($0.utf8) })
        #expect(try await transport.send(request).status == 200)
        let seen = try #require(server.requests.first)
        #expect(seen.method == method)
        #expect(seen[header: "Content-Length"] == length)
        #expect(seen.body == Data((body ?? "").utf8))
        #expect(seen[header: "Content-Type"] == nil)
    }

    @Test func headersGoInOrderAndWhole() async throws {
        let server = try LoopbackServer { _ in LoopbackServer.answer() }
        let headers = [
            ("X-One", "1"), ("X-Empty", ""), ("X-One", "2"), ("Content-Type", "application/json"),
            ("X-Text", "a: b; c=\"d\", \u{e9}\tf"), ("Accept", "application/xml"), ("User-Agent", "Test/1"),
        ]
        _ = try await transport.send(
            HTTPRequest(method: "POST", url: server.url(), headers: headers, body: Data("{}".utf8)))
        let names = Set(headers.map(\.0))
        let seen = server.requests[0].headers.filter { names.contains($0.name) }
        #expect(seen.map { "\($0.name)=\($0.value)" } == headers.map { "\($0.0)=\($0.1)" })
    }

    @Test("A large body goes at once, without waiting for a 100, byte for byte")
    func largeBody() async throws {
        let server = try LoopbackServer { _ in LoopbackServer.answer() }
        let body = Data((0..<(3 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        _ = try await transport.send(HTTPRequest(method: "POST", url: server.url(), body: body))
        #expect(server.requests[0].body == body)
        #expect(server.requests[0][header: "Expect"] == nil)
    }

    @Test(
        "What could end a line early is refused before anything is sent",
        arguments: [
            HTTPRequest(url: "PLACE", headers: [("X", "a\r\nY: b")]),
            HTTPRequest(url: "PLACE", headers: [("X", "a\nb")]),
            HTTPRequest(url: "PLACE", headers: [("X", "a\0b")]), HTTPRequest(url: "PLACE", headers: [("X\r\nY", "b")]),
            HTTPRequest(url: "PLACE", headers: [("", "b")]), HTTPRequest(url: "PLACE", headers: [("X:", "b")]),
            HTTPRequest(url: "PLACE", headers: [("X Y", "b")]), HTTPRequest(url: "PLACE", headers: [("X", "\u{7F}")]),
            HTTPRequest(url: "PLACE", headers: [("Transfer-Encoding", "chunked")]),
            HTTPRequest(url: "PLACE", headers: [("content-length", "1")]),
            HTTPRequest(method: "GET / HTTP/1.1\r\nX: y\r\n\r\n", url: "PLACE"), HTTPRequest(method: "", url: "PLACE"),
            HTTPRequest(url: "PLACE\r\nX: y"), HTTPRequest(url: "PLACE\0"), HTTPRequest(url: "PLACE a"),
            HTTPRequest(url: "PLACE\u{e9}"), HTTPRequest(url: "PLACE#fragment"),
        ])
    func injection(_ request: HTTPRequest) async throws {
        let server = try LoopbackServer { _ in LoopbackServer.answer() }
        var request = request
        request.url = request.url.replacingOccurrences(of: "PLACE", with: server.url("/?a=b"))
        let error = await transport.failure(of: request)
        #expect(error?.code == .invalidURL)
        #expect(server.connectionCount == 0)
    }

    @Test("Plain http reaches loopback alone, in whatever spelling")
    func loopbackNames() async throws {
        let server = try LoopbackServer { _ in LoopbackServer.answer() }
        for host in ["127.0.0.1", "localhost", "LocalHost"] {
            #expect(try await transport.send(HTTPRequest(url: "http://\(host):\(server.port)/")).status == 200)
        }
        // Nobody listens on other loopback addresses, but they are not refused as insecure.
        for host in ["127.9.9.9", "[::1]"] {
            let error = await transport.failure(of: HTTPRequest(url: "http://\(host):\(server.port)/"))
            #expect(error?.code == .unreachable, "\(host)")
        }
        for host in ["service.example", "192.0.2.1", "localhost.example", "127.0.0.1.example", "0.0.0.0"] {
            let error = await transport.failure(of: HTTPRequest(url: "http://\(host):\(server.port)/"))
            #expect(error?.code == .insecure, "\(host)")
        }
        #expect(server.requests.count == 3)
    }
}
