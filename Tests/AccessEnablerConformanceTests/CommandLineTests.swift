import Foundation
import TestSupport
import Testing

@testable import AccessEnablerConformance
@testable import accessenabler_conformance

/// The command: what it understands, what it answers, how it ends.
@Suite("The command") struct CommandLineTests {
    private func complaint(_ words: String...) -> String? {
        do {
            _ = try Arguments.command(words)
            return nil
        } catch {
            return (error as? UsageError)?.message
        }
    }

    @Test("What it does not understand is named, in one line")
    func complaints() {
        #expect(complaint("dance") == "'dance' is no command")
        #expect(complaint("run", "--jobs", "0") == "--jobs takes a number from 1 to 64")
        #expect(complaint("run", "--jobs", "many") == "--jobs takes a number from 1 to 64")
        #expect(complaint("run", "--jobs") == "'--jobs' needs a value")
        #expect(complaint("run", "--service", "v3") == "--service takes v1 or v2")
        #expect(complaint("run", "--platform", "android") == "--platform takes iOS or tvOS")
        #expect(complaint("run", "--format", "pdf") == "--format takes text, junit, json, markdown or html")
        #expect(complaint("run", "--output", "report.pdf")?.contains(".html, not 'report.pdf'") == true)
        #expect(complaint("run", "--output", "report")?.contains("not 'report'") == true)
        #expect(complaint("run", "--seed", "-1")?.hasPrefix("--seed takes a number") == true)
        #expect(complaint("run", "S2.*") == "'S2.*' is not understood")
        #expect(complaint("list", "--yaml") == "'--yaml' is no format of the list")
        #expect(complaint("list", "--json", "more") == "'more' is not understood")
        #expect(complaint("serve", "--adapter", "cat") == "serve takes core or facade")
        #expect(complaint("schema", "xml") == "schema takes list, report or protocol")
        #expect(complaint("schema") == "'schema' needs a value")
        #expect(complaint("run", "--adapter", " ") == "--adapter takes core, facade or a command, not nothing")
        #expect(complaint("sessions", "--adapter", "") == "--adapter takes core, facade or a command, not nothing")
        #expect(complaint("pairs", "--process", "") == "--process takes a command, not nothing")
    }

    @Test("What it understands")
    func understood() throws {
        #expect(
            complaint(
                "run", "--adapter", "facade", "--only", "S4.*", "--service", "v2", "--platform", "tvOS", "--seed", "7",
                "--jobs", "4", "--patience", "60", "--format", "junit", "--output", "a.html", "--output", "b.xml",
                "--no-color") == nil)
        #expect(try Arguments.command(["help"]) == nil)
        #expect(try Arguments.command(["run", "--help"]) == nil)
        #expect(try Adapter("core") == .core)
        #expect(try Adapter("facade") == .facade)
        #expect(try Adapter("core", of: "--process") == .process("core"))
        #expect(try Adapter("python3 adapter.py") == .process("python3 adapter.py"))
        #expect(try Adapter("it's").words == #" --process 'it'\''s'"#)
        for type in Arguments.commands { #expect(Arguments.usage.contains(type.name)) }
    }

    @Test("The code it ends with")
    func codes() {
        func code(_ outcomes: CaseResult.Outcome...) -> ExitCode {
            let results = outcomes.map { outcome in
                CaseResult(ConditionCase.all[0], outcome)
            }
            return RunCommand.code(
                RunReport(implementation: "x", duration: .zero, services: [RunReport.Service(.v1, results)]))
        }
        #expect(code(.holds, .holds) == .holds)
        #expect(code(.holds, .notApplicable, .leftOut) == .holds)
        #expect(code(.holds, .fails, .couldNotRun) == .fails)
        #expect(code(.holds, .couldNotRun) == .couldNotRun)
        #expect(code(.notApplicable) == .couldNotRun)
        #expect(code(.leftOut) == .couldNotRun)
        #expect(code() == .couldNotRun)
    }

    private struct Ended {
        let code: Int32
        let output: String
        let errors: String
    }

    private func run(_ words: String...) throws -> Ended { try run(words) }

    private func run(_ words: [String]) throws -> Ended {
        let folder = try TemporaryDirectory()
        let process = ChildProcess()
        process.executableURL = URL(filePath: try AdapterServeTests.command())
        process.arguments = words.map { $0.replacingOccurrences(of: "FOLDER", with: folder.path) }
        for name in ["out", "err"] { try folder.write("", to: name) }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle(forWritingAtPath: folder.path(of: "out"))
        process.standardError = FileHandle(forWritingAtPath: folder.path(of: "err"))
        try process.run()
        process.waitUntilExit()
        func read(_ name: String) throws -> String {
            try String(contentsOfFile: folder.path(of: name), encoding: .utf8)
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("report") }
        let reports = try files.sorted().map(read).joined()
        return Ended(code: process.terminationStatus, output: try read("out") + reports, errors: try read("err"))
    }

    @Test("0 when all holds; no colours and no progress where nobody looks; the reports are where they were wanted")
    func holds() throws {
        let ended = try run(
            "run", "--only", "S3.Z1", "--jobs", "4", "--output", "FOLDER/report.html", "--output", "FOLDER/report.xml")
        #expect(ended.code == 0)
        #expect(ended.output.contains("Step 3: checkAuthentication"))
        #expect(ended.output.contains("REST API V2: "))
        #expect(ended.output.contains("<!DOCTYPE html>") && ended.output.contains("<testsuites"))
        #expect(!ended.output.unicodeScalars.contains("\u{1B}") && !ended.output.contains("\r"))
        #expect(ended.errors == "")
    }

    @Test("1 when something fails, and it says what")
    func fails() throws {
        let adapter = """
            echo '\(AdapterProcessTests.hello)'; read line
            echo "{\\"type\\":\\"made\\",\\"number\\":$(echo "$line" | sed 's/.*"number":\\([0-9]*\\).*/\\1/')}"; read line; exit 9
            """
        let ended = try run("run", "--only", "S3.Z1", "--service", "v1", "--adapter", adapter)
        #expect(ended.code == 1)
        #expect(ended.output.contains("exit status 9"))
        #expect(ended.output.contains("Conditions with a failing case: S3.Z1"))
    }

    @Test(
        "2 when nothing can be said, with one line that says why",
        arguments: [
            (["run", "--only", "S9.*"], "no case is about such a condition: 'S9.*'"),
            (["run", "--only", "S3.Z1,S3.z1"], "no case is about such a condition: 'S3.z1'"),
            (["run", "--only", ","], "no case is about such a condition"),
            (["run", "--only", "\(String(repeating: "*", count: 60))x"], "no case is about such a condition"),
            (["run", "--jobs", "x"], "--jobs takes a number"),
            (["run", "--only", "S3.Z1", "--output", "/no/such/folder/x.html"], "cannot be written: No such file"),
            (["run", "--only", "S3.Z1", "--adapter", "exit 3"], "exit status 3"),
            (["run", "--only", "S3.Z1", "--adapter", "/no/such/adapter"], "exit status 127"),
            (["dance"], "'dance' is no command"),
        ])
    func couldNotRun(_ words: [String], _ why: String) throws {
        let ended = try run(words)
        #expect(ended.code == 2)
        #expect(ended.errors.contains(why), "\(ended.errors)")
        #expect(ended.errors.hasPrefix("accessenabler-conformance: "))
        #expect(ended.errors.split(separator: "\n").count == 1)
        #expect(ended.output == "")
    }

    private static let hint = "; accessenabler-conformance help tells how it goes\n"

    @Test("Only a wrong command line is told how it goes")
    func hint() throws {
        #expect(try run("run", "--jobs", "x").errors.hasSuffix(Self.hint))
        #expect(
            try run("faults", "--only", "no such title", "--check", "/nonexistent").errors.hasSuffix(Self.hint))
        let missing = try run("faults", "--check", "/nonexistent/page.md")
        #expect(missing.code == 2)
        #expect(
            missing.errors
                == "accessenabler-conformance: '/nonexistent/page.md' cannot be read: No such file or directory\n")
        #expect(
            try run("faults", "--check", "/").errors
                == "accessenabler-conformance: '/' cannot be read: Is a directory\n")
        let unwritable = try run("faults", "--write", "/nonexistent/page.md")
        #expect(
            unwritable.errors
                == "accessenabler-conformance: '/nonexistent/page.md' cannot be written: No such file or directory\n")
        #expect(unwritable.code == 2)
    }

    @Test(
        "No place for temporary files: one line, and nothing is run",
        arguments: [["run"], ["sessions"], ["pairs"], ["faults"]])
    func temporary(_ words: [String]) async throws {
        let kit = try Ran(kit: words, temporary: "/nonexistent/folder")
        #expect(await kit.status == 2)
        #expect(
            kit.told.errors
                == "accessenabler-conformance: no folder can be made in '/nonexistent/folder' (TMPDIR): No such file or directory\n"
        )
        #expect(kit.told.output == "")
    }

    @Test("Nothing asked for is a mistake; help that is asked for is not")
    func usage() async throws {
        let nothing = try run([])
        #expect(nothing.code == 2 && nothing.output == "" && nothing.errors == Arguments.usage)
        for words in [["help"], ["--help"], ["run", "-h"]] {
            let help = try run(words)
            #expect(help.code == 0 && help.output == Arguments.usage && help.errors == "")
        }
    }

    @Test("List and schemas come out whole")
    func lists() throws {
        #expect(try run("list").output == ConditionTable.text)
        let list = try ConditionList.json()
        #expect(try run("list", "--json").output == list)
        for schema in Schemas.allCases { #expect(try run("schema", schema.rawValue).output == schema.json) }
    }
}

extension CaseResult {
    /// A result with this outcome.
    fileprivate init(_ conditionCase: ConditionCase, _ outcome: Outcome) {
        switch outcome {
        case .holds: self.init(conditionCase, problems: [], seen: [], firstDifference: nil, requests: [])
        case .fails: self.init(conditionCase, problems: ["wrong"], seen: [], firstDifference: nil, requests: [])
        case .notApplicable: self.init(conditionCase, unjudged: .notApplicable([.login]))
        case .leftOut: self.init(conditionCase, unjudged: .notOnV2("so"))
        case .couldNotRun: self.init(conditionCase, unjudged: .couldNotRun("so"))
        }
    }
}
