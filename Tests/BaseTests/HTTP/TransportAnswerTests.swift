import Base
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct TransportAnswerTests {
    private let transport = CurlTransport()

    @Test func anAnswerIsGivenWhole() async throws {
        let server = try LoopbackServer { _ in
            LoopbackServer.answer(203, [("X-First", "1"), ("x-first", "2"), ("X-Empty", "")], text: "hello")
        }
        let response = try await transport.send(HTTPRequest(url: server.url()))
        #expect(response.status == 203)
        #expect(response.text == "hello")
        #expect(
            response.headers.map { "\($0.name)=\($0.value)" } == [
                "X-First=1", "x-first=2", "X-Empty=", "Content-Length=5",
            ])
    }

    @Test(
        "T01 T02: a 401 answers at once with its status, whatever it asks for",
        arguments: [
            "Basic realm=\"x\"", "Bearer realm=\"x\"", "Digest realm=\"x\", nonce=\"1\"", "Negotiate", "NTLM", nil,
        ])
    func challenge(_ challenge: String?) async throws {
        let server = try LoopbackServer { _ in
            LoopbackServer.answer(401, challenge.map { [("WWW-Authenticate", $0)] } ?? [], text: "nope")
        }
        let response = try await transport.send(HTTPRequest(url: server.url()))
        #expect(response.status == 401)
        #expect(response.text == "nope")
        #expect(response[header: "WWW-Authenticate"] == challenge)
        #expect(server.requests.count == 1)
        #expect(server.requests[0][header: "Authorization"] == nil)
    }

    @Test("T03: a redirect is an answer, and its target hears nothing", arguments: [301, 302, 303, 307, 308])
    func redirect(status: Int) async throws {
        let other = try LoopbackServer { _ in LoopbackServer.answer() }
        let server = try LoopbackServer { _ in LoopbackServer.answer(status, [("Location", other.url("/x"))]) }
        let request = HTTPRequest(
            method: "POST", url: server.url(), headers: [("Authorization", "Bearer SECRET-77")],
            body: Data("client_secret=SECRET-77".utf8))
        let response = try await transport.send(request)
        #expect(response.status == status)
        #expect(response[header: "location"] == other.url("/x"))
        #expect(server.requests.count == 1)
        #expect(other.connectionCount == 0)
    }

    @Test("Cookies are not kept")
    func cookies() async throws {
        let server = try LoopbackServer { _ in LoopbackServer.answer(200, [("Set-Cookie", "a=b; Path=/")]) }
        for _ in 0..<2 { _ = try await transport.send(HTTPRequest(url: server.url())) }
        #expect(server.requests.count == 2)
        #expect(server.requests.allSatisfy { $0[header: "Cookie"] == nil })
    }

    @Test("Interim answers are passed over, trailers left out")
    func interim() async throws {
        let server = try LoopbackServer { _ in
            [
                .text("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"),
                .text(LoopbackServer.head(200, [("Transfer-Encoding", "chunked"), ("X-Real", "1")])),
                .text("5\r\nhello\r\n0\r\nX-Trailer: 1\r\n\r\n"),
            ]
        }
        let response = try await transport.send(HTTPRequest(url: server.url()))
        #expect(response.status == 200)
        #expect(response.headers.map(\.name) == ["Transfer-Encoding", "X-Real"])
        #expect(response.text == "hello")
    }

    @Test("T08: a body without length ends where the connection does; its reader must tell whether it is whole")
    func bodyWithoutLength() async throws {
        let server = try LoopbackServer { _ in
            [.text(LoopbackServer.head(200, [("Connection", "close")])), .text("{\"code\":\"AB"), .close]
        }
        let response = try await transport.send(HTTPRequest(url: server.url()))
        #expect(response.status == 200)
        #expect(response.text == "{\"code\":\"AB")
    }

    @Test func aCompressedBodyIsDecoded() async throws {
        let server = try LoopbackServer { request in
            #expect(request[header: "Accept-Encoding"] == "gzip")
            return LoopbackServer.answer(200, [("Content-Encoding", "gzip")], body: Gzip.hello)
        }
        #expect(try await transport.send(HTTPRequest(url: server.url())).text == "hello, hello, hello")
    }

    @Test func anOwnAcceptEncodingStands() async throws {
        let server = try LoopbackServer { _ in
            LoopbackServer.answer(200, [("Content-Encoding", "gzip")], body: Gzip.hello)
        }
        let request = HTTPRequest(url: server.url(), headers: [("Accept-Encoding", "identity")])
        #expect(try await transport.send(request).body == Gzip.hello)
        #expect(server.requests[0][header: "Accept-Encoding"] == "identity")
    }
}
