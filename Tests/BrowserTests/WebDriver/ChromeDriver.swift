import Foundation
import TestSupport
import Testing

/// Whether a browser is there to be tested with. `make test-browser` says which.
enum Chromium {
    static let path = ProcessInfo.processInfo.environment["ACCESSENABLER_BROWSER"] ?? ""
    /// Where screenshots go; empty when none are wanted.
    static let screenshots = ProcessInfo.processInfo.environment["ACCESSENABLER_SCREENSHOTS"] ?? ""
    static let isWanted = !path.isEmpty
    static let absence: Comment = "needs Chromium: run by 'make test-browser'"
}

/// A running `chromedriver`, on a port of loopback the system chose.
final class ChromeDriver {
    let url: String
    private let process = ChildProcess()
    /// Kept: what it still says must go somewhere.
    private let output = Pipe()

    init() throws {
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["chromedriver", "--port=0"]
        process.standardOutput = output
        process.standardError = output
        try process.run()
        try output.fileHandleForWriting.close()
        var said = ""
        while !said.contains(/successfully on port [0-9]+\./) {
            let more = output.fileHandleForReading.availableData
            try #require(!more.isEmpty, "chromedriver did not start: \(said)")
            said += String(decoding: more, as: UTF8.self)
        }
        let port = try #require(said.firstMatch(of: /successfully on port ([0-9]+)\./)).output.1
        url = "http://127.0.0.1:\(port)"
    }

    /// Ends it; its sessions are closed by now.
    func stop() {
        process.terminate(by: SIGKILL)
        process.waitUntilExit()
    }
}
