import Testing

@testable import AdobePass

@Suite struct ServiceAddressTests {
    @Test(
        "Loopback is 127.0.0.0/8, ::1 and localhost, written out in full",
        arguments: [
            ("http://127.0.0.1:8080", true), ("http://127.9.8.7", true), ("http://localhost:1/x", true),
            ("http://LOCALHOST", true), ("http://[::1]:80", true), ("https://127.0.0.1", true),
            ("https://api.auth.adobe.com", false), ("http://127.0.0.1.evil.example", false),
            ("http://127.evil.example", false), ("http://127.0.0.256", false), ("http://127.0.0.+1", false),
            ("http://localhost.evil.example", false), ("http://127.0.0.1@evil.example", false),
            ("http://evil.example#@127.0.0.1", false), ("http://evil.example/127.0.0.1", false), ("", false),
        ])
    func loopback(_ url: String, _ isLoopback: Bool) {
        #expect(ServiceAddress(url).isLoopback == isLoopback)
    }

    @Test(
        "One service is one authority, however its URL is written",
        arguments: [
            ("https://API.auth.adobe.com", "api.auth.adobe.com:443"), ("https://h:443", "h:443"),
            ("https://h:8443/a", "h:8443"), ("http://127.0.0.1/x", "127.0.0.1:80"), ("nonsense", "nonsense"),
        ])
    func authority(_ url: String, _ authority: String) {
        #expect(ServiceAddress(url).authority == authority)
    }

    @Test("Slashes at the end of a base URL do no harm")
    func trailingSlash() {
        #expect(ServiceAddress("https://h/sp//").base == "https://h/sp")
    }
}
