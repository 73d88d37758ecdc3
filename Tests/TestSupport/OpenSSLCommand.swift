import Foundation

/// The `openssl` command of the distribution (Debian package `openssl`).
enum OpenSSLCommand {
    /// A command that failed.
    struct Failure: Error, CustomStringConvertible {
        let arguments: [String]
        let output: String
        var description: String { "openssl \(arguments.joined(separator: " ")): \(output)" }
    }

    /// A process ready to run. It ends by itself after ten minutes, should the tests die before it.
    static func process(_ arguments: [String]) -> ChildProcess {
        let process = ChildProcess()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
        process.arguments = ["600", "openssl"] + arguments
        return process
    }

    /// Runs a command to its end.
    static func run(_ arguments: [String]) throws {
        let process = process(arguments)
        let output = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(arguments: arguments, output: String(decoding: text, as: UTF8.self))
        }
    }
}
