import AccessEnabler
import Base
import Foundation
import TestSupport
import Testing

@testable import AccessEnablerConformance

/// Adapters that break the protocol in the middle of a case, or say what is not so: the case fails, the report names what the
/// adapter did, and nobody waits for ever.
@Suite("A lying adapter") struct LyingAdapterTests {
    private static let hello = AdapterProcessTests.hello
    /// Answers what can be answered without an SDK; `told` says what, for messages of a type.
    private static func script(make: String = "", release: String = "released", call: String = ":") -> String {
        #"""
        echo '\#(hello)'
        made() { n=${line##*'"number":'}; echo "{\"type\":\"made\",\"number\":${n%%,*}}"; }
        place() { o=${line##*'"object":'}; o=${o%%,*}; }
        released() { place; echo "{\"type\":\"released\",\"object\":$o}"; }
        while read -r line; do
            case "$line" in
            *'"type":"make"'*) \#(make)
                made;;
            *'"type":"release"'*) \#(release);;
            *'"type":"call"'*) \#(call);;
            esac
        done
        """#
    }

    /// The kit's own adapter, with what it writes changed by `sed`.
    private static func served(_ edits: String) throws -> String {
        "'\(try AdapterServeTests.command())' serve | sed -u \(edits)"
    }

    private func simplest() throws -> ConditionCase {
        try #require(ConditionCase.all.first { $0.title == "S2.X2: nobody signed in" })
    }

    private func run(
        _ script: String, cases count: Int = 1, patience: Duration = .seconds(300),
        answerLimit: Duration = .seconds(120), jobs: Int = 1
    ) async throws -> ([CaseResult], givenUp: String?) {
        let implementation = try await ProcessImplementation.start(
            ["/bin/sh", "-c", script], helloLimit: .seconds(120), answerLimit: answerLimit)
        let cases = [ConditionCase](repeating: try simplest(), count: count)
        let results = await ConformanceRunner(implementation, patience: patience).run(cases, jobs: jobs)
        await implementation.close()
        return (results, implementation.givenUp)
    }

    @Test(
        "In the middle of a case",
        arguments: [
            ("kill -SEGV $$", "signal 11 ended the adapter's process"),
            ("exit 0", "the adapter's process ended with exit status 0"),
            ("sleep 600 & exit 3", "the adapter's process ended with exit status 3"),
            (#"printf '{"type":'; exit 0"#, #"ended in the middle of a line: {"type":"#),
            ("exec >&-; sleep 600", "the adapter closed its output"),
            ("head -c 5000000 /dev/zero; sleep 600", "a line of more than 4194304 bytes"),
            ("echo INFO setRequestor was called", "no JSON object): INFO setRequestor was called"),
            (#"printf '{"type":"log","text":"\377"}\n'"#, "no JSON object"),
            (#"echo '{"type":"confetti"}'"#, "unknown type 'confetti'"),
            (#"echo '{"type":"made","number":7000}'"#, "an answer to number 7000, which nobody waits for"),
            (#"released"#, "object 1 was not told to go"),
            ("echo '\(hello)'", "a second hello"),
            (
                #"echo '{"type":"callback","object":7000,"callback":"setRequestorComplete","status":1}'"#,
                "a callback of object 7000, which there is not"
            ),
            (
                #"echo '{"type":"callback","object":1,"callback":"setRequestorComplete","status":NaN}'"#,
                "no JSON object"
            ),
            (
                #"for i in 1 2; do echo '{"type":"sleep","sleep":1,"milliseconds":9,"reason":"poll"}'; done"#,
                "number 1 is used twice"
            ),
        ])
    func breaks(_ lie: String, _ words: String) async throws {
        let (results, givenUp) = try await run(Self.script(call: lie))
        #expect(results.map(\.outcome) == [.fails])
        #expect(results.first?.problems.contains { $0.contains(words) } == true, "\(results.first?.problems ?? [])")
        #expect(givenUp == nil)
    }

    @Test("One that reads no more, and lives on")
    func closesInput() async throws {
        let (results, _) = try await run(Self.script(make: "exec 3<&0 <&- 3<&-; made; sleep 600"))
        #expect(results.map(\.outcome) == [.fails])
        #expect(results.first?.problems.first?.contains("the adapter closed its input") == true)
    }

    @Test("One that tells nothing, case after case, is given up after five; one word in each is enough not to be")
    func silent() async throws {
        let (results, givenUp) = try await run(Self.script(), cases: 40, patience: .milliseconds(50), jobs: 2)
        #expect(givenUp?.contains("given up after 5 cases in a row in which it told nothing; the last time: ") == true)
        #expect(givenUp?.hasSuffix("the adapter did not answer 'call' within 0.05 seconds") == true)
        // Two at once: one may have begun when the fifth one ended.
        #expect((5...6).contains(results.count))
        #expect(results.count { $0.outcome == .fails } >= 5)
        let word =
            #"place; echo "{\"type\":\"callback\",\"object\":$o,\"callback\":\"setRequestorComplete\",\"status\":1}""#
        let talking = try await run(Self.script(make: word), cases: 8, patience: .milliseconds(50))
        #expect(talking.0.count == 8 && talking.givenUp == nil)
    }

    @Test("One that lets no object go, case after case, is given up after five")
    func holdsOn() async throws {
        let (results, givenUp) = try await run(
            Self.script(release: ":"), cases: 40, patience: .milliseconds(50), answerLimit: .seconds(2), jobs: 2)
        #expect(givenUp?.contains("given up after 5") == true)
        #expect(givenUp?.contains("in a row") == true)
        #expect((5...6).contains(results.count))
    }

    /// What comes right behind `released` is of this case.
    private static let afterReleased =
        #"'s/^{"object":\([0-9]*\),"type":"released"}$/&\n{"callback":"setRequestorComplete","object":\1,"status":1,"type":"callback"}/'"#
    /// What comes from it when the next object is made already.
    private static let later =
        #"-e '/"type":"released"/h' -e '/"type":"made"/{x;/released/{s/"type":"released"/"callback":"setRequestorComplete","status":1,"type":"callback"/;p;s/.*//};x}'"#

    @Test("Callbacks of an object that has gone fail the case they come in, or the next one (Always.release)")
    func late() async throws {
        let behind = try await run(try Self.served(Self.afterReleased)).0
        #expect(behind.map(\.problems) == [["setRequestorComplete(1) came after the object was released"]])
        let later = try await run(try Self.served(Self.later), cases: 2).0
        #expect(later.map(\.outcome) == [.holds, .fails])
        #expect(later.last?.problems.first?.contains("a callback of object 1 after it had gone") == true)
    }

    @Test("Sessions see how an object goes, too")
    func sessions() async throws {
        let implementation = try await ProcessImplementation.start(
            ["/bin/sh", "-c", try Self.served(Self.afterReleased)], helloLimit: .seconds(120),
            answerLimit: .seconds(120))
        var options = SessionOptions()
        (options.length, options.shrinks, options.patience) = (3, false, .seconds(300))
        let result = await SessionRunner(implementation, options: options).run(seed: 7)
        await implementation.close()
        #expect(result.failure?.problem == "setRequestorComplete(1) came after the object was released")
    }

    @Test("One that says another hello than at first is not mistaken for it")
    func otherHello() async throws {
        let folder = try TemporaryDirectory()
        let other = Self.hello.replacingOccurrences(of: #""x""#, with: #""y""#)
        let script =
            "mkdir '\(folder.path(of: "once"))' && echo '\(Self.hello)' || echo '\(other)'; read -r line; exit 4"
        let (results, givenUp) = try await run(script, cases: 9)
        #expect(results.allSatisfy { $0.outcome == .couldNotRun })
        #expect(givenUp?.hasSuffix("the last time: the adapter says another hello than it did at first: 'y'") == true)
    }

    @Test("A report that is taken away takes no other with it")
    func reportGone() async throws {
        let folder = try TemporaryDirectory()
        let (gone, kept) = (folder.path(of: "gone"), folder.path(of: "kept.json"))
        try FileManager.default.createDirectory(atPath: gone, withIntermediateDirectories: false)
        let kit = try Ran(kit: [
            "run", "--only", "S3.Z1", "--service", "v1", "--output", "\(gone)/a.json", "--output", kept, "--adapter",
            "rm -r '\(gone)'; " + Self.script(call: "exit 9"),
        ])
        #expect(await kit.status == 2)
        #expect(
            kit.told.errors
                == "accessenabler-conformance: '\(gone)/a.json' cannot be written: No such file or directory\n")
        #expect(kit.told.output.contains("exit status 9"))
        #expect(try String(contentsOfFile: kept, encoding: .utf8).contains("exit status 9"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["kept.json"])
    }
}
