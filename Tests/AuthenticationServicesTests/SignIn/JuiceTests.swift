import Foundation
import TestSupport
import Testing

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

    /// Built beside the tests.
    private static func juice() throws -> URL {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: tests).deletingLastPathComponent().appending(path: "Juice")
    }
}
