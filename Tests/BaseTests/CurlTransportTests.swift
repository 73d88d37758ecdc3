import Base
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct CurlTransportTests {
    @Test func getsAnAnswer() async throws {
        let server = try LoopbackServer { _ in LoopbackServer.answer(200, [("X-A", "b")], text: "hello") }
        let transport = CurlTransport()
        let response = try await transport.send(HTTPRequest(url: server.url("/a?b=c")))
        #expect(response.status == 200)
        #expect(response.body == Data("hello".utf8))
        #expect(response[header: "x-a"] == "b")
        #expect(server.requests.map(\.target) == ["/a?b=c"])
    }
}
