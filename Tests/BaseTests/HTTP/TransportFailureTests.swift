import Base
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct TransportFailureTests {
    private let transport = CurlTransport()

    // MARK: Nobody there

    @Test("T05: a refused port")
    func refused() async throws {
        let port = try UnusedPort()
        let error = await transport.failure(of: HTTPRequest(url: "http://127.0.0.1:\(port.number)/"))
        #expect(error?.code == .unreachable)
        #expect(error?.message.contains("127.0.0.1") == true)
    }

    @Test("T05: an unknown host")
    func unknown() async {
        #expect(await transport.failure(of: HTTPRequest(url: "https://\(unknownHost)/"))?.code == .unreachable)
    }

    @Test(
        "T05: closed or reset before, or inside, the answer's head",
        arguments: [
            "", "HTTP/1.1 20", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nX-",
            "HTTP/1.1 100 Continue\r\n\r\n",
        ], [LoopbackServer.Step.close, .reset])
    func closedInHead(_ part: String, _ end: LoopbackServer.Step) async throws {
        let server = try LoopbackServer { _ in [.text(part), end] }
        let error = await transport.failure(of: HTTPRequest(url: server.url()))
        #expect(error?.code == .unreachable, "\(String(describing: error))")
    }

    @Test("A server that goes away during an upload", arguments: [LoopbackServer.Step.close, .reset])
    func uploadCut(_ end: LoopbackServer.Step) async throws {
        let server = try LoopbackServer.raw([end])
        let request = HTTPRequest(
            method: "POST", url: "http://127.0.0.1:\(server.port)/", body: Data(count: 32 << 20))
        let error = await transport.failure(of: request)
        #expect(error?.code == .unreachable, "\(String(describing: error))")
    }

    // MARK: Cut and broken bodies

    @Test("T05 T08: a body shorter than announced", arguments: [LoopbackServer.Step.close, .reset])
    func shortBody(_ end: LoopbackServer.Step) async throws {
        let server = try LoopbackServer { _ in
            [.text(LoopbackServer.head(200, [("Content-Length", "100")])), .text("half"), end]
        }
        #expect(await transport.failure(of: HTTPRequest(url: server.url()))?.code == .incompleteBody)
    }

    @Test(
        "T08: a chunked body cut, reset, or with broken chunks",
        arguments: [
            [LoopbackServer.Step.text("5\r\nhel"), .close], [.text("5\r\nhello\r\n"), .close],
            [.text("5\r\nhello\r\n"), .reset], [.text("zz\r\n"), .close], [.close],
        ])
    func brokenChunks(_ steps: [LoopbackServer.Step]) async throws {
        let server = try LoopbackServer { _ in
            [.text(LoopbackServer.head(200, [("Transfer-Encoding", "chunked")]))] + steps
        }
        let error = await transport.failure(of: HTTPRequest(url: server.url()))
        #expect(error?.code == .incompleteBody, "\(String(describing: error))")
    }

    @Test("A reset inside a body without length is no clean end")
    func resetWithoutLength() async throws {
        let gate = Gate()
        let server = try LoopbackServer { _ in
            [.text(LoopbackServer.head(200, [("Connection", "close")])), .drip(Data("half".utf8)), .wait(gate), .reset]
        }
        async let error = transport.failure(of: HTTPRequest(url: server.url()))
        await server.waitForRequests(1)
        gate.open()
        #expect(await error?.code == .incompleteBody)
    }

    @Test("A body that is not the gzip it says it is")
    func brokenGzip() async throws {
        let server = try LoopbackServer { _ in
            LoopbackServer.answer(200, [("Content-Encoding", "gzip")], text: "not gzip at all")
        }
        let error = await transport.failure(of: HTTPRequest(url: server.url()))
        #expect(error?.code == .incompleteBody, "\(String(describing: error))")
    }

    @Test("T08: gzip that ends early inside a whole body is a 200; its reader must tell whether it is whole")
    func cutGzip() async throws {
        let server = try LoopbackServer { _ in
            LoopbackServer.answer(200, [("Content-Encoding", "gzip")], body: Gzip.hello.dropLast(12))
        }
        let response = try await transport.send(HTTPRequest(url: server.url()))
        #expect("hello, hello, hello".hasPrefix(response.text))
    }

    @Test("What is no HTTP at all")
    func noHTTP() async throws {
        let server = try LoopbackServer { _ in [.text("220 mail.example ESMTP SECRET-77\r\n"), .close] }
        let error = await transport.failure(of: HTTPRequest(url: server.url()))
        #expect(error?.code == .other)
        #expect(error?.message.contains("SECRET-77") == false)
    }

    // MARK: Too much

    @Test(
        "P04: a 64 MB body is refused while it arrives, announced or not, on any way of framing",
        arguments: [
            [("Content-Length", String(64 << 20))], [("Connection", "close")], [("Content-Encoding", "identity")],
        ])
    func hugeBody(_ fields: [(String, String)]) async throws {
        let server = try LoopbackServer { _ in
            [.text(LoopbackServer.head(200, fields)), .flood(Data(count: 1 << 20), times: 64), .close]
        }
        let error = await transport.failure(of: HTTPRequest(url: server.url(), bodyLimit: 1 << 20))
        #expect(error?.code == .bodyTooLarge)
        await server.waitForClosedConnections(1)
        #expect(server.bytesSent < 32 << 20)
    }

    @Test("P04: a length over the limit is refused as soon as it is announced")
    func announced() async throws {
        let server = try LoopbackServer { _ in
            [.text(LoopbackServer.head(200, [("Content-Length", String(64 << 20))])), .text("x"), .hang]
        }
        let error = await transport.failure(of: HTTPRequest(url: server.url(), bodyLimit: 1 << 20))
        #expect(error?.code == .bodyTooLarge)
    }

    @Test("P04: a gzip bomb is refused by what it becomes, not by what it is")
    func gzipBomb() async throws {
        #expect(Gzip.bomb.count < 300)
        let server = try LoopbackServer { _ in
            LoopbackServer.answer(200, [("Content-Encoding", "gzip, gzip")], body: Gzip.bomb)
        }
        #expect(await transport.failure(of: HTTPRequest(url: server.url(), bodyLimit: 1 << 20))?.code == .bodyTooLarge)
        let whole = try await transport.send(HTTPRequest(url: server.url(), bodyLimit: 64 << 20))
        #expect(whole.body.count == 64 << 20)
    }

    @Test("A body of exactly the limit is taken, one byte more is not", arguments: [0, 1, 1000, 100_000])
    func limit(_ limit: Int) async throws {
        let server = try LoopbackServer { request in
            let count = request.target == "/more" ? limit + 1 : limit
            return [.text(LoopbackServer.head(200, [("Connection", "close")])), .send(Data(count: count)), .close]
        }
        let response = try await transport.send(HTTPRequest(url: server.url("/fits"), bodyLimit: limit))
        #expect(response.body.count == limit)
        let error = await transport.failure(of: HTTPRequest(url: server.url("/more"), bodyLimit: limit))
        #expect(error?.code == .bodyTooLarge)
    }

    @Test("A header without end is refused")
    func hugeHead() async throws {
        let server = try LoopbackServer { _ in
            [
                .text("HTTP/1.1 200 OK\r\n"),
                .flood(Data("X-Filler: \(String(repeating: "x", count: 1000))\r\n".utf8), times: 64_000),
            ]
        }
        #expect(await transport.failure(of: HTTPRequest(url: server.url()))?.code == .other)
        await server.waitForClosedConnections(1)
        #expect(server.bytesSent < 32 << 20)
    }

    @Test(
        "Interim answers without end are refused, and so are trailers",
        arguments: [
            ("", "HTTP/1.1 100 Continue\r\n\r\n"),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n", "X-Trailer: a\r\n"),
        ])
    func headFlood(_ beginning: String, _ part: String) async throws {
        let server = try LoopbackServer { _ in
            [.text(beginning), .flood(Data(String(repeating: part, count: 1000).utf8), times: 2000)]
        }
        let error = await transport.failure(of: HTTPRequest(url: server.url()))
        #expect(error?.code == .other, "\(String(describing: error))")
        await server.waitForClosedConnections(1)
        #expect(server.bytesSent < 16 << 20)
    }

    @Test("No message holds the query, a header or a body")
    func messages() async throws {
        let port = try UnusedPort()
        let server = try LoopbackServer { request in
            switch request.target.prefix(2) {
            case "/1": [.text(LoopbackServer.head(200, [("Content-Length", "100")])), .text("SECRET-77"), .close]
            case "/2": [.text("SECRET-77\r\n"), .close]
            case "/3": LoopbackServer.answer(200, [("Content-Encoding", "gzip")], text: "SECRET-77")
            case "/4": LoopbackServer.answer(200, [("Content-Encoding", "SECRET-77")], text: "SECRET-77")
            case "/5": [.text("HTTP/1.1 200 OK\r\nContent-Length: SECRET-77\r\n\r\n"), .close]
            case "/6":
                [.text(LoopbackServer.head(200, [("Transfer-Encoding", "chunked")])), .text("SECRET-77\r\n"), .close]
            case "/7": LoopbackServer.answer(200, text: "SECRET-77")
            default: [.close]
            }
        }
        let urls =
            (0...7).map { server.url("/\($0)?token=SECRET-77") } + [
                "http://127.0.0.1:\(port.number)/?SECRET-77", "http://service.example/?SECRET-77",
                "http://SECRET-77@127.0.0.1/", "ftp://127.0.0.1/SECRET-77", "SECRET-77", "http://[SECRET-77]/",
                "http://127.0.0.1:1/?SECRET-77\r\nX: y", "http://127.0.0.1:SECRET-77/",
            ]
        for url in urls {
            let request = HTTPRequest(
                method: "POST", url: url, headers: [("Authorization", "SECRET-77")], body: Data("SECRET-77".utf8),
                bodyLimit: 1000)
            let error = await transport.failure(of: request)
            #expect(error?.message.contains("SECRET-77") != true, "\(url)")
            #expect(error != nil || url.contains("/7"), "\(url)")
        }
    }
}
