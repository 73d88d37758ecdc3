import Foundation
import PassSimulator
import TestSupport
import Testing

/// Console hosts that cannot do what they were started for say so, in one line and by how they end.
@Suite("Console hosts: what goes wrong", .timeLimit(.minutes(5)))
struct SampleTroubleTests {
    static let consoles = ["TVEConsole", "SecondScreenConsole", "DelegateWalkthrough"]
    let home: Home
    let statement: String

    init() throws {
        home = try Home()
        // A signed JWT by its looks; nobody asks more of it before the service does.
        statement = try home.directory.write("eyJhbGciOiJSUzI1NiJ9.e30.c2ln\n", to: "statement.jwt")
    }

    private func expectRefused(
        _ name: String, _ words: [String], saying: String, at place: SourceLocation = #_sourceLocation
    ) throws {
        let (status, output, complaints) = try Child(name, words, home: home).end()
        #expect(status == 2, "\(words): \(output)", sourceLocation: place)
        #expect(output.isEmpty, sourceLocation: place)
        #expect(
            complaints.hasPrefix("\(name): ") && complaints.contains(saying), "\(complaints)", sourceLocation: place)
        #expect(complaints.split(separator: "\n").count == 1, "\(complaints)", sourceLocation: place)
    }

    @Test("A wrong option: 2", arguments: consoles + ["Demo"])
    func options(_ name: String) throws {
        try expectRefused(name, ["--nonsense"], saying: "'--nonsense' is not known (try --help)")
        try expectRefused(name, ["extra"], saying: "'extra' is not known")
        let (status, output, complaints) = try Child(name, ["--help"], home: home).end()
        #expect(status == 0 && complaints.isEmpty)
        #expect(output.hasPrefix("\(name): ") && output.contains("130 after Ctrl-C"))
    }

    @Test("Hosts without options refuse any: 2", arguments: ["RESTCookbook", "MigratedHost"])
    func noOptions(_ name: String) throws {
        try expectRefused(name, ["--auto"], saying: "'--auto' is not known (try --help)")
        let (status, output, complaints) = try Child(name, ["--help"], home: home).end()
        #expect(status == 0 && complaints.isEmpty)
        #expect(output.hasPrefix("\(name): ") && output.split(separator: "\n").count == 1, "\(output)")
    }

    @Test("An address that can be no service's: 2, and nothing is asked")
    func addresses() throws {
        let name = "DelegateWalkthrough"
        let given = ["--software-statement", statement]
        try expectRefused(name, ["--service"], saying: "'--service' needs a value")
        try expectRefused(name, ["--service", "http://127.0.0.1:1"], saying: "go together")
        for (url, reason) in [
            ("tv.example", "begins with https://"), ("ftp://tv.example", "begins with https://"),
            ("http://127.0.0.1.tv.example", "for this machine alone"), ("https://", "cannot be read"),
            ("https://tv.example:99999", "cannot be read"), ("https://me:secret@tv.example", "host and a path alone"),
            ("nonsense \u{1B}[2J", "begins with https://"),
        ] {
            try expectRefused(name, ["--service", url] + given, saying: reason)
        }
    }

    @Test("No place for temporary files: 1, and it says where", arguments: consoles + ["Demo"])
    func noPlace(_ name: String) throws {
        let child = try Child(name, [], home: home, more: ["TMPDIR": home.directory.path(of: "nowhere")])
        let (status, output, complaints) = try child.end()
        #expect(status == 1 && output.isEmpty)
        #expect(complaints.contains("/nowhere/") && complaints.contains("No such file or directory"))
        #expect(complaints.split(separator: "\n").count == 1, "\(complaints)")
    }

    @Test("No software statement in the file: 2")
    func statements() throws {
        let name = "TVEConsole"
        let service = ["--service", "http://127.0.0.1:1", "--software-statement"]
        try expectRefused(name, service + ["/nowhere"], saying: "'/nowhere' cannot be read: No such file or directory")
        try expectRefused(name, service + [home.directory.path], saying: "cannot be read: Is a directory")
        try expectRefused(name, service + ["/dev/zero"], saying: "holds no signed JWT")
        for text in ["", "{\"software_statement\": \"a.b.c\"}", "a.b.c", "eyJhbGciOiJSUzI1NiJ9.e30"] {
            let file = try home.directory.write(text, to: "not.jwt")
            try expectRefused(name, service + [file], saying: "holds no signed JWT")
        }
    }

    @Test("Nobody is at the address: the callbacks, one line that says it, and 1", arguments: consoles)
    func unreachable(_ name: String) throws {
        let words = ["--service", "http://127.0.0.1:1/", "--software-statement", statement]
        let (status, output, complaints) = try Child(name, words, home: home).end()
        #expect(status == 1)
        #expect(output.contains("status CFG404") && output.contains("setRequestorComplete(0)"), "\(output)")
        #expect(
            complaints == "\(name): http://127.0.0.1:1 cannot be used: CFG404, nobody is reached there\n")
    }

    @Test("A statement that is refused: R400 is named", arguments: consoles)
    func refusedStatement(_ name: String) throws {
        let simulator = try PassSimulator()
        let words = ["--service", simulator.baseURL, "--software-statement", statement]
        let (status, _, complaints) = try Child(name, words, home: home).end()
        #expect(status == 1)
        #expect(complaints.contains("cannot be used: R400, the software statement is refused"), "\(complaints)")
    }

    @Test("A sign-in that fails: one line that says it, and 1")
    func failedLogin() throws {
        let simulator = try PassSimulator()
        let good = try home.directory.write(simulator.softwareStatement, to: "good.jwt")
        let words = ["--service", simulator.baseURL, "--software-statement", good]
        simulator.setFault(Fault(.status(500, body: "", contentType: "text/plain", headers: [:])), at: .v2Session)
        let console = try Child("TVEConsole", words, home: home)
        for line in ["login", "", "fiber", "1"] { try console.type(line) }
        let (status, output, complaints) = try console.end()
        #expect(status == 1, "\(output)")
        #expect(complaints == "TVEConsole: the sign-in failed: N500\n")
        let small = try Child("DelegateWalkthrough", words, home: home).end()
        #expect(small.status == 1, "\(small.output)")
        #expect(small.complaints == "DelegateWalkthrough: the sign-in failed: N500\n")
    }

    @Test("A line without end is none: the host leaves, instead of taking all memory for it")
    func endless() throws {
        let simulator = try PassSimulator()
        let good = try home.directory.write(simulator.softwareStatement, to: "good.jwt")
        let console = try Child(
            "TVEConsole", ["--service", simulator.baseURL, "--software-statement", good], home: home,
            through: ["/bin/sh", "-c", #"ulimit -v 4000000; exec "$0" "$@" </dev/zero"#])
        let (status, output, complaints) = try console.end()
        #expect(status == 0 && complaints.isEmpty, "\(complaints)")
        #expect(output.hasSuffix("tve> \n"), "\(output)")
    }

    @Test("A login left, or a failure made good: 0")
    func left() throws {
        let simulator = try PassSimulator()
        let good = try home.directory.write(simulator.softwareStatement, to: "good.jwt")
        let words = ["--service", simulator.baseURL, "--software-statement", good]
        let console = try Child("TVEConsole", words, home: home)
        for line in ["login", "", "", "quit"] { try console.type(line) }
        let (status, output, complaints) = try console.end()
        #expect(status == 0 && complaints.isEmpty, "\(complaints)")
        #expect(output.contains("PROVIDER_NOT_SELECTED_ERROR"), "\(output)")
    }
}
