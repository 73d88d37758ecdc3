import Foundation
import PassSimulator
import TestSupport
import Testing

/// TVEConsole's way back by a URL scheme, without a desktop: its part is played by hand.
@Suite("TVEConsole: a registered URL scheme", .timeLimit(.minutes(5)))
struct URLSchemeTests {
    let home: Home
    let more: [String: String]

    init() throws {
        home = try Home()
        for name in ["run", "bin"] {
            try FileManager.default.createDirectory(
                atPath: home.directory.path(of: name), withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700])
        }
        more = ["XDG_RUNTIME_DIR": home.directory.path(of: "run")]
    }

    private func run(_ words: String..., more: [String: String]? = nil) throws -> (
        status: Int32, output: String, complaints: String
    ) { try Child("TVEConsole", words, home: home, more: more ?? self.more).end() }

    /// What the desktop starts for an address.
    private func commandOfDesktop(for url: String) throws -> [String] {
        let file = try String(
            contentsOfFile: home.directory.path(of: "data/applications/com.example.tve-console.desktop"),
            encoding: .utf8)
        #expect(file.hasPrefix("[Desktop Entry]\nType=Application\nName=TVE Console\nExec="))
        #expect(file.contains("\nMimeType=x-scheme-handler/adobepass;\n"))
        let exec = try #require(file.firstMatch(of: /\nExec="(.*)" --open %u\n/)).output.1
        return [String(exec), "--open", url]
    }

    @Test("Registered: a desktop file, and the desktop is told where it can be")
    func registered() throws {
        let without = try run("--register-scheme", more: ["PATH": home.directory.path(of: "bin")])
        #expect(without.status == 0 && without.output.contains("no xdg-mime that works here"))
        let bin = home.directory.path(of: "bin/xdg-mime")
        try "#!/bin/sh\necho \"$@\" > '\(home.directory.path(of: "told"))'\n".write(
            toFile: bin, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: bin)
        let with = try run("--register-scheme", more: ["PATH": "\(home.directory.path(of: "bin")):/usr/bin:/bin"])
        #expect(with.status == 0 && with.output.hasSuffix("Addresses of adobepass: are TVE Console's from now on.\n"))
        #expect(
            try String(contentsOfFile: home.directory.path(of: "told"), encoding: .utf8)
                == "default com.example.tve-console.desktop x-scheme-handler/adobepass\n")
        #expect(try commandOfDesktop(for: "adobepass://ios.app").count == 3)
        let bare = ["XDG_DATA_HOME": "", "PATH": home.directory.path(of: "bin")]
        let elsewhere = try run("--register-scheme", more: bare)
        let place = home.directory.path(of: ".local/share/applications/com.example.tve-console.desktop")
        #expect(elsewhere.output.hasPrefix("Written: \(place)\n"), "\(elsewhere.output)")
    }

    @Test("S4.R: the page comes back by the scheme, once, and nothing else is let in")
    func login() async throws {
        let simulator = try PassSimulator()
        let statement = try home.directory.write(simulator.softwareStatement, to: "statement")
        let host = ["--service", simulator.baseURL, "--software-statement", statement, "--scheme"]
        #expect(try run("--register-scheme").status == 0)
        let url = "adobepass://ios.app"
        func desktopOpens(_ url: String) throws -> (status: Int32, complaints: String) {
            let words = try commandOfDesktop(for: url)
            #expect(words[0] == (try Child.program("TVEConsole")))
            let (status, _, complaints) = try Child("TVEConsole", [words[1], words[2]], home: home, more: more).end()
            return (status, complaints)
        }
        #expect(try desktopOpens(url) == (1, "TVEConsole: nobody waits for this address\n"))

        let console = try Child("TVEConsole", host, home: home, more: more)
        #expect(console.callbacks(until: "setAuthenticationStatus").last?.contains("(0, ") == true)
        let socket = home.directory.path(of: "run/com.example.tve-console.socket")
        let mode = try FileManager.default.attributesOfItem(atPath: socket)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        // No page is out.
        #expect(try desktopOpens(url) == (1, "TVEConsole: this address is not waited for\n"))
        let second = try Child("TVEConsole", host, home: home, more: more).end()
        #expect(second.status == 1 && second.complaints.contains("runs already"), "\(second.complaints)")

        for line in ["login", "", "fiber", "1"] { try console.type(line) }
        let shown = console.lines(until: "  http://")
        let page = try #require(shown.last?.split(separator: " ").last.map(String.init))
        #expect(await SimulatedPerson().signIn(at: page) == .redirected(url))
        for stranger in [
            "adobepass://ios.app.evil", "https://ios.app/", "adobepass://ios.app\u{1B}[2J",
            url + "?" + String(repeating: "a", count: 20_000),
        ] {
            #expect(try desktopOpens(stranger) == (1, "TVEConsole: this address is not waited for\n"))
        }
        #expect(try desktopOpens(url) == (0, ""))
        #expect(console.callbacks(until: "setAuthenticationStatus").last == "setAuthenticationStatus(1, \"\")")
        // Once.
        #expect(try desktopOpens(url).status == 1)
        try console.type("quit")
        #expect(try console.end().status == 0)
        #expect(!FileManager.default.fileExists(atPath: socket))
    }

    @Test("What does not go together: one line, 2; no directory for the socket: 1")
    func trouble() throws {
        let automatic = try run("--scheme")
        #expect(automatic.status == 2 && automatic.complaints.contains("needs a person"))
        #expect(try run("--open").status == 2)
        let (status, _, complaints) = try Child(
            "TVEConsole", ["--open", "adobepass://ios.app"], home: home, more: [:]
        ).end()
        #expect(status == 1 && complaints.contains("no XDG_RUNTIME_DIR"))
        // A desktop file cannot be written where there is a file.
        try Data().write(to: URL(filePath: home.directory.path(of: "data")))
        let blocked = try run("--register-scheme")
        #expect(blocked.status == 1 && blocked.complaints.contains("cannot be written"))
        #expect(try Child("SecondScreenConsole", ["--scheme"], home: home).end().status == 2)
    }
}
