import Base
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct TransportProxyTests {
    @Test("A request goes through the proxy's tunnel, and the proxy learns the host alone")
    func tunnel() async throws {
        let certificates = try TestCertificates()
        let server = try TLSServer(.wrongName, of: certificates)
        let proxy = try LoopbackServer { _ in
            [.text("HTTP/1.1 200 Go\r\nX-Proxy: 1\r\n\r\n"), .tunnel(to: server.port), .close]
        }
        let transport = CurlTransport(
            settings: .init(certificateAuthorityFile: certificates.authorityFile, proxy: proxy.url("")))
        let url = "https://\(TestCertificates.otherHost)/path?q=SECRET-77"
        let response = try await transport.send(HTTPRequest(url: url, headers: [("Authorization", "Bearer SECRET-77")]))
        #expect(response.status == 200)
        #expect(response.text.contains("s_server"))
        #expect(response[header: "X-Proxy"] == nil)
        #expect(proxy.requests.map(\.method) == ["CONNECT"])
        #expect(proxy.requests.map(\.target) == ["\(TestCertificates.otherHost):443"])
        #expect(proxy.requests[0][header: "Authorization"] == nil)
    }

    @Test("A proxy that cannot be reached, that nobody knows, or that makes no sense; no message holds its password")
    func unreachable() async throws {
        let port = try UnusedPort()
        for proxy in ["127.0.0.1:\(port.number)", unknownHost, "127.0.0.1:SECRET-77", "[SECRET-77"] {
            let transport = CurlTransport(settings: .init(proxy: "http://user:SECRET-77@\(proxy)"))
            let error = await transport.failure(of: HTTPRequest(url: "https://service.example/"))
            #expect(error?.code == .unreachable, "\(proxy): \(String(describing: error))")
            #expect(error?.message.contains("SECRET-77") == false)
        }
    }

    @Test("A proxy that refuses the tunnel", arguments: [403, 407, 502])
    func refuses(status: Int) async throws {
        let proxy = try LoopbackServer { _ in LoopbackServer.answer(status, text: "SECRET-77") + [.close] }
        let transport = CurlTransport(settings: .init(proxy: proxy.url("")))
        let error = await transport.failure(of: HTTPRequest(url: "https://service.example/path?q=1"))
        #expect(error?.code == .unreachable, "\(String(describing: error))")
        #expect(error?.message.contains("SECRET-77") == false)
        #expect(proxy.requests.count == 1)
    }

    @Test("Loopback is reached without the proxy")
    func loopback() async throws {
        let port = try UnusedPort()
        let server = try LoopbackServer { _ in LoopbackServer.answer() }
        let transport = CurlTransport(settings: .init(proxy: "http://127.0.0.1:\(port.number)"))
        #expect(try await transport.send(HTTPRequest(url: server.url())).status == 200)
    }

    // A process of its own: to set a variable where other threads read the environment would crash them.
    @Test("The environment is not read: neither for a proxy, nor for what goes past it")
    func environment() async {
        await #expect(processExitsWith: .success) {
            let port = try UnusedPort()
            let environment = [
                "http_proxy": "http://127.0.0.1:\(port.number)", "all_proxy": "http://127.0.0.1:\(port.number)",
                "no_proxy": "service.example",
            ]
            for (name, value) in environment { setenv(name, value, 1) }
            let server = try LoopbackServer { _ in LoopbackServer.answer() }
            #expect(try await CurlTransport().send(HTTPRequest(url: server.url())).status == 200)

            let proxy = try LoopbackServer { _ in LoopbackServer.answer(403) + [.close] }
            let transport = CurlTransport(settings: .init(proxy: proxy.url("")))
            _ = await transport.failure(of: HTTPRequest(url: "https://service.example/"))
            #expect(proxy.requests.map(\.method) == ["CONNECT"])
        }
    }
}
