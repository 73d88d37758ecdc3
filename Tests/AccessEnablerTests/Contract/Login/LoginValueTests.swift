import AdobePass
import Base
import EntitlementStore
import Testing

@testable import AccessEnabler

@Suite("Step 4, its values")
struct LoginValueTests {
    @Test(
        "L01: the redirect whatever its case, path, query and fragment",
        arguments: [
            "adobepass://ios.app", "ADOBEPASS://ios.app/", "adobepass://ios.app?code=a%2Bb&state=%26",
            "adobepass://ios.app#f",
            "adobepass://IOS.APP/x/y?z",
        ])
    func redirects(_ url: String) {
        #expect(RedirectURL.standard.matches(url))
    }

    @Test(
        "L01: anything else is not the redirect",
        arguments: [
            "adobepass://ios.app.evil.example", "adobepass2://ios.app", "https://ios.app", "", "adobepass:ios.app",
            "adobepass://", "adobepass://x@ios.app", "adobepass://ios.app:1", " adobepass://ios.app",
            "adobepass://ios.app/" + String(repeating: "a", count: 1 << 20),
        ])
    func noRedirects(_ url: String) {
        #expect(!RedirectURL.standard.matches(url))
    }

    @Test("The address of a listener on this machine goes out with its path, and is known again without it")
    func loopback() throws {
        let redirect = try #require(RedirectURL(loopback: "http://127.0.0.1:8123/0a1b"))
        #expect(redirect.text == "http://127.0.0.1:8123/0a1b")
        #expect(redirect.matches("http://127.0.0.1:8123/0a1b?code=x"))
        #expect(!redirect.matches("http://127.0.0.1:8124/0a1b"))
        #expect(!redirect.matches("adobepass://ios.app"))
        #expect(RedirectURL(loopback: "http://[::1]:9/")?.text == "http://[::1]:9/")
    }

    @Test(
        "Any other address is none",
        arguments: [
            "", "http://tv.example/x", "https://127.0.0.1/x", "adobepass://ios.app", "http://127.0.0.1:1/?a=b",
            "http://127.0.0.1:1/#f", "http://127.0.0.1.evil.example/", "http://u@127.0.0.1/", "http://127.0.0.1:1/a b",
        ])
    func noLoopback(_ url: String) {
        #expect(RedirectURL(loopback: url) == nil)
    }

    @Test(
        "L15: addresses a host may open",
        arguments: [
            "https://login.example/", "HTTPS://login.example", "http://127.0.0.1:8080/x", "http://localhost/x",
            "http://[::1]:9/x", "https://h/?redirect_url=https%3A%2F%2Fh%2F%3Fa%3Db%2526c%20d",
        ])
    func usable(_ url: String) {
        #expect(isUsableLoginURL(url))
    }

    @Test(
        "L15: addresses no host may open",
        arguments: [
            "", "/relative", "login.example", "javascript:alert(1)", "http://login.example/", "https://",
            "https://a b/", "ftp://login.example/", "https://user@login.example/", "http://127.0.0.1.evil.example/",
            "http://127.0.0.1@evil.example/", "https://x\\@evil.example/", "https://x/\u{0}", "http://127.1/",
        ])
    func unusable(_ url: String) {
        #expect(!isUsableLoginURL(url))
    }

    @Test("S4.F: the older filter, one list, limits and orders and features nobody")
    func olderFilter() {
        let older = ProviderFilter(["B", "A"])
        #expect(older == ProviderFilter(tvProviders: ["B", "A"], featuredTVProviders: []))
        let all = configuration([("A", .supported, true), ("B", .supported, true), ("C", .supported, true)])
        let content = PickerContent(older, in: all)
        #expect(content.supported == ["B_apple", "A_apple"] && content.featured.isEmpty)
    }

    private func configuration(_ mvpds: [(id: String, status: BoardingStatus?, shown: Bool)]) -> MergedConfiguration {
        MergedConfiguration(
            requestor: "R",
            mvpds: mvpds.map { id, status, shown in
                var mvpd = ConfiguredMVPD(id: id)
                mvpd.boardingStatus = status
                mvpd.displayInPlatformPicker = shown
                mvpd.platformMappingID = "\(id)_apple"
                return BoundMVPD(mvpd: mvpd, serviceURL: "u")
            })
    }

    @Test("S4.F: the filter limits and orders; odd entries are ignored; nothing left means no filter")
    func filter() {
        let all = configuration([
            ("A", .supported, true), ("B", .picker, true), ("C", nil, true), ("D", .supported, false),
            ("E", .supported, true),
        ])
        func content(_ providers: [String], _ featured: [String] = []) -> PickerContent {
            PickerContent(ProviderFilter(tvProviders: providers, featuredTVProviders: featured), in: all)
        }
        #expect(PickerContent(nil, in: all).supported == ["A_apple", "B_apple", "E_apple"])
        #expect(content(["E", "A"]).supported == ["E_apple", "A_apple"])
        #expect(content(["E", "E", "NOBODY", "C", "D"]).supported == ["E_apple"])
        #expect(content(["C", "NOBODY"]).supported == ["A_apple", "B_apple", "E_apple"])
        #expect(content([]).supported == ["A_apple", "B_apple", "E_apple"])
        #expect(content(["E", "A"], ["A", "B"]).featured == ["A_apple"])
        #expect(content(["E"], ["A"]).supported == ["E_apple"])
        #expect(content(["B", "A"], ["B", "B", "C"]).featured == ["B_apple"])
        #expect(content([], ["B"]).featured == [])
    }

    @Test("S4.R3: polls grow from 5 s to 15 s, the last at the code's very end, then none (L07)")
    func polls() {
        var plan = PollPlan()
        var left = Duration.seconds(100)
        var pauses: [Duration] = []
        while let pause = plan.wait(remaining: left) {
            pauses.append(pause)
            left -= pause
        }
        #expect(pauses == [5, 7, 9, 11, 13, 15, 15, 15, 10].map { .seconds($0) })
        #expect(left == .zero)
        var late = PollPlan()
        #expect(late.wait(remaining: .zero) == .zero)
        #expect(late.wait(remaining: .zero) == nil)
    }

    @Test("L1 to L4: what logout does, by the latest token and platform", arguments: Platform.allCases)
    func logout(_ platform: Platform) {
        var regular = LoginSpace.stored
        regular.kind = .regular
        var partner = LoginSpace.stored
        partner.kind = .partner
        let end: Logout.Action = platform == .iOS ? .openPage : .conclude
        #expect(Logout.decide([], platform: platform) == [.removeAllTokens, end])
        #expect(
            Logout.decide([regular, partner], platform: platform)
                == [.removeAllTokens, .tellService(regular), .tellService(partner), end])
        #expect(
            Logout.decide([partner], platform: platform)
                == [.emit(.platformSignOut), .removeAllTokens, .tellService(partner), end])
    }
}
