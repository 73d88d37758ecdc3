import Foundation
import Testing

@testable import tv_provider

@Suite("tv-provider: the command line")
struct InvocationTests {
    @Test("What is understood")
    func understood() throws {
        let signIn = try Invocation(["sign-in", "north", "--username=viewer", "--password-stdin", "--json"])
        #expect(signIn.command == .signIn)
        #expect(signIn.subject == "north")
        #expect(signIn.username == "viewer")
        #expect(signIn.readsPassword && signIn.isJSON)
        #expect(try Invocation(["sign-in", "--port", "8123"]).port == 8123)
        #expect(try Invocation(["apps", "-q"]).isQuiet)
        #expect(try Invocation(["help", "allow"]).command == .allow)
        #expect(try Invocation(["allow", "--help"]).wantsHelp)
        #expect(try Invocation(["--help"]).wantsHelp)
        let dashed = try Invocation(["deny", "--json", "--", "-q"])
        #expect(dashed.subject == "-q" && dashed.isJSON)
    }

    @Test(
        "What is not, each with its own word",
        arguments: [
            [], ["nonsense"], ["--json"], ["status", "x"], ["status", "--identity", "u"], ["allow"],
            ["allow", "a", "b"],
            ["allow", ""], ["allow", "--"], ["allow", "a", "--", "b"], ["status", "--", "--json"],
            ["sign-in", "--port", "65536"], ["sign-in", "--port", "-1"], ["sign-in", "--port"],
            ["sign-in", "--username"], ["sign-in", "--username="], ["sign-in", "--password-stdin"],
            ["sign-in", "--username", "a", "--no-browser"], ["sign-in", "--username", "a", "--port", "1"],
            ["apps", "--json", "--quiet"], ["apps", "--json=yes"], ["status", "-x"], ["help", "me"],
            ["sign-in", "--password", "p"],
        ])
    func mistaken(_ words: [String]) {
        #expect(throws: Invocation.Mistake.self) { try Invocation(words) }
    }

    @Test("A password is never a word of the command line")
    func password() {
        #expect(!Option.allCases.contains { $0.takesValue && $0.rawValue.contains("password") })
    }

    @Test("Help of every command names its options, and the overview every command and exit status")
    func help() {
        for command in Command.allCases {
            #expect(Help.overview.contains("  \(command.rawValue)"))
            for option in command.options { #expect(Help.text(command).contains(option.rawValue), "\(command)") }
        }
        for code in ExitCode.allCases { #expect(Help.overview.contains("  \(code.rawValue)  \(code.meaning)")) }
    }

    @Test("Manual and completion know every command and option, and the manual every exit status")
    func installed() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/tv-provider/Installed")
        let manual = try String(contentsOf: folder.appending(path: "tv-provider.1"), encoding: .utf8)
        let completion = try String(contentsOf: folder.appending(path: "tv-provider.bash"), encoding: .utf8)
        for command in Command.allCases {
            #expect(completion.contains(command.rawValue))
            #expect(
                manual.contains("\n.B \(command.rawValue)\n") || manual.contains("\n.BI \(command.rawValue) ")
                    || manual.contains("\n.BR \(command.rawValue) "), "\(command)")
        }
        for option in Option.allCases {
            #expect(completion.contains(option.rawValue))
            #expect(manual.contains(option.rawValue.replacing("--", with: "\\-\\-")), "\(option)")
        }
        for code in ExitCode.allCases { #expect(manual.contains(".B \(code.rawValue)\n")) }
    }
}
