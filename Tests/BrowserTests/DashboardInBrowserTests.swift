import PassSimulator
import Testing

extension BrowserTests {
    /// The dashboard beside a running host.
    @Suite struct DashboardInBrowserTests {
        private func signedIn() async throws -> Stage {
            let stage = try Stage()
            try await stage.signIn()
            let redirect = await SimulatedPerson().signIn(at: try await stage.address())
            guard case .redirected(let url) = redirect else {
                throw Browser.Failure(error: "login", message: "\(redirect)")
            }
            stage.core.handleExternalURL(url)
            #expect(try await stage.outcome() == .status(1, ""))
            return stage
        }

        @Test(
            "S3.Z3b: integration switched off, with scripts and without, and the running host sees it",
            arguments: [true, false])
        func aSwitchIsSeen(_ hasScripts: Bool) async throws {
            let stage = try await signedIn()
            try await Browser.with(scripts: hasScripts) { browser in
                let journal = Journal(browser)
                try await browser.open(stage.simulator.baseURL + "/dashboard")
                try await browser.find("summary", saying: "North Cable").click()
                let toggle = try await browser.find("#mvpd-NORTHSTAR-NorthCable-isIntegrated")
                #expect(try await toggle.label == "Integration active")
                try await toggle.click()
                try await browser.find("details[open] button.primary").click()
                _ = try await browser.find("[role=status].success")
                #expect(try await browser.find("details[open] .badge.bad").text == "not integrated")
                try await journal.expectPeace()
            }
            stage.core.setRequestor("NORTHSTAR")
            stage.core.checkAuthentication()
            #expect(try await stage.next { $0 == .advanced("N000") } == .advanced("N000"))
            #expect(try await stage.outcome() == .status(0, "USER_NOT_AUTHENTICATED_ERROR"))
        }

        @Test func theListsFollowAHostAndHideItsSecrets() async throws {
            let stage = try Stage()
            try await Browser.with { browser in
                let journal = Journal(browser)
                try await browser.open(stage.simulator.baseURL + "/dashboard")
                _ = try await browser.find("td", saying: "None yet.")
                let region = try await browser.find("[role=region][aria-label=Requests]")
                _ = try await browser.value("document.querySelector('[aria-label=Requests]').focus()") as String?

                try await stage.signIn()
                let address = try await stage.address()
                // It comes by itself: the page is not loaded again.
                _ = try await browser.find("td", saying: "v2Session")
                _ = try await browser.find("td", saying: "registration code")
                _ = try await browser.find("td", saying: "access token")
                #expect(try await browser.focused.id == region.id)

                #expect(await SimulatedPerson().signIn(at: address) == .redirected("adobepass://ios.app"))
                _ = try await browser.find("td", saying: "profile")
                let source = try await browser.source
                #expect(source.contains("••••"))
                let code = try #require(address.split(separator: "/").last)
                #expect(!source.contains(code))
                try await journal.expectPeace()
            }
        }

        @Test func aFaultIsSetAndEverythingIsReset() async throws {
            let stage = try Stage()
            try await Browser.with { browser in
                try await browser.open(stage.simulator.baseURL + "/dashboard")
                try await browser.find("#fault-effect option[value=html]").click()
                try await browser.find("#fault-times").type("9")
                try await browser.find("button", saying: "Set fault").click()
                #expect(try await browser.find("[aria-label='Faults in force'] td code").text.contains("\"times\":9"))
                stage.core.setRequestor("NORTHSTAR")
                #expect(try await stage.next { if case .ready = $0 { true } else { false } } == .ready(0))
                try await browser.find("button", saying: "Reset everything").click()
                _ = try await browser.find("p", saying: "No fault is set.")
            }
            stage.core.setRequestor("NORTHSTAR")
            #expect(try await stage.next { if case .ready = $0 { true } else { false } } == .ready(1))
        }
    }
}
