import Testing

@testable import Base

struct RequestTargetTests {
    @Test(
        "Hosts and ports",
        arguments: [
            ("https://service.example", "service.example", 443, true),
            ("HTTPS://a_b-c.d:8443/x", "a_b-c.d", 8443, true),
            ("https://192.0.2.1?x", "192.0.2.1", 443, true), ("https://1.2.3.4a/", "1.2.3.4a", 443, true),
            ("https://[2001:db8::1]:1/", "[2001:db8::1]", 1, true),
            ("http://localhost", "localhost", 80, false), ("http://LOCALHOST:65535/", "LOCALHOST", 65_535, false),
            ("http://127.0.0.1/@", "127.0.0.1", 80, false), ("http://127.255.0.9:8080", "127.255.0.9", 8080, false),
            ("http://[::1]:80/", "[::1]", 80, false), ("http://[0:0:0:0:0:0:0:1]/", "[0:0:0:0:0:0:0:1]", 80, false),
        ])
    func accepted(_ url: String, _ host: String, _ port: Int, _ isSecure: Bool) throws {
        let target = try RequestTarget(url)
        #expect(target.host == host)
        #expect(target.port == port)
        #expect(target.isSecure == isSecure)
    }

    @Test(
        "Plain http to what is not loopback in its ordinary spelling",
        arguments: [
            "http://service.example/", "http://127.0.0.1.example/", "http://localhost.example/", "http://localhost./",
            "http://127.1/", "http://2130706433/", "http://0x7f.0.0.1/", "http://0127.0.0.1/", "http://127.0.0.01/",
            "http://127.0.0.256/", "http://127.0.0/", "http://127.0.0.1./", "http://128.0.0.1/", "http://0.0.0.0/",
            "http://[::2]/", "http://[::]/", "http://[::ffff:127.0.0.1]/", "http://evil.example/?http://127.0.0.1/",
        ])
    func insecure(_ url: String) {
        #expect { try RequestTarget(url) } throws: { ($0 as? HTTPTransportError)?.code == .insecure }
    }

    @Test func aURLHasAnEnd() throws {
        let url = "https://service.example/" + String(repeating: "a", count: RequestTarget.longest)
        #expect { try RequestTarget(url) } throws: { ($0 as? HTTPTransportError)?.code == .invalidURL }
        _ = try RequestTarget(String(url.prefix(RequestTarget.longest)))
    }

    @Test(
        "What is no absolute http or https URL, or could be read in two ways",
        arguments: [
            "", "/path", "service.example", "ftp://127.0.0.1/", "file:///etc/passwd", "http:/127.0.0.1/",
            "http:127.0.0.1",
            "http://", "https://", "http:///path", "https://?x", "http://127.0.0.1@evil.example/",
            "http://user:pass@127.0.0.1/", "https://user@service.example/", "http://@127.0.0.1/",
            "http://127.0.0.1\\@evil.example/", "http://127.0.0.1\\.evil.example/", "http://127.0.0.1%2eevil.example/",
            "http://127.0.0.1:80@evil.example/", "http://127.0.0.1:80:80/", "http://127.0.0.1:/", "http://127.0.0.1:0/",
            "http://127.0.0.1:65536/", "http://127.0.0.1:99999999999999999999/", "http://127.0.0.1:+80/",
            "http://127.0.0.1:8 0/", "http://[::1/", "http://[::1]x/", "http://[::1%25lo]/", "http://[127.0.0.1]/",
            "http://[]/", "http://127.0.0.1#@evil.example/", "http://127.0.0.1/#f", " http://127.0.0.1/",
            "http://127.0.0.1/\r\nX: y", "http://127.0.0.1/\u{0}", "http://127.0.0.1/\u{e9}", "http://loc\u{e4}lhost/",
            "http://\u{ff11}27.0.0.1/", "https://service.example;a/", "https://a,b/", "https://a b/",
            "https://127.1/", "https://2130706433/", "https://0x7f.0.0.1/", "https://0300.0.2.1/",
            "https://192.0.2.1./",
            "https://192.0.2.256/", "https://a.0x1/",
        ])
    func invalid(_ url: String) {
        #expect { try RequestTarget(url) } throws: { ($0 as? HTTPTransportError)?.code == .invalidURL }
    }
}
