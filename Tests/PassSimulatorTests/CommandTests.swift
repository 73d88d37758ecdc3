import Foundation
import TestSupport
import Testing

/// The command `pass-simulator`, as built beside the tests.
@Suite(.timeLimit(.minutes(10))) struct CommandTests {
    private struct Run {
        let process = ChildProcess()
        let output = Pipe()
        let errors = Pipe()

        init(_ arguments: [String]) throws {
            let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            process.executableURL = URL(filePath: tests).deletingLastPathComponent().appending(path: "pass-simulator")
            process.arguments = arguments
            process.standardOutput = output
            process.standardError = errors
            try process.run()
            try output.fileHandleForWriting.close()
            try errors.fileHandleForWriting.close()
        }

        /// What it prints up to and with this text, or its end.
        func read(until text: String) -> String {
            var all = ""
            while !all.contains(text) {
                let more = output.fileHandleForReading.availableData
                if more.isEmpty { break }
                all += String(decoding: more, as: UTF8.self)
            }
            return all
        }

        /// What it still prints, and its exit status.
        func end() -> (output: String, errors: String, status: Int32) {
            let output = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            let errors = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            return (output, errors, process.terminationStatus)
        }
    }

    @Test(arguments: [SIGINT, SIGTERM]) func itServesUntilASignalAndEndsWell(_ signal: Int32) throws {
        let directory = try TemporaryDirectory()
        let file = try directory.write("old", to: "statement")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        let run = try Run(["--large", "--xml", "--enhanced", "--throttle", "--statement", file, "--port=0"])
        let welcome = run.read(until: "Ctrl-C ends it.")
        let url = try #require(welcome.firstMatch(of: /Listening on (http:\/\/127\.0\.0\.1:[0-9]+)\n/)).output.1
        #expect(welcome.contains("NORTHSTAR (1000 TV providers)"))
        let statement = try String(contentsOfFile: file, encoding: .utf8).trimmingCharacters(in: .newlines)
        #expect(statement.split(separator: ".").count == 3)
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)

        let raw = try #require(RawConnection(to: String(url)))
        raw.send("GET /dashboard HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        let state = raw.receiveAll().text
        for setting in ["\"forcesXML\":true", "\"enhancedErrors\":true", "\"throttles\":true"] {
            #expect(state.contains(setting))
        }
        // An open connection does not hold up the end.
        let idle = try #require(RawConnection(to: String(url)))
        run.process.terminate(by: signal)
        let (_, errors, status) = run.end()
        #expect(status == 0)
        #expect(errors.isEmpty)
        #expect(idle.receiveAll().text.isEmpty)
        #expect(RawConnection(to: String(url)) == nil)
    }

    @Test func theStatementIsPrintedOnDemandAlone() throws {
        let quiet = try Run([])
        #expect(!quiet.read(until: "Ctrl-C ends it.").contains(/Software statement: [^h]/))
        quiet.process.terminate(by: SIGTERM)
        #expect(quiet.end().status == 0)
        let run = try Run(["--statement", "-"])
        #expect(run.read(until: "Ctrl-C ends it.").contains(/Software statement: [\w-]+\.[\w-]+\.[\w-]+\n/))
        run.process.terminate(by: SIGTERM)
        #expect(run.end().status == 0)
    }

    @Test(arguments: ["--help", "-h"]) func helpIsPrinted(_ option: String) throws {
        let (output, errors, status) = try Run([option]).end()
        #expect(status == 0)
        #expect(errors.isEmpty)
        for word in ["--port", "--large", "--xml", "--throttle", "--enhanced", "--statement", "127.0.0.1"] {
            #expect(output.contains(word))
        }
    }

    @Test(arguments: [
        ["--bogus"], ["extra"], ["--port"], ["--port", "x"], ["--port", "65536"], ["--port", "-1"], ["--port="],
        ["--large=1"], ["--statement"], ["--statement", "--large"], [""], ["-x"],
    ])
    func aBadOptionIsExplained(_ words: [String]) throws {
        let (output, errors, status) = try Run(words).end()
        #expect(status == 2)
        #expect(output.isEmpty)
        #expect(errors.hasPrefix("pass-simulator: '"))
        #expect(errors.contains("--help"))
    }

    @Test func whatCannotStartSaysWhy() throws {
        let first = try Run([])
        let welcome = first.read(until: "Ctrl-C ends it.")
        let port = try #require(welcome.firstMatch(of: /Listening on http:\/\/127\.0\.0\.1:([0-9]+)\n/)).output.1
        let (_, errors, status) = try Run(["--port", String(port)]).end()
        #expect(status == 1)
        #expect(errors.contains(port) && errors.contains("in use"))
        let (_, reason, failure) = try Run(["--statement", "/nowhere/statement"]).end()
        #expect(failure == 1)
        #expect(reason.contains("/nowhere/statement"))
        first.process.terminate(by: SIGTERM)
        #expect(first.end().status == 0)
    }

    @Test(
        "Each command it prints works as it stands",
        .enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/curl")))
    func whatItPrintsWorks() throws {
        let directory = try TemporaryDirectory()
        let run = try Run([])
        let welcome = run.read(until: "Ctrl-C ends it.")
        let commands = welcome.split(separator: "\n").compactMap { line -> String? in
            line.firstMatch(of: /^  \w[\w ]{9} (.*curl .*)$/).map { String($0.output.1) }
        }
        #expect(commands.count == 8)
        for command in commands {
            let shell = ChildProcess()
            let output = Pipe()
            shell.executableURL = URL(filePath: "/bin/sh")
            shell.arguments = ["-c", "cd '\(directory.path)'; " + command.replacing("curl ", with: "curl -f -sS ")]
            shell.standardOutput = output
            try shell.run()
            _ = output.fileHandleForReading.readDataToEndOfFile()
            shell.waitUntilExit()
            #expect(shell.terminationStatus == 0, "\(command)")
        }
        let file = directory.path(of: "statement.jwt")
        #expect(welcome.contains("--software-statement statement.jwt\n"))
        #expect(try String(contentsOfFile: file, encoding: .utf8).contains(/^[\w-]+\.[\w-]+\.[\w-]+\n$/))
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
        run.process.terminate(by: SIGTERM)
        #expect(run.end().status == 0)
    }
}
