import AccessEnabler
import Base
import Foundation
import TestSupport
import Testing

@testable import AccessEnablerConformance

/// Adapters that are hopeless, flood the kit, or say what nobody understands: the run ends, and its report can be read.
@Suite("A hopeless adapter") struct HostileAdapterTests {
    private static let hello = AdapterProcessTests.hello
    /// Reads the make message and answers it.
    private static let made =
        #"read line; echo "{\"type\":\"made\",\"number\":$(echo "$line" | sed 's/.*"number":\([0-9]*\).*/\1/')}"; "#

    private func simplest() throws -> ConditionCase {
        try #require(ConditionCase.all.first { $0.title == "S2.X2: nobody signed in" })
    }

    private func run(_ script: String, _ cases: [ConditionCase]) async throws -> ([CaseResult], givenUp: String?) {
        let implementation = try await ProcessImplementation.start(
            ["/bin/sh", "-c", script], helloLimit: .seconds(120), answerLimit: .seconds(120),
            outputLimit: 200_000)
        let results = await ConformanceRunner(implementation, patience: .seconds(300)).run(cases, jobs: 2)
        await implementation.close()
        return (results, implementation.givenUp)
    }

    @Test("One that dies before it makes an object, again and again, is given up after five starts")
    func dies() async throws {
        let folder = try TemporaryDirectory()
        let log = folder.path(of: "starts")
        let cases = [ConditionCase](repeating: try simplest(), count: 40)
        let (results, givenUp) = try await run("echo >>'\(log)'; echo '\(Self.hello)'; read line; exit 4", cases)
        #expect(givenUp?.contains("5 starts in a row") == true)
        #expect(givenUp?.contains("exit status 4") == true)
        #expect(results.allSatisfy { $0.outcome == .couldNotRun })
        // Two at once: one may have begun when the fifth one died.
        #expect((5...6).contains(try String(contentsOfFile: log, encoding: .utf8).count))
        #expect((5...6).contains(results.count))
    }

    @Test("One that dies after it made an object fails each case, and is not given up")
    func diesLater() async throws {
        let cases = [ConditionCase](repeating: try simplest(), count: 8)
        let (results, givenUp) = try await run("echo '\(Self.hello)'; \(Self.made) read line; exit 4", cases)
        #expect(givenUp == nil)
        #expect(results.map(\.outcome) == [CaseResult.Outcome](repeating: .fails, count: 8))
    }

    @Test("The command says so in one line, with the report of what was run, and ends with 2")
    func command() async throws {
        let folder = try TemporaryDirectory()
        let report = folder.path(of: "report.json")
        let adapter = "mkdir '\(folder.path(of: "once"))' || exit 7; echo '\(Self.hello)'; read line; exit 7"
        let kit = try Ran(kit: ["run", "--service", "v1", "--adapter", adapter, "--output", report])
        #expect(await kit.status == 2)
        let lines = kit.told.errors.split(separator: "\n")
        #expect(lines.count == 1)
        #expect(
            lines.first?.hasPrefix(
                "accessenabler-conformance: the adapter was given up after 5 starts in a row that led to nothing; the last time: the adapter's process ended with exit status 7"
            ) == true)
        let json = try String(contentsOfFile: report, encoding: .utf8)
        #expect(json.contains("given up after 5"))
        #expect(kit.told.output.contains("Note: the adapter was given up after 5"))
    }

    @Test("One that never stops writing is ended; what is kept of it is little", arguments: ["log", "callback"])
    func floods(_ kind: String) async throws {
        let text = String(repeating: "x", count: 500)
        let line =
            kind == "log"
            ? #"{"type":"log","text":"\#(text)"}"#
            : #"{"type":"callback","object":1,"callback":"status","errorId":"N000","level":"info","message":"\#(text)"}"#
        let (results, _) = try await run(
            "echo '\(Self.hello)'; \(Self.made) yes '\(line)'", [try simplest()])
        let result = try #require(results.first)
        #expect(result.problems.contains { $0.contains("more than 200000 bytes in one case") })
        #expect(result.seen.count <= 250 && result.log.count <= 20 && result.problems.count <= 60)
        for text in try Self.all(result) { #expect(text.utf8.count < 400_000) }
    }

    @Test("A flood on standard error is not all kept in the log")
    func errors() async throws {
        let (results, _) = try await run(
            "echo '\(Self.hello)'; \(Self.made) seq 3000 >&2; exit 1", [try simplest()])
        let result = try #require(results.first)
        #expect(result.log.last == "standard error: 1000")
    }

    @Test("Capabilities nobody knows are told, on standard error and in the report")
    func capabilities() async throws {
        let hello = Self.hello.replacingOccurrences(of: "\"speaksV1\"", with: "\"speaksV1\",\"logOut\",\"fl\\u001by\"")
        let adapter = "cat <<'.'\n\(hello)\n.\n\(Self.made) read line; exit 9"
        let kit = try Ran(
            kit: ["run", "--only", "S3.Z1", "--service", "v1", "--format", "json", "--adapter", adapter])
        #expect(await kit.status == 1)
        let note = "the adapter's hello names capabilities nobody here knows: 'logOut', 'fl\u{FFFD}y'"
        #expect(kit.told.errors == "accessenabler-conformance: \(note)\n")
        #expect(kit.told.output.contains(note))
    }

    private static func all(_ result: CaseResult, notes: [String] = []) throws -> [String] {
        let report = RunReport(
            implementation: "x", duration: .zero, services: [RunReport.Service(.v1, [result])], notes: notes)
        return [
            TerminalReport.text(report, colours: true), JUnitReport.xml(report), try JSONReport.json(report),
            MarkdownReport.markdown(report), HTMLReport.html(report),
        ]
    }

    @Test("Values of megabytes are cut in all reports, and their length is told; no part of a secret stays at the cut")
    func megabytes() throws {
        let secret = "0123456789abcdefghijklmnopqrstuvwxyz"
        let long = String(repeating: "x", count: 980) + secret + String(repeating: "y", count: 4 << 20)
        var status = AdvancedStatus(errorID: "N500", level: .error)
        status.message = long
        status.details = ["why": long]
        let resources = [String](repeating: "r", count: 5000)
        var result = CaseResult(
            try simplest(), problems: ["\(long) must not come"],
            seen: [.status(status), .preauthorizedResources(resources)]
                + [Callback](repeating: .setRequestorComplete(1), count: 9000),
            firstDifference: 0, requests: [])
        result.log = ["the log \(long)"]
        result.secrets = [Secret(secret)]
        result.clip()
        #expect(result.seen.count <= 250)
        for text in try Self.all(result, notes: ["<b>so</b>"]) {
            #expect(text.utf8.count < 150_000)
            #expect(text.contains("\(long.utf8.count) bytes in all"))
            #expect(text.contains("5000 in all"))
            #expect(text.contains("9002 are not shown"))
            #expect(!text.contains("01234567"))
            #expect(text.contains("so"))
        }
    }

    @Test("What is too short to be a device id is not hidden wherever it stands")
    func shortDeviceID() throws {
        func told(_ id: String) -> Callback {
            .setMetadataStatus(.string(id), encrypted: false, key: .deviceID, arguments: [:])
        }
        let real = String(repeating: "9f2c", count: 16)
        #expect([told("d"), told(real), told(real)].secretsTold == [real])
    }

    /// Notes what it is asked for, and reaches nobody.
    private final class Line: HTTPTransport {
        let asked = Lock<[String]>([])

        func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
            asked.withLock { $0.append(request.url) }
            throw HTTPTransportError(.unreachable, "nobody is there")
        }
    }

    @Test("Pages on this machine alone are opened, whatever an implementation names")
    func pages() async throws {
        let line = Line()
        let browser = Browser(line)
        for page in [
            "https://example.com/", "http://127.0.0.1:80@example.com/", "file:///etc/passwd", "http://127.0.0.1:9/",
        ] {
            #expect(await browser.perform(.opensPage, page: page, code: nil, at: "http://127.0.0.1:9") != nil)
        }
        #expect(line.asked.withLock { $0 } == ["http://127.0.0.1:9/"])
    }

    @Test("What is short is left as it is, in one line")
    func short() throws {
        let status = AdvancedStatus(errorID: "N500", level: .error, message: "two\r\nlines")
        var result = CaseResult(
            try simplest(), problems: ["wrong"], seen: [.status(status)], firstDifference: 0, requests: [])
        result.clip()
        #expect(result.seen.map(\.text) == [Callback.status(status).text])
        #expect(result.problems == ["wrong"])
        #expect(result.shownCallbacks == ["status N500 error message \"two\r\\nlines\""])
    }
}
