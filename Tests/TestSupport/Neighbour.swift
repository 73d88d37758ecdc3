import Foundation

/// Another process at a store: `store-writer`, built beside the tests. Used from one task at a time.
public final class Neighbour {
    private let process = ChildProcess()
    private let input = Pipe()
    private let output = Pipe()
    private var unread = Data()

    /// Starts it (by the command `prefix`, if given), and returns once it is ready and waits for `go`.
    public init(
        _ job: String, directory: String, application: String, number: Int = 0, prefix: [String] = []
    ) throws {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let writer = URL(filePath: tests).deletingLastPathComponent().appending(path: "store-writer").path
        let words = prefix + [writer, job, directory, application, "\(number)"]
        process.executableURL = URL(filePath: words[0])
        process.arguments = Array(words.dropFirst())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        // The reader sees the end only when nobody holds the writing end.
        try output.fileHandleForWriting.close()
        guard line() == "ready" else { throw CocoaError(.executableLoad) }
    }

    /// Lets it work.
    public func go() throws {
        try input.fileHandleForWriting.close()
    }

    /// The next line it prints; nil at its end.
    public func line() -> String? {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread = Data(unread[(end + 1)...]) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { return nil }
            unread.append(more)
        }
    }

    /// All it still prints, and its exit status.
    public func end() -> (lines: [String], status: Int32) {
        var lines: [String] = []
        while let next = line() { lines.append(next) }
        process.waitUntilExit()
        return (lines, process.terminationStatus)
    }

    /// Ends it in mid-work (SIGKILL).
    public func kill() {
        process.terminate(by: SIGKILL)
        process.waitUntilExit()
    }
}
