import AppleIDSimulator
import AuthenticationServices
import Foundation
import TestSupport
import Testing

extension BrowserTests {
    /// Sign in with Apple through a running `ASAuthorizationController`: the browser goes through the local identity
    /// provider's pages, and its form reaches the app by the listener on loopback.
    @Suite struct AppleIDPageTests {
        @Test("AS.S1, AS.S2: name edited, address hidden; the second sign-in asks for neither, and brings neither")
        func signInTwice() async throws {
            let app = try await App(AppleIDSimulator())
            try await Browser.with { browser in
                let journal = Journal(browser)
                try await browser.open(await app.begin())
                _ = try await browser.find("h1", saying: "Sign in to com.example.juice with your Apple Account")
                #expect(try await browser.focused.property("name") == "username")
                try await browser.find("#username").type("jane@example.com")
                try await browser.find("#password").type("secret")
                try await browser.find("button", saying: "Continue").click()
                try await browser.find("#code").type("123456" + Key.enter)
                _ = try await browser.find("h1", saying: "Use your Apple Account with com.example.juice?")
                #expect(try await browser.find("#firstName").property("value") == "Jane")
                try await browser.find("#firstName").click()
                try await browser.selectAll()
                try await browser.press("Zoë <b>\"&'")
                try await browser.find("#person-address option[value=hide]").click()
                try await browser.find("button", saying: "Continue").click()
                _ = try await browser.find("p", saying: "You can close this page and go back to the app.")
                let first = try await app.credential()
                #expect(first.fullName?.givenName == "Zoë <b>\"&'" && first.fullName?.familyName == "Appleseed")
                #expect(first.email?.hasSuffix("@privaterelay.appleid.com") == true)

                try await browser.open(await app.begin())
                try await browser.find("#username").type("jane@example.com" + Key.tab + "secret" + Key.enter)
                try await browser.find("#code").type("123456" + Key.enter)
                _ = try await browser.find("p", saying: "Signed in as jane@example.com.")
                #expect(
                    try await browser.value("document.querySelectorAll('input:not([type=hidden]),select').length") == 0)
                try await browser.find("button", saying: "Continue").click()
                _ = try await browser.find("p", saying: "You can close this page and go back to the app.")
                let second = try await app.credential()
                #expect(second.user == first.user && second.fullName == nil && second.email == nil)
                try await journal.expectPeace()
            }
        }

        @Test("AS.S1: by keyboard alone, on a phone; a wrong password and a wrong code are said, and tried again")
        func keyboard() async throws {
            let app = try await App(AppleIDSimulator())
            try await Browser.with(.phone) { browser in
                let journal = Journal(browser)
                try await browser.open(await app.begin())
                try await browser.press("jane@example.com" + Key.tab + "guess" + Key.enter)
                #expect(
                    try await browser.find("[role=alert]").text == "The Apple Account or the password is wrong.")
                #expect(try await browser.title.hasPrefix("Error: "))
                #expect(try await browser.find("#username").property("value") == "jane@example.com")
                #expect(try await browser.focused.label == "Apple Account")
                try await browser.press(Key.tab + "secret" + Key.enter)
                _ = try await browser.find("h1", saying: "Two-factor authentication")
                #expect(try await browser.focused.label == "Code from your trusted device")
                try await browser.press("000000" + Key.enter)
                #expect(try await browser.find("[role=alert]").text == "The code is wrong.")
                try await browser.press("123456" + Key.enter)
                _ = try await browser.find("h1", saying: "Use your Apple Account")
                var labels: [String] = []
                for _ in 0..<5 {
                    try await browser.press(Key.tab)
                    labels.append(try await browser.focused.label)
                }
                #expect(labels == ["First name", "Last name", "Email", "Continue", "Cancel"])
                let isTooWide: Bool = try await browser.value(
                    "document.documentElement.scrollWidth > document.documentElement.clientWidth")
                #expect(!isTooWide)
                try await browser.find("#lastName").type(Key.enter)
                _ = try await browser.find("p", saying: "You can close this page and go back to the app.")
                #expect(try await app.credential().email == "jane@example.com")
                try await journal.expectPeace()
            }
        }

        @Test("AS.F1: cancel leads back to the app from every step", arguments: 0..<3)
        func cancel(_ step: Int) async throws {
            let app = try await App(AppleIDSimulator())
            try await Browser.with { browser in
                try await browser.open(await app.begin())
                if step > 0 {
                    try await browser.press("jane@example.com" + Key.tab + "secret" + Key.enter)
                    _ = try await browser.find("#code")
                }
                if step > 1 {
                    try await browser.press("123456" + Key.enter)
                    _ = try await browser.find("#firstName")
                }
                // Empty fields do not hold the person back.
                try await browser.find("button", saying: "Cancel").click()
                _ = try await browser.find("p", saying: "You can close this page and go back to the app.")
            }
            #expect(try await app.failure() == .canceled)
            #expect(app.simulator.subject(of: "jane@example.com") == nil)
        }

        @Test("AS.S1: without scripts the last button is the person's") func withoutScripts() async throws {
            let app = try await App(AppleIDSimulator())
            try await Browser.with(scripts: false) { browser in
                try await browser.open(await app.begin())
                try await browser.press("juan@example.com" + Key.tab + "secret" + Key.enter)
                try await browser.find("#code").type("123456" + Key.enter)
                _ = try await browser.find("#firstName")
                try await browser.find("button", saying: "Continue").click()
                _ = try await browser.find("h1", saying: "Back to the app")
                try await browser.find("button", saying: "Continue").click()
                _ = try await browser.find("p", saying: "You can close this page and go back to the app.")
            }
            #expect(try await app.credential().fullName?.familyName == "Chavez")
        }

        @Test("a page that is over says so, and the dashboard ends a consent")
        func dashboard() async throws {
            let app = try await App(AppleIDSimulator())
            try await Browser.with { browser in
                let journal = Journal(browser)
                let address = await app.begin()
                try await browser.open(address)
                try await browser.press("jane@example.com" + Key.tab + "secret" + Key.enter)
                try await browser.find("#code").type("123456" + Key.enter)
                _ = try await browser.find("#firstName")
                try await browser.find("button", saying: "Continue").click()
                _ = try await browser.find("p", saying: "You can close this page and go back to the app.")
                _ = try await app.credential()
                try await browser.open(app.simulator.baseURL + "/")
                try await browser.find("button", saying: "End consent of jane@example.com").click()
                _ = try await browser.find("p", saying: "jane@example.com: not signed in")
                #expect(app.simulator.subject(of: "jane@example.com") == nil)
                try await browser.find("label", saying: "Announces proof keys").click()
                try await browser.find("button", saying: "Set").click()
                _ = try await browser.find("input[name=proof]:checked")
                #expect(app.simulator.settings.supportsProofKey)
                try await journal.expectPeace()
            }
        }

        @Test(
            "every page can be used by people with other eyes, hands and screens",
            arguments: [Browser.Screen.desk, .phone])
        func accessibility(_ screen: Browser.Screen) async throws {
            let app = try await App(AppleIDSimulator())
            try await Browser.with(screen) { browser in
                func expectNoFaults(_ page: String) async throws {
                    for isDark in [false, true] {
                        try await browser.setDark(isDark)
                        let faults: [String] = try await browser.value(AccessibilityTests.faults)
                        #expect(faults == [], "\(page) on \(screen), dark: \(isDark)")
                    }
                }
                try await browser.open(app.simulator.baseURL + "/")
                try await expectNoFaults("dashboard")
                try await browser.open(await app.begin())
                try await expectNoFaults("sign-in")
                try await browser.press("jane@example.com" + Key.tab + "guess" + Key.enter)
                _ = try await browser.find("[role=alert]")
                try await expectNoFaults("wrong password")
                try await browser.press(Key.tab + "secret" + Key.enter)
                _ = try await browser.find("#code")
                try await expectNoFaults("code")
                try await browser.press("123456" + Key.enter)
                _ = try await browser.find("#firstName")
                try await expectNoFaults("consent")
                try await browser.find("button", saying: "Continue").click()
                _ = try await browser.find("p", saying: "You can close this page and go back to the app.")
                try await expectNoFaults("listener")
            }
        }
    }

    /// An app that signs people in with the local identity provider.
    @MainActor
    final class App: NSObject, ASAuthorizationControllerDelegate {
        typealias Outcome = Result<ASAuthorization, ASAuthorizationError>

        nonisolated let simulator: AppleIDSimulator
        private let directory: TemporaryDirectory
        private let provider: ASAuthorizationAppleIDProvider
        private let pages: AsyncStream<String>
        private let outcomes: AsyncStream<Outcome>
        private let hear: AsyncStream<Outcome>.Continuation

        init(_ simulator: AppleIDSimulator) throws {
            self.simulator = simulator
            directory = try TemporaryDirectory()
            let key = try directory.write(simulator.developerKeyPEM.exposed, to: "AuthKey.p8")
            let client = simulator.client
            let (pages, show) = AsyncStream.makeStream(of: String.self)
            let (outcomes, hear) = AsyncStream.makeStream(of: Outcome.self)
            (self.pages, self.outcomes, self.hear) = (pages, outcomes, hear)
            provider = ASAuthorizationAppleIDProvider(
                service: SignInWithAppleService(
                    SignInWithAppleConfiguration(
                        clientID: client.id,
                        clientSecret: .key(DeveloperKey(teamID: client.teamID, keyID: client.keyID, file: key)),
                        redirectURI: nil, listener: RedirectListenerSettings(), baseURL: simulator.baseURL,
                        proofKey: .always),
                    storage: InMemoryKeychain()
                ) { address, _ in
                    show.yield(address.absoluteString)
                    return true
                })
        }

        /// Begins a sign-in, and gives the page's address.
        func begin() async -> String {
            let request = provider.createRequest()
            request.requestedScopes = [.fullName, .email]
            let controller = ASAuthorizationController(authorizationRequests: [request])
            controller.delegate = self
            controller.performRequests()
            for await page in pages { return page }
            return ""
        }

        func credential() async throws -> ASAuthorizationAppleIDCredential {
            let outcome = try await #require(next())
            return try #require(outcome.get().credential as? ASAuthorizationAppleIDCredential)
        }

        func failure() async throws -> ASAuthorizationError.Code? {
            if case .failure(let error) = try await #require(next()) { error.code } else { nil }
        }

        private func next() async -> Outcome? {
            for await outcome in outcomes { return outcome }
            return nil
        }

        func authorizationController(
            controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
        ) {
            hear.yield(.success(authorization))
        }

        func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error) {
            hear.yield(.failure(error as? ASAuthorizationError ?? ASAuthorizationError(.unknown)))
        }
    }
}
