import Base
import Foundation
import PassSimulator
import PlatformAccount
import TestSupport
import Testing

/// Ctrl-C where a person is asked or waited for: what was under way is called off, the terminal is as it was, one line,
/// 130.
@Suite("Ctrl-C and Ctrl-D at a terminal", .timeLimit(.minutes(5)))
struct InterruptTests {
    static let ctrlC = "\u{3}"
    static let ctrlD = "\u{4}"

    private func expectInterrupted(
        _ program: AtTerminal, _ name: String, at place: SourceLocation = #_sourceLocation
    ) throws {
        try program.type(Self.ctrlC)
        let (status, shown) = program.end()
        #expect(status == 130, "\(shown)", sourceLocation: place)
        #expect(shown.hasSuffix("\n\(name): interrupted\n"), "\(shown)", sourceLocation: place)
        #expect(program.echoes, sourceLocation: place)
    }

    @Test("tv-provider: the picker, the password, the page in a browser")
    func settings() throws {
        let simulator = try PassSimulator()
        let home = try Home(identity: simulator.baseURL)
        for (words, text) in [
            (["sign-in"], "Enter leaves:"),
            (["sign-in", "northcable_apple", "--username", "viewer"], "Password of viewer:"),
            (["sign-in", "northcable_apple", "--no-browser"], "/idp/signin?"),
        ] {
            let program = try AtTerminal("tv-provider", words, home: home)
            try program.see(text)
            try expectInterrupted(program, "tv-provider")
        }
        #expect(try home.settings("status").output == "Nobody is signed in.\n")
    }

    @Test(
        "tv-provider: told to end while a password is typed, the terminal shows again what is typed",
        arguments: [SIGTERM, SIGQUIT])
    func killed(_ signal: Int32) throws {
        let simulator = try PassSimulator()
        let home = try Home(identity: simulator.baseURL)
        let words = ["sign-in", "northcable_apple", "--username", "viewer"]
        let program = try AtTerminal("tv-provider", words, home: home)
        try program.see("Password of viewer:")
        #expect(!program.echoes)
        program.terminate(by: signal)
        let (status, _) = program.end()
        #expect(status == 128 + signal)
        #expect(program.echoes)
    }

    @Test("tv-provider: Ctrl-D instead of a password")
    func endOfInput() throws {
        let simulator = try PassSimulator()
        let home = try Home(identity: simulator.baseURL)
        let program = try AtTerminal(
            "tv-provider", ["sign-in", "northcable_apple", "--username", "viewer"], home: home)
        try program.see("Password of viewer:")
        try program.type(Self.ctrlD)
        let (status, shown) = program.end()
        #expect(status == 1)
        #expect(shown == " \ntv-provider: no password was given; nothing has changed\n")
        #expect(program.echoes)
    }

    @Test("tv-provider: a password typed at the terminal does not show")
    func password() throws {
        let simulator = try PassSimulator()
        let home = try Home(identity: simulator.baseURL)
        let program = try AtTerminal(
            "tv-provider", ["sign-in", "northcable_apple", "--username", "viewer"], home: home)
        try program.see("Password of viewer:")
        try program.type("secret\n")
        let (status, shown) = program.end()
        #expect(status == 0 && shown.hasPrefix(" \nSigned in at North Cable."), "\(shown)")
    }

    @Test("Console hosts: at the prompt, in the picker, and while a page or a code waits")
    func consoles() throws {
        let home = try Home()
        for (name, prompt) in [("TVEConsole", "tve>"), ("SecondScreenConsole", "tv>")] {
            let program = try AtTerminal(name, [], home: home)
            try program.see(prompt)
            try expectInterrupted(program, name)
        }
        let picker = try AtTerminal("TVEConsole", [], home: home)
        try picker.see("tve>")
        try picker.type("login\n")
        try picker.see("[y/n]")
        try picker.type("y\n")
        try picker.see("Enter = leave):")
        try expectInterrupted(picker, "TVEConsole")

        let page = try AtTerminal("TVEConsole", [], home: home)
        for (question, line) in [("tve>", "login"), ("[y/n]", "n"), ("leave):", "fiber"), ("leave):", "1")] {
            try page.see(question)
            try page.type(line + "\n")
        }
        try page.see("Open this page yourself:")
        try page.type(Self.ctrlC)
        try page.see("PROVIDER_NOT_SELECTED_ERROR")
        #expect(page.end().status == 130)

        let code = try AtTerminal("SecondScreenConsole", [], home: home)
        for (question, line) in [("tv>", "login"), ("[y/n]", "n"), ("leave):", "1")] {
            try code.see(question)
            try code.type(line + "\n")
        }
        try code.see("Waiting for you")
        try code.type(Self.ctrlC)
        try code.see("PROVIDER_NOT_SELECTED_ERROR")
        let (status, shown) = code.end()
        #expect(status == 130 && shown.hasSuffix("SecondScreenConsole: interrupted\n"), "\(shown)")
        #expect(code.echoes)
    }

    @Test("Demo and the smallest host")
    func others() throws {
        let home = try Home()
        let demo = try AtTerminal("Demo", ["--interactive"], home: home)
        try demo.see("[y/N]")
        try demo.type("n\n")
        try demo.see("setRequestorComplete(1)")
        try expectInterrupted(demo, "Demo")

        let simulator = try PassSimulator()
        let statement = try home.directory.write(simulator.softwareStatement, to: "statement")
        let small = try AtTerminal(
            "DelegateWalkthrough", ["--service", simulator.baseURL, "--software-statement", statement], home: home)
        try small.see("Open this page yourself:")
        try expectInterrupted(small, "DelegateWalkthrough")
    }

    @Test("Nothing is left behind in the directory for temporary files")
    func traces() throws {
        let home = try Home()
        let directory = home.directory.path(of: "tmp")
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let program = try AtTerminal("TVEConsole", [], home: home, more: ["TMPDIR": directory])
        try program.see("tve>")
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory).count == 1)
        try expectInterrupted(program, "TVEConsole")
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory).isEmpty)
        for signal in [SIGTERM, SIGHUP] {
            let program = try AtTerminal("TVEConsole", [], home: home, more: ["TMPDIR": directory])
            try program.see("tve>")
            program.terminate(by: signal)
            #expect(program.end().status == 128 + signal)
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory).isEmpty)
        }
    }
}
