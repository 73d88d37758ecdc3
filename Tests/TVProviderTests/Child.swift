import Foundation
import TestSupport
import Testing

/// A program of this package, built beside the tests, in a home of its own. Used from one task at a time.
final class Child {
    private let process = ChildProcess()
    private let input = Pipe()
    private let output = Pipe()
    private let complaints = Pipe()
    private var unread = Data()

    /// Starts it; `through` is a command that starts it in its turn.
    init(_ name: String, _ words: [String], home: Home, more: [String: String] = [:], through: [String] = []) throws {
        let all = through + [try Self.program(name)] + words
        process.executableURL = URL(filePath: all[0])
        process.arguments = Array(all.dropFirst())
        process.environment = home.environment.merging(more) { _, new in new }
        process.standardInput = input
        process.standardOutput = output
        process.standardError = complaints
        try process.run()
        // The reader sees the end only when nobody holds the writing end.
        try output.fileHandleForWriting.close()
        try complaints.fileHandleForWriting.close()
    }

    /// Where a program of this package is.
    static func program(_ name: String) throws -> String {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: tests).deletingLastPathComponent().appending(path: name).path
    }

    /// Types a line.
    func type(_ line: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
    }

    /// All it prints up to the line that holds `text`, or to its end.
    func lines(until text: String) -> [String] {
        var lines: [String] = []
        while let next = line() {
            lines.append(next)
            if next.contains(text) { return lines }
        }
        return lines + ["(ended without: \(text))"]
    }

    /// Lets its input end, and gives all it still prints and how it ended.
    func end() throws -> (status: Int32, output: String, complaints: String) {
        try? input.fileHandleForWriting.close()
        var lines: [String] = []
        while let next = line() { lines.append(next + "\n") }
        let text = String(decoding: complaints.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, lines.joined(), text)
    }

    /// The first line to standard error that holds `text`; nil at its end.
    func complaint(with text: String) -> String? {
        var found = Data()
        while true {
            let more = complaints.fileHandleForReading.availableData
            if more.isEmpty { return nil }
            found.append(more)
            let lines = String(decoding: found, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            if let line = lines.dropLast().first(where: { $0.contains(text) }) { return String(line) }
        }
    }

    /// Ctrl-C.
    func interrupt() { process.terminate(by: SIGINT) }

    private func line() -> String? {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread = Data(unread[(end + 1)...]) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            let more = output.fileHandleForReading.availableData
            if more.isEmpty {
                defer { unread = Data() }
                return unread.isEmpty ? nil : String(decoding: unread, as: UTF8.self)
            }
            unread.append(more)
        }
    }
}

/// A person's home, empty at first, without display, browser or terminal.
final class Home: Sendable {
    let directory: TemporaryDirectory
    let environment: [String: String]

    init(identity: String? = nil) throws {
        directory = try TemporaryDirectory()
        var environment = [
            "HOME": directory.path, "XDG_DATA_HOME": directory.path(of: "data"),
            "XDG_CONFIG_HOME": directory.path(of: "config"), "XDG_CONFIG_DIRS": directory.path(of: "system"),
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
        ]
        environment["TV_PROVIDER_IDENTITY"] = identity
        self.environment = environment
    }

    var database: String { directory.path(of: "data/tv-provider/account.sqlite3") }

    /// Runs `tv-provider` to its end.
    func settings(
        _ words: String..., typing: [String] = [], more: [String: String] = [:]
    ) throws -> (status: Int32, output: String, complaints: String) {
        let child = try Child("tv-provider", words, home: self, more: more)
        for line in typing { try child.type(line) }
        return try child.end()
    }
}
