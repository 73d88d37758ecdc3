import PassSimulator
import Testing

extension BrowserTests {
    /// The second screen, on a phone, by keyboard alone.
    @Suite struct ActivationPageTests {
        @Test("a wrong, an expired and a right code", arguments: Stage.API.allCases)
        func activation(_ api: Stage.API) async throws {
            let stage = try Stage(api, .tvOS)
            try await stage.signIn()
            let old = try await stage.code()
            try await Browser.with(.phone) { browser in
                let journal = Journal(browser)
                try await browser.open(stage.simulator.baseURL + "/activate")
                #expect(try await browser.focused.label == "Code shown on your TV")
                try await browser.press("ABCDEFG" + Key.enter)
                #expect(try await browser.find("[role=alert]").text.hasPrefix("This code is wrong."))

                stage.clock.advance(by: .seconds(1800))
                #expect(try await stage.outcome() != .status(1, ""))
                try await browser.selectAll()
                try await browser.press(old + Key.enter)
                #expect(try await browser.find("p", saying: "This code is too old.").text.isEmpty == false)

                stage.core.getAuthentication()
                stage.core.setSelectedProvider("NorthCable")
                let code = try await stage.code()
                try await browser.selectAll()
                // As people type: small letters, a blank and a dash.
                try await browser.press("\(code.prefix(3).lowercased()) -\(code.dropFirst(3).lowercased())" + Key.enter)
                _ = try await browser.find("h1", saying: "Sign in to North Cable")
                try await browser.press("viewer" + Key.tab + "secret" + Key.enter)
                _ = try await browser.find("h1", saying: "Your TV is activated")
                #expect(try await browser.find("[role=status]").text == "Signed in. Your TV continues by itself.")
                try await journal.expectPeace()
            }
            await stage.clock.waitForSleepers(.poll)
            stage.clock.advance(by: .seconds(5))
            #expect(try await stage.outcome() == .status(1, ""))
        }

        @Test func thePersonPicksTheProviderByKeyboard() async throws {
            let stage = try Stage(.v2, .tvOS)
            let code = try await Self.codeWithoutProvider(stage.simulator)
            try await Browser.with(.phone) { browser in
                let journal = Journal(browser)
                try await browser.open(stage.simulator.baseURL + "/activate")
                try await browser.press(code + Key.enter)
                _ = try await browser.find("h1", saying: "Choose your TV provider")
                try await browser.press(Key.tab + Key.tab)
                #expect(try await browser.focused.label == "South Satellite")
                try await browser.press(Key.enter)
                _ = try await browser.find("h1", saying: "Sign in to South Satellite")
                // Who would rather not is told so, and may try again.
                try await browser.press(Key.tab + Key.tab + Key.tab)
                #expect(try await browser.focused.label == "Cancel")
                try await browser.press(Key.enter)
                #expect(try await browser.find("[role=alert]").text.hasPrefix("You are not signed in."))
                try await journal.expectPeace()
            }
        }

        /// A code of a device that leaves the choice to the second screen.
        static func codeWithoutProvider(_ simulator: PassSimulator) async throws -> String {
            let service = Wire(simulator)
            return try await service.registrationCode()
        }
    }
}
