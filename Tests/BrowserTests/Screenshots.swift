import Foundation
import PassSimulator
import Testing

extension BrowserTests {
    /// The pictures of the documentation: `make screenshots`.
    @Suite(.enabled(if: !Chromium.screenshots.isEmpty, "made by 'make screenshots'")) struct Screenshots {
        @Test func pictures() async throws {
            let stage = try Stage()
            try await stage.signIn()
            let login = try await stage.address()
            let base = stage.simulator.baseURL
            let code = try await Wire(stage.simulator).registrationCode()
            try await Browser.with { browser in
                try await browser.setWidth(560, height: 560, isPhone: false)
                try await browser.open(login)
                try await browser.find("#username").type("viewer")
                try await save("login", browser)

                try await browser.setWidth(360, height: 480, isPhone: true, scale: 1.5)
                try await browser.open(base + "/activate")
                try await browser.find("#code").type("\(code.prefix(3))-\(code.dropFirst(3))")
                try await save("activation", browser)
                try await browser.press(Key.enter)
                _ = try await browser.find("h1", saying: "Choose your TV provider")
                try await save("picker", browser)

                stage.simulator.dashboard {
                    $0["NORTHSTAR", "NorthCable"]?.denials = ["Sports": .byMVPD("Sports is not part of your plan.")]
                }
                try await browser.setWidth(1280, height: 1660, isPhone: false)
                try await browser.open(base + "/dashboard?open=NorthCable")
                _ = try await browser.find("p", saying: "Updated every second.")
                try await save("dashboard", browser)
            }
        }

        private func save(_ name: String, _ browser: Browser) async throws {
            for (isDark, suffix) in [(false, ""), (true, "~dark")] {
                try await browser.setDark(isDark)
                let picture = try await browser.screenshot()
                try #require(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]))
                try picture.write(to: URL(filePath: Chromium.screenshots).appending(path: "\(name)\(suffix).png"))
            }
            try await browser.setDark(false)
        }
    }
}
