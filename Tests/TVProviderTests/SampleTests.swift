import Foundation
import TestSupport
import Testing

/// Each console host runs to its end by itself where no person is.
@Suite("Console hosts", .timeLimit(.minutes(5)))
struct SampleTests {
    private func callbacks(_ name: String, mark: String = "< ") throws -> [String] {
        let home = try Home()
        let (status, output, complaints) = try Child(name, ["--auto"], home: home).end()
        #expect(status == 0, "\(complaints)\(output)")
        #expect(complaints.isEmpty)
        let lines = output.split(separator: "\n")
        return lines.compactMap { line in
            guard line.hasPrefix(mark) else { return nil }
            return line.dropFirst(mark.count).prefix { $0 != "(" && $0 != ":" }.split(separator: " ").prefix(2).joined(
                separator: " ")
        }
    }

    @Test("TVEConsole: another provider's page in the browser, then single sign-on through the picker")
    func tve() throws {
        #expect(
            try callbacks("TVEConsole") == [
                "status VSA404", "setRequestorComplete", "status N000", "setAuthenticationStatus",
                "presentTVProviderDialog", "dismissTVProviderDialog", "status N003", "displayProviderDialog",
                "navigateToUrl", "setAuthenticationStatus", "setToken", "navigateToUrl", "setAuthenticationStatus",
                "presentTVProviderDialog", "dismissTVProviderDialog", "setAuthenticationStatus", "setMetadataStatus",
                "setToken", "status VSA203", "setAuthenticationStatus",
            ])
    }

    @Test("SecondScreenConsole: a code in letters and as a QR code, used on another screen")
    func secondScreen() throws {
        #expect(
            try callbacks("SecondScreenConsole") == [
                "status VSA404", "setRequestorComplete", "status N000", "setAuthenticationStatus", "status VSA403",
                "displayProviderDialog", "status REGCODE", "setAuthenticationStatus", "setToken",
                "setAuthenticationStatus",
            ])
    }

    @Test("DelegateWalkthrough: the smallest host, from sign-in to logout")
    func walkthrough() throws {
        #expect(
            try callbacks("DelegateWalkthrough", mark: "") == [
                "status VSA404", "setRequestorComplete", "status N000", "setAuthenticationStatus", "status VSA404",
                "displayProviderDialog", "navigateToUrl", "", "setAuthenticationStatus", "setToken",
                "navigateToUrl", "", "setAuthenticationStatus",
            ])
    }
}
