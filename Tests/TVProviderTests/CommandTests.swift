import Base
import Foundation
import PassSimulator
import PlatformAccount
import TestSupport
import Testing

@Suite("tv-provider: the commands, as a person runs them", .timeLimit(.minutes(5)))
struct CommandTests {
    let simulator: PassSimulator
    let home: Home

    init() throws {
        simulator = try PassSimulator()
        home = try Home(identity: simulator.baseURL)
    }

    private func json(_ text: String) throws -> NSDictionary {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary)
    }

    @Test("Nobody is signed in at first, in words and as JSON")
    func empty() throws {
        #expect(try home.settings("status").output == "Nobody is signed in.\n")
        let status = try home.settings("status", "--json")
        #expect(try json(status.output) == ["account": NSNull(), "applications": 0])
        #expect(try home.settings("apps").output == "No application has asked yet.\n")
        #expect(try home.settings("sign-out").output == "Nobody was signed in.\n")
    }

    @Test("Providers, as lines, ids and JSON")
    func providers() throws {
        let lines = try home.settings("providers")
        #expect(lines.status == 0)
        #expect(lines.output.contains("North Cable      northcable_apple\n"))
        #expect(try home.settings("providers", "--quiet").output.contains("northcable_apple\n"))
        let list = try JSONSerialization.jsonObject(with: Data(try home.settings("providers", "--json").output.utf8))
        #expect((list as? [NSDictionary])?.contains { $0["id"] as? String == "northcable_apple" } == true)
    }

    @Test(
        "Signed in by name and password: status tells, no secret is printed; signed out again",
        arguments: ["northcable_apple", "north cable"])
    func password(_ provider: String) async throws {
        let signedIn = try home.settings(
            "sign-in", provider, "--username", "viewer", "--password-stdin", typing: ["secret"])
        #expect(signedIn.status == 0, "\(signedIn.complaints)")
        #expect(signedIn.output.hasPrefix("Signed in at North Cable.\nHolds until "))
        let database = DeviceAccountDatabase(directory: home.directory.path(of: "data/tv-provider"))
        let session = try #require(try database.account()?.session.exposed)
        let status = try home.settings("status", "--json")
        let account = try #require(try json(status.output)["account"] as? NSDictionary)
        #expect(account["provider"] as? String == "northcable_apple")
        #expect(account["lapsed"] as? Bool == false)
        for text in [signedIn.output, signedIn.complaints, status.output, try home.settings("status").output] {
            #expect(!text.contains(session) && !text.contains("secret"))
        }
        #expect(try home.settings("sign-out").output == "Signed out of North Cable.\n")
        #expect(try database.account() == nil)
    }

    @Test("Signed in at the page in a browser; a stranger's answer does not end the wait")
    func browser() async throws {
        let child = try Child("tv-provider", ["sign-in", "northcable_apple", "--no-browser", "--json"], home: home)
        let page = try #require(child.complaint(with: "/idp/signin?"))
        let query = try #require(URLComponents(string: page)?.queryItems)
        let redirect = try #require(query.first { $0.name == "redirect" }?.value)
        let transport = CurlTransport()
        let forged = try await transport.send(HTTPRequest(url: "\(redirect)?code=stolen&state=guess"))
        #expect(forged.status == 400)
        let person = SimulatedPerson()
        guard case .redirected(let end) = await person.signIn(at: page) else {
            Issue.record("the page did not send the browser back")
            return
        }
        #expect(await person.open(end) == .page(200))
        let done = try child.end()
        #expect(done.status == 0, "\(done.complaints)")
        #expect(try json(done.output)["name"] as? String == "North Cable")
    }

    @Test("Many at once: every decision is kept")
    func manyProcesses() throws {
        let apps = (10..<22).map { "com.example.app\($0)" }
        let children = try apps.map { try Child("tv-provider", ["allow", $0], home: home) }
        for child in children { #expect(try child.end().status == 0) }
        #expect(try home.settings("apps", "-q").output == apps.map { $0 + "\n" }.joined())
    }

    @Test("What an application calls itself moves no cursor and makes no line")
    func hostileNames() throws {
        let app = "com.example.\u{1B}[2Jevil\u{202E}\nsecond"
        #expect(try home.settings("deny", app).status == 0)
        for text in [try home.settings("apps").output, try home.settings("apps", "-q").output] {
            #expect(text.split(separator: "\n").count == 1)
            #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
        }
        let list = try JSONSerialization.jsonObject(with: Data(try home.settings("apps", "--json").output.utf8))
        #expect((list as? [NSDictionary])?.first?["id"] as? String == app)
    }

    @Test("A provider without a name to see goes by its id")
    func nameless() throws {
        simulator.dashboard { $0["NORTHSTAR", "NorthCable"]?.displayName = " \u{1B}\n" }
        #expect(try home.settings("providers").output.contains("northcable_apple  northcable_apple\n"))
        let signedIn = try home.settings(
            "sign-in", "northcable_apple", "--username", "viewer", "--password-stdin", typing: ["secret"])
        #expect(
            signedIn.output.hasPrefix("Signed in at northcable_apple.\n"), "\(signedIn.output)\(signedIn.complaints)")
    }

    @Test("Permissions: decided, listed, reset")
    func permissions() throws {
        #expect(try home.settings("allow", "com.example.a").output == "com.example.a: allowed. It has not asked yet.\n")
        #expect(try home.settings("deny", "com.example.b").status == 0)
        #expect(try home.settings("apps", "-q").output == "com.example.a\ncom.example.b\n")
        #expect(
            try home.settings("reset", "com.example.a").output == "com.example.a: not decided. It has not asked yet.\n")
        #expect(
            try json(try home.settings("deny", "com.example.a", "--json").output)["permission"] as? String == "denied")
        let unknown = try home.settings("reset", "com.example.c")
        #expect(unknown.status == 1)
        #expect(unknown.complaints == "tv-provider: no application is called 'com.example.c': see tv-provider apps\n")
    }
}

@Suite("tv-provider: what goes wrong is one line and a fitting exit status", .timeLimit(.minutes(5)))
struct TroubleTests {
    private func expect(
        _ status: Int32, _ words: String..., home: Home, typing: [String] = [], saying: String,
        at place: SourceLocation = #_sourceLocation
    ) throws {
        let child = try Child("tv-provider", words, home: home)
        for line in typing { try child.type(line) }
        let (found, output, complaints) = try child.end()
        #expect(found == status, "\(complaints)", sourceLocation: place)
        #expect(output.isEmpty, sourceLocation: place)
        let lines = complaints.split(separator: "\n")
        #expect(lines.count == 1 && complaints.hasPrefix("tv-provider: "), "\(complaints)", sourceLocation: place)
        #expect(complaints.contains(saying), "\(complaints)", sourceLocation: place)
    }

    @Test("A wrong word, option or no endpoint: 2")
    func usage() throws {
        let home = try Home()
        try expect(2, "stauts", home: home, saying: "'stauts' is no command")
        try expect(
            2, "status", "--jsno", home: home, saying: "'--jsno' is not known here (try: tv-provider status --help)")
        try expect(2, "providers", home: home, saying: "no identity endpoint is set")
        try expect(2, "providers", "--identity", "http://tv.example", home: home, saying: "not usable")
    }

    @Test("The endpoint not reached or no endpoint at all: 3")
    func unreachable() throws {
        let home = try Home()
        let listener = try LoopbackListener()
        try expect(3, "providers", "--identity", "http://127.0.0.1:\(listener.port)", home: home, saying: "status 404")
        listener.stop()
        try expect(
            3, "providers", "--identity", "http://127.0.0.1:1", home: home,
            saying: "the provider at http://127.0.0.1:1 cannot be reached: 127.0.0.1: Couldn't connect")
    }

    @Test("Refused by the provider, or an unknown one: 1, and nothing changes")
    func refused() throws {
        let simulator = try PassSimulator()
        let home = try Home(identity: simulator.baseURL)
        let name = ["--username", "viewer", "--password-stdin"]
        try expect(
            1, "sign-in", "northcable_apple", name[0], name[1], name[2], home: home, typing: ["wrong"],
            saying: "North Cable refuses: user name or password is wrong")
        try expect(
            1, "sign-in", "nobody", name[0], name[1], name[2], home: home, saying: "no provider is called 'nobody'")
        try expect(
            2, "sign-in", "northcable_apple", name[0], name[1], name[2], home: home, saying: "found no password")
        #expect(try home.settings("status").output == "Nobody is signed in.\n")
    }

    @Test("No browser, no terminal, no port: 5")
    func nobodyToAsk() throws {
        let simulator = try PassSimulator()
        let home = try Home(identity: simulator.baseURL)
        try expect(5, "sign-in", home: home, saying: "no terminal to choose a provider in")
        try expect(
            5, "sign-in", "northcable_apple", "--username", "viewer", home: home,
            saying: "no terminal to ask for the password")
        let listener = try LoopbackListener()
        try expect(
            5, "sign-in", "northcable_apple", "--port", "\(listener.port)", home: home,
            saying: "port \(listener.port) of 127.0.0.1 cannot be listened on")
        let child = try Child("tv-provider", ["sign-in", "northcable_apple"], home: home)
        let (status, _, complaints) = try child.end()
        #expect(status == 5)
        #expect(complaints.hasSuffix("tv-provider: no browser can be opened here: use --no-browser, or --username\n"))
    }

    @Test("A database of a newer version: 4, and it stays as it is")
    func newer() throws {
        let home = try Home()
        _ = try home.settings("deny", "a")
        try SQLiteFile(path: home.database).execute("PRAGMA user_version = 9")
        let before = try Data(contentsOf: URL(filePath: home.database))
        try expect(4, "status", home: home, saying: "written by a newer version")
        try expect(4, "sign-out", home: home, saying: "written by a newer version")
        #expect(try Data(contentsOf: URL(filePath: home.database)) == before)
    }

    @Test("No room: reading works, writing is 4, and nothing is lost")
    func noRoom() throws {
        let home = try Home()
        _ = try home.settings("deny", "a")
        let through = ["/bin/sh", "-c", #"trap "" XFSZ; ulimit -f 0; exec "$0" "$@""#]
        #expect(try Child("tv-provider", ["apps", "-q"], home: home, through: through).end().output == "a\n")
        let writing = try Child("tv-provider", ["allow", "a"], home: home, through: through).end()
        #expect(writing.status == 4)
        #expect(writing.complaints.contains("no room"), "\(writing.complaints)")
        #expect(try home.settings("apps", "--json").output.contains("denied"))
    }

    @Test("A read-only home: reading works, writing is 4", .enabled(if: geteuid() == 0))
    func readOnly() throws {
        let home = try Home()
        for hasDatabase in [false, true] {
            if hasDatabase { _ = try home.settings("deny", "a") }
            let script = #"mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@""#
            let through = ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", script, home.directory.path]
            let reading = try Child("tv-provider", ["apps", "-q"], home: home, through: through).end()
            #expect(reading.status == 0, "\(reading.complaints)")
            #expect(reading.output == (hasDatabase ? "a\n" : ""))
            let writing = try Child("tv-provider", ["allow", "a"], home: home, through: through).end()
            #expect(writing.status == 4)
            #expect(
                writing.complaints.hasPrefix("tv-provider: the account database \(home.database) cannot be written: "),
                "\(writing.complaints)")
        }
        #expect(try home.settings("apps", "--json").output.contains("denied"))
    }

    @Test(
        "Something else than a file of this person's: one line with its path and the reason in words, 4",
        .timeLimit(.minutes(1)))
    func notOurs() throws {
        let manager = FileManager.default
        let home = try Home()
        _ = try home.settings("deny", "a")
        let place = home.database
        func expect(_ reason: String, at line: SourceLocation = #_sourceLocation) throws {
            for words in [["status"], ["allow", "a"]] {
                let (status, output, complaints) = try Child("tv-provider", words, home: home).end()
                #expect(status == 4 && output.isEmpty, "\(output)", sourceLocation: line)
                #expect(
                    complaints.hasPrefix("tv-provider: the account database \(place) "), "\(complaints)",
                    sourceLocation: line)
                #expect(
                    complaints.hasSuffix("\(reason)\n") && !complaints.contains("errno"), "\(complaints)",
                    sourceLocation: line)
                #expect(complaints.split(separator: "\n").count == 1, "\(complaints)", sourceLocation: line)
            }
        }
        try manager.removeItem(atPath: place)
        try manager.createDirectory(atPath: place, withIntermediateDirectories: false)
        try expect("not a file")
        try manager.removeItem(atPath: place)
        #expect(mkfifo(place, 0o600) == 0)
        try expect("not a file")
        try manager.removeItem(atPath: place)
        try manager.createSymbolicLink(atPath: place, withDestinationPath: place)
        try expect("Too many levels of symbolic links")
        try manager.removeItem(atPath: place)
        // The directory is a file.
        let directory = home.directory.path(of: "data/tv-provider")
        try manager.removeItem(atPath: directory)
        try Data("mine".utf8).write(to: URL(filePath: directory))
        try expect("Not a directory")
        #expect(try String(contentsOfFile: directory, encoding: .utf8) == "mine")
    }

    @Test("A database of junk is set aside, and told; the next one begins empty")
    func junk() throws {
        let home = try Home()
        _ = try home.settings("deny", "a")
        let junk = Data(repeating: 0x4A, count: 10 << 20)
        try junk.write(to: URL(filePath: home.database))
        let (status, output, complaints) = try home.settings("apps")
        #expect(status == 0 && output == "No application has asked yet.\n")
        #expect(complaints.split(separator: "\n").count == 1 && complaints.contains(".corrupt-1"), "\(complaints)")
        #expect(try Data(contentsOf: URL(filePath: home.database + ".corrupt-1")) == junk)
        #expect(try home.settings("allow", "a").status == 0)
    }
}
