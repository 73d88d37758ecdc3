import Testing

extension BrowserTests {
    /// A login through a real host: the browser signs in, the host takes the redirect.
    @Suite struct LoginPageTests {
        @Test("a person signs in, and the host is told", arguments: Stage.API.allCases)
        func signIn(_ api: Stage.API) async throws {
            let stage = try Stage(api)
            try await stage.signIn()
            let address = try await stage.address()
            try await Browser.with { browser in
                let journal = Journal(browser)
                try await browser.open(address)
                _ = try await browser.find("h1", saying: "Sign in to North Cable")
                #expect(try await browser.focused.property("name") == "username")
                try await browser.focused.type("viewer")
                try await browser.find("#password").type("secret")
                try await browser.find("button", saying: "Sign in").click()
                let redirect = try await journal.redirect(to: "adobepass://")
                try await journal.expectPeace()
                stage.core.handleExternalURL(redirect)
            }
            #expect(try await stage.outcome() == .status(1, ""))
        }

        @Test func whatIsWrongIsSaidAndTriedAgain() async throws {
            let stage = try Stage()
            try await stage.signIn()
            let address = try await stage.address()
            try await Browser.with { browser in
                let journal = Journal(browser)
                try await browser.open(address)
                // Empty fields do not even leave the page.
                try await browser.find("button", saying: "Sign in").click()
                #expect(try await browser.value("document.querySelectorAll('input:invalid').length") as Int == 2)
                try await browser.find("#username").type("viewer")
                try await browser.find("#password").type("guess" + Key.enter)
                let alert = try await browser.find("[role=alert]")
                #expect(try await alert.text == "User name or password is wrong.")
                #expect(try await browser.title == "Error: Sign in to North Cable")
                #expect(try await browser.find("#username").property("value") == "viewer")
                #expect(try await browser.find("#password").property("value") == "")
                let described: String = try await browser.value(
                    "document.getElementById(document.getElementById('password').getAttribute('aria-describedby')).textContent"
                )
                #expect(described == "User name or password is wrong.")
                try await browser.find("#password").type("secret" + Key.enter)
                stage.core.handleExternalURL(try await journal.redirect(to: "adobepass://"))
                try await journal.expectPeace()
            }
            #expect(try await stage.outcome() == .status(1, ""))
        }

        @Test("cancel leads back to the host, which has no token", arguments: Stage.API.allCases)
        func cancel(_ api: Stage.API) async throws {
            let stage = try Stage(api)
            try await stage.signIn()
            let address = try await stage.address()
            try await Browser.with { browser in
                let journal = Journal(browser)
                try await browser.open(address)
                try await browser.find("a", saying: "Cancel").click()
                stage.core.handleExternalURL(try await journal.redirect(to: "adobepass://"))
            }
            #expect(try await stage.next { $0 == .advanced("N130") } == .advanced("N130"))
            guard case .status(0, _) = try await stage.outcome() else {
                Issue.record("a cancelled login must end with status 0")
                return
            }
        }

        @Test func anAddressThatIsOverIsExplained() async throws {
            let stage = try Stage()
            try await Browser.with { browser in
                try await browser.open(stage.simulator.baseURL + "/mvpd/login?session=0")
                #expect(try await browser.find("[role=alert]").text == "The login page is too old")
            }
        }
    }
}
