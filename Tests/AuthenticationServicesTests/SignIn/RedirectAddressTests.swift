import Testing

@testable import AppleIDSimulator

/// Where the stand-in sends a browser with a code: nowhere but to this machine, unless an address was registered.
@Suite struct RedirectAddressTests {
    @Test(
        "A code stays on this machine",
        arguments: [
            "http://127.0.0.1:8080/callback", "http://localhost:1/", "http://127.0.0.1:65535?x=1",
            "http://127.0.0.1:80",
        ])
    func loopback(_ address: String) {
        #expect(AppleClient().mayRedirect(to: address))
    }

    @Test(
        "What a browser reads as another machine, or as two lines, is refused",
        arguments: [
            "http://127.0.0.1:80@evil.example/x", "http://localhost:@evil.example/",
            "http://127.0.0.1:9\\@evil.example",
            "http://127.0.0.1:80/cb#frag", "http://127.0.0.1:80/\r\nSet-Cookie: a=1", "http://127.0.0.1:65536/",
            "http://127.0.0.1:+80/", "http://127.0.0.1:/", "http://127.0.0.1.evil.example/", "https://evil.example/",
            "http://127.0.0.1:٨٠/", "javascript:alert(1)", "",
        ])
    func elsewhere(_ address: String) {
        #expect(!AppleClient().mayRedirect(to: address))
    }

    @Test("A registered address counts to the letter")
    func registered() {
        let client = AppleClient(redirectURIs: ["https://example.com/cb"])
        #expect(client.mayRedirect(to: "https://example.com/cb"))
        #expect(!client.mayRedirect(to: "https://example.com/cb/"))
        #expect(!client.mayRedirect(to: "http://127.0.0.1:80/"))
    }
}
