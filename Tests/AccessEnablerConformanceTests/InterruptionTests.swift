import Foundation
import TestSupport
import Testing

@testable import AccessEnablerConformance

/// The command, told to end in the middle of its work: nothing is left of it.
@Suite("The command, broken off") struct InterruptionTests {
    private let folder: TemporaryDirectory
    /// Says hello, starts something, tells both ids, and does not read what it is told.
    private let adapter: String

    init() throws {
        folder = try TemporaryDirectory()
        mkfifo(folder.path(of: "ids"), 0o600)
        let all = Capability.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ",")
        // Answers `make`, and nothing else.
        adapter = """
            trap '' TERM INT HUP; echo '{"type":"hello","protocol":1,"name":"x","capabilities":[\(all)]}'; read line
            echo "{\\"type\\":\\"made\\",\\"number\\":$(echo "$line" | sed 's/.*"number":\\([0-9]*\\).*/\\1/')}"; sleep 600 &
            echo $$ $! >'\(folder.path(of: "ids"))'; wait
            """
    }

    /// The ids of the adapter and of what it started.
    private func ids() async throws -> [String] {
        let reader = try Ran(["cat", folder.path(of: "ids")])
        _ = await reader.status
        return reader.told.output.split(whereSeparator: \.isWhitespace).map(String.init)
    }

    private func wait(until holds: () -> Bool) async -> Bool {
        let end = ContinuousClock.now + .seconds(60)
        // What holds may hold for a moment only.
        while ContinuousClock.now < end {
            if holds() { return true }
            await Task.yield()
        }
        return false
    }

    /// Gone, or a zombie of somebody else's.
    private func isGone(_ id: String) -> Bool {
        (try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8))?.contains("State:\tZ") ?? true
    }

    private var files: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0 != "ids" }
    }

    @Test(
        "No adapter, nothing it started, no draft of a report, no folder of a case; 128 and the signal",
        arguments: [
            (["run", "--only", "S3.Z1", "--patience", "3600", "--output", "FOLDER/report.html"], SIGINT),
            (["run", "--only", "S3.Z1", "--patience", "3600", "--output", "FOLDER/report.html"], SIGTERM),
            (["run", "--only", "S3.Z1", "--patience", "3600", "--output", "FOLDER/report.html"], SIGHUP),
            (["sessions", "--count", "1"], SIGINT), (["pairs", "--row", "1"], SIGTERM),
        ])
    func brokenOff(_ words: [String], _ signal: Int32) async throws {
        let words = words.map { $0.replacingOccurrences(of: "FOLDER", with: folder.path) }
        let kit = try Ran(kit: words + ["--jobs", "1", "--adapter", adapter], temporary: folder.path)
        let ids = try await ids()
        #expect(ids.count == 2)
        kit.send(signal)
        #expect(await kit.status == 128 + signal)
        for id in ids { #expect(await wait { isGone(id) }, "\(id)") }
        #expect(files == [])
        #expect(kit.told.errors == "")
    }

    @Test("The fault matrix leaves no folder of a case")
    func faults() async throws {
        let kit = try Ran(kit: ["faults", "--write", folder.path(of: "page.md")], temporary: folder.path)
        #expect(await wait { files.contains { $0.hasPrefix("accessenabler-case-") } })
        kit.send(SIGINT)
        #expect(await kit.status == 128 + SIGINT)
        #expect(files == [])
    }

    @Test("A kit killed by force takes the adapter with it")
    func killed() async throws {
        let kit = try Ran(
            kit: ["run", "--only", "S3.Z1", "--patience", "3600", "--adapter", adapter], temporary: folder.path)
        let ids = try await ids()
        kit.send(SIGKILL)
        #expect(await kit.status == -SIGKILL)
        for id in ids { #expect(await wait { isGone(id) }, "\(id)") }
    }

    @Test("What is ignored from the beginning stays ignored, as under nohup")
    func ignored() async throws {
        let shell = try Ran(
            shell:
                "trap '' HUP; exec \"$kit\" run --only S3.Z1 --service v1 --jobs 1 --adapter 'exec cat <\(folder.path(of: "ids"))'"
        )
        let writer = FileHandle(forWritingAtPath: folder.path(of: "ids"))
        shell.send(SIGHUP)
        try writer?.close()
        #expect(await shell.status == 2)
        #expect(shell.told.errors.contains("exit status 0"))
    }

    @Test(
        "A reader that is gone ends it without a word, a full disk and a closed output with one",
        arguments: ["list", "list --json", "schema list", "help", "pairs --list yes"])
    func unwritable(_ words: String) async throws {
        let full = try Ran(shell: "exec \"$kit\" \(words) >/dev/full")
        #expect(await full.status == 2)
        #expect(
            full.told.errors
                == "accessenabler-conformance: standard output cannot be written: No space left on device\n")
        let closed = try Ran(shell: "exec \"$kit\" \(words) <&- >&-")
        #expect(await closed.status == 2)
        #expect(
            closed.told.errors
                == "accessenabler-conformance: standard output cannot be written: Bad file descriptor\n")
        let fifo = folder.path(of: "ids")
        // The reader has come and gone before the first word.
        let gone = try Ran(
            shell: "( : <'\(fifo)' ) & exec 5>'\(fifo)'; wait; \"$kit\" \(words) >&5; echo $? >&2")
        #expect(await gone.status == 0)
        #expect(gone.told.errors == "141\n")
    }
}
