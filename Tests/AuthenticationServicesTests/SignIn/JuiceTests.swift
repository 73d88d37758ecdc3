import Foundation
import TestSupport
import Testing

@testable import Juice

@Suite("The sample Juice")
struct JuiceTests {
    @Test("its story ends well, screen by screen")
    func story() throws {
        let output = Pipe()
        let process = ChildProcess()
        process.executableURL = try Self.juice()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        // In this order: nobody known, a saved password, a first sign-in, signed out, a second one, revoked, a first again.
        let milestones = [
            "not found: the login screen comes", "canceled", "Found the saved password of jane", "Given     Jane",
            "@privaterelay.appleid.com", "The sign-in still counts", "Given     -", "Signed out",
            "not found: the login screen comes", "finds the sign-in with Apple", "Given     -",
            "revoked: the login screen comes", "Given     Jane", "Signed out",
        ]
        var rest = text[...]
        for milestone in milestones {
            let found = try #require(rest.firstRange(of: milestone), "'\(milestone)' is missing in\n\(text)")
            rest = rest[found.upperBound...]
        }
    }

    @Test("a wrong word, and no terminal, give one line and exit status 2", arguments: ["--nonsense", "--interactive"])
    func misuse(_ word: String) throws {
        let errors = Pipe()
        let process = ChildProcess()
        process.executableURL = try Self.juice()
        process.arguments = [word]
        process.standardInput = FileHandle.nullDevice
        process.standardError = errors
        try process.run()
        let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 2 && text.split(separator: "\n").count == 1)
    }

    @Test("a step that fails ends it with exit status 1, and nothing is left behind")
    func failure() throws {
        let directory = try TemporaryDirectory()
        let (output, errors, process) = (Pipe(), Pipe(), ChildProcess())
        process.executableURL = URL(filePath: "/bin/sh")
        // The keychain's file has no room.
        process.arguments = ["-c", "trap '' XFSZ; ulimit -f 8; exec \"$0\"", try Self.juice().path]
        process.environment = ["TMPDIR": directory.path]
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        let said = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 1)
        #expect(text.contains("It failed: the keychain failed") && !text.contains("Result"), "\(text)")
        #expect(said.contains("Juice: the story went another way") && !said.contains("[AccessEnabler]"), "\(said)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
    }

    @Test("Ctrl-C ends it with 130, SIGTERM with 143, and nothing is left behind", arguments: [SIGINT, SIGTERM])
    func interrupted(_ number: Int32) throws {
        let directory = try TemporaryDirectory()
        let (input, output, process) = (Pipe(), Pipe(), ChildProcess())
        process.executableURL = URL(filePath: "/usr/bin/script")
        // A terminal for it, which `script` makes.
        process.arguments = ["-qec", "exec \"\(try Self.juice().path)\" --interactive", "/dev/null"]
        process.environment = ["TMPDIR": directory.path]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var said = ""
        while !said.contains("[q] Quit") {
            let more = output.fileHandleForReading.availableData
            try #require(!more.isEmpty, "it did not come to its menu: \(said)")
            said += String(decoding: more, as: UTF8.self)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).count == 1)
        let child = try #require(Self.child(of: process.processIdentifier))
        kill(child, number)
        _ = try output.fileHandleForReading.readToEnd()
        process.waitUntilExit()
        #expect(process.terminationStatus == 128 + number)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
    }

    private static func child(of parent: Int32) -> Int32? {
        let path = "/proc/\(parent)/task/\(parent)/children"
        return (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: " ").first.flatMap { Int32($0) }
    }

    @Test(
        "what would turn a terminal around shows as its number; names stay names",
        arguments: [
            ("Zoë", "Zoë"), ("محمد", "محمد"), ("a\u{202E}b", "a<U+202E>b"), ("a\u{1B}[2J", "a<U+1B>[2J"),
            ("a\u{2066}b\u{2069}", "a<U+2066>b<U+2069>"), ("نمی\u{200C}خواهم", "نمی\u{200C}خواهم"),
            ("a\u{2028}b\n", "a<U+2028>b<U+A>"), ("\u{E0041}", "<U+E0041>"),
        ])
    func terminal(_ name: String, _ shown: String) {
        #expect(Array(name.shown.unicodeScalars) == Array(shown.unicodeScalars))
    }

    /// Built beside the tests.
    private static func juice() throws -> URL {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: tests).deletingLastPathComponent().appending(path: "Juice")
    }
}
