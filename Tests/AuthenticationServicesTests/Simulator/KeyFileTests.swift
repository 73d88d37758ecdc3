import Foundation
import TestSupport
import Testing

/// `apple-id-simulator --key FILE`, as a process.
@Suite("apple-id-simulator: the key's file") struct KeyFileTests {
    /// Starts it, and gives its exit status and what it complained of; nil = it was up and listening, and is ended.
    private func run(_ path: String) throws -> (status: Int32, complaint: String)? {
        let (output, errors, process) = (Pipe(), Pipe(), ChildProcess())
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        process.executableURL = URL(filePath: tests).deletingLastPathComponent().appending(path: "apple-id-simulator")
        process.arguments = ["--key", path]
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let said = output.fileHandleForReading.availableData
        if !said.isEmpty { kill(process.processIdentifier, SIGTERM) }
        let complaint = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return said.isEmpty ? (process.terminationStatus, complaint) : nil
    }

    @Test("a path that cannot be written ends it with 1 and one line that names it")
    func unwritable() throws {
        let directory = try TemporaryDirectory()
        func mode() throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: "/dev/full")[.posixPermissions] as? Int
        }
        let before = try mode()
        for path in ["/dev/full", directory.path, directory.path(of: "none/key.p8")] {
            let (status, complaint) = try #require(try run(path), "\(path)")
            #expect(status == 1 && complaint.split(separator: "\n").count == 1, "\(complaint)")
            #expect(complaint.hasPrefix("apple-id-simulator: '\(path)' cannot be written: "), "\(complaint)")
        }
        // A device keeps its mode.
        #expect(try mode() == before)
    }

    @Test("the key is for its owner alone, also in a file that was there")
    func written() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write(String(repeating: "x", count: 5000), to: "AuthKey.p8")
        #expect(chmod(path, 0o644) == 0)
        #expect(try run(path) == nil)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.hasPrefix("-----BEGIN PRIVATE KEY-----\n") && !text.contains("x" + "x" + "x" + "x" + "x"))
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    }
}
