import Foundation
import PassSimulator
import TestSupport
import Testing

/// Two applications and Settings, each in a process of its own, at a service in another.
@Suite("Single sign-on across applications", .timeLimit(.minutes(5)))
struct SingleSignOnTests {
    private static let tve = "com.example.tve-console"
    private static let tv = "com.example.second-screen-console"

    @Test("S2.X, S2.E1, S2.F: signed in once, denied to one, signed out of both; a regular login stays")
    func story() async throws {
        let home = try Home()
        let statement = home.directory.path(of: "statement")
        let service = try Child("pass-simulator", ["--statement", statement], home: home)
        let url = try #require(
            service.lines(until: "Ctrl-C ends it.").first?.split(separator: " ").last.map(String.init))
        let settings = Settings(home: home, url: url)
        for app in [Self.tve, Self.tv] { try settings.run("allow", app) }
        try settings.signIn()

        let hosts = try ["TVEConsole", "SecondScreenConsole"].map { name in
            try Child(
                name, ["--service", url, "--software-statement", statement], home: home,
                more: ["TV_PROVIDER_IDENTITY": url])
        }
        let (first, second) = (hosts[0], hosts[1])
        // Nobody is asked anything.
        for host in hosts { #expect(host.callbacks(until: "setAuthenticationStatus") == Self.signedIn) }
        for host in hosts {
            try host.type("source")
            #expect(host.callbacks(until: "setMetadataStatus") == ["setMetadataStatus(Apple)"])
        }

        try settings.run("deny", Self.tve)
        try first.type("foreground")
        #expect(
            first.callbacks(until: "setAuthenticationStatus") == [
                "status VSA403", "setRequestorComplete(1)", "status VSA403", Self.signedOut,
            ])
        try second.type("foreground")
        #expect(second.callbacks(until: "setAuthenticationStatus") == Self.signedIn)
        try settings.run("allow", Self.tve)
        try first.type("foreground")
        #expect(first.callbacks(until: "setAuthenticationStatus") == Self.signedIn)

        try settings.run("sign-out")
        for host in hosts {
            try host.type("foreground")
            #expect(host.callbacks(until: "setAuthenticationStatus") == Self.gone)
        }

        // A login of the application's own is nobody else's business.
        try first.type("login")
        #expect(first.callbacks(until: "presentTVProviderDialog") == ["presentTVProviderDialog"])
        for line in ["o", "fiber", "1"] { try first.type(line) }
        let shown = first.lines(until: "  http://")
        let page = try #require(shown.last?.split(separator: " ").last.map(String.init))
        let person = SimulatedPerson()
        guard case .redirected(let end) = await person.signIn(at: page) else {
            Issue.record("the page did not send the browser back: \(shown)")
            return
        }
        #expect(await person.open(end) == .page(200))
        #expect(first.callbacks(until: "setAuthenticationStatus").last == "setAuthenticationStatus(1, \"\")")
        try settings.signIn()
        for host in hosts {
            try host.type("foreground")
            #expect(host.callbacks(until: "setAuthenticationStatus") == Self.signedIn)
        }
        try settings.run("sign-out")
        try first.type("foreground")
        #expect(first.callbacks(until: "setAuthenticationStatus") == Self.signedIn)
        try second.type("foreground")
        #expect(second.callbacks(until: "setAuthenticationStatus") == Self.gone)
        for host in hosts {
            try host.type("quit")
            #expect(try host.end().status == 0)
        }
        service.interrupt()
        #expect(try service.end().status == 0)
    }

    private static let signedIn = ["setRequestorComplete(1)", "setAuthenticationStatus(1, \"\")"]
    private static let signedOut = "setAuthenticationStatus(0, \"USER_NOT_AUTHENTICATED_ERROR\")"
    private static let gone = ["setRequestorComplete(1)", "status N000", signedOut]

    private struct Settings {
        let home: Home
        let url: String

        func run(_ words: String...) throws {
            let (status, _, complaints) = try Child("tv-provider", words, home: home).end()
            #expect(status == 0, "\(complaints)")
        }

        func signIn() throws {
            let child = try Child(
                "tv-provider",
                ["sign-in", "northcable_apple", "--identity", url, "--username", "viewer", "--password-stdin"],
                home: home)
            try child.type("secret")
            let (status, _, complaints) = try child.end()
            #expect(status == 0, "\(complaints)")
        }
    }
}

extension Child {
    /// The callbacks it shows, up to the one that holds `text`.
    func callbacks(until text: String) -> [String] {
        lines(until: text).compactMap { line in
            // After a prompt it stands on the prompt's line.
            line.firstRange(of: "< ").map { line[$0.upperBound...].trimmingCharacters(in: .whitespaces) }
        }
    }
}
