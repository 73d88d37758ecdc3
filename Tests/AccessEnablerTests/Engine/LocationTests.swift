import Foundation
import Testing

@testable import AccessEnabler

/// Service URLs as hosts write them.
@Suite struct ServiceURLTests {
    @Test(
        "S2.M: the SDK's own hosts, as documents and hosts write them, mean the hosts of the REST APIs",
        arguments: [
            "sp.auth.adobe.com", "https://sp.auth.adobe.com", "https://sp.auth.adobe.com/", "SP.AUTH.ADOBE.COM",
            "https://SP.auth.adobe.com", "http://sp.auth.adobe.com/", "sp.auth.adobe.com/adobe-services",
            "https://sp.auth.adobe.com/adobe-services/", "http://sp.auth.adobe.com/adobe-services",
            " sp.auth.adobe.com\n", "api.auth.adobe.com", "https://api.auth.adobe.com/",
        ])
    func production(_ url: String) {
        #expect(ServiceURL.base(url) == "https://api.auth.adobe.com")
        let staging = url.replacingOccurrences(of: "auth.adobe", with: "auth-staging.adobe")
            .replacingOccurrences(of: "AUTH.ADOBE", with: "AUTH-STAGING.ADOBE")
        #expect(ServiceURL.base(staging) == "https://api.auth-staging.adobe.com")
    }

    @Test(
        "S2.M: any other URL stays, without trailing slashes, with https where no scheme is named",
        arguments: [
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"), ("http://127.0.0.1:8080//", "http://127.0.0.1:8080"),
            ("https://pass.example/base/", "https://pass.example/base"), ("pass.example", "https://pass.example"),
            ("https://sp.auth.adobe.com.evil.example", "https://sp.auth.adobe.com.evil.example"),
            ("https://xsp.auth.adobe.com", "https://xsp.auth.adobe.com"),
            ("https://sp.auth.adobe.com:8443", "https://sp.auth.adobe.com:8443"),
            ("https://u@sp.auth.adobe.com", "https://u@sp.auth.adobe.com"),
            ("http://pass.example", "http://pass.example"),
        ])
    func others(_ url: String, _ expected: String) {
        #expect(ServiceURL.base(url) == expected)
    }

    @Test("S2.M: asked once each, in the host's order; none named means the standard one")
    func urls() {
        let pool = ServicePool(standardURL: "https://standard.example", clock: ManualClock()) { _ in
            fatalError("no service is asked here")
        }
        #expect(pool.urls([]) == ["https://standard.example"])
        #expect(
            pool.urls(["https://b.example/", "a.example", "https://b.example", "https://a.example"])
                == ["https://b.example", "https://a.example"])
        #expect(
            pool.urls(["sp.auth.adobe.com", "https://api.auth.adobe.com"]) == ["https://api.auth.adobe.com"])
    }
}

/// Where stores live: "XDG Base Directory Specification".
@Suite struct StoreLocationTests {
    private func directory(_ dataHome: String?, _ home: String?, _ accountHome: String? = nil) -> String {
        StoreLocation.directory(dataHome: dataHome, home: home, accountHome: accountHome)
    }

    @Test("I1: XDG_DATA_HOME where it is an absolute path, else the home directory")
    func dataHome() {
        #expect(directory("/data", "/home/a", "/home/b") == "/data/accessenabler")
        for ignored in [nil, "", "data", "./data", "~/data"] {
            #expect(directory(ignored, "/home/a", "/home/b") == "/home/a/.local/share/accessenabler")
        }
    }

    @Test("I1: without a usable HOME the account's home directory, never a place beside the current directory")
    func noHome() {
        for ignored in [nil, "", "home", "./a"] {
            #expect(directory(nil, ignored, "/home/b") == "/home/b/.local/share/accessenabler")
            #expect(directory(nil, ignored) == "/.local/share/accessenabler")
        }
    }

    @Test("I1: the standard place is that of this process's environment")
    func standard() throws {
        let environment = ProcessInfo.processInfo.environment
        let account = try #require(getpwuid(getuid()))
        #expect(
            StoreLocation.standard()
                == directory(environment["XDG_DATA_HOME"], environment["HOME"], String(cString: account.pointee.pw_dir))
        )
    }
}
