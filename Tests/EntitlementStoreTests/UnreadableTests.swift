import Base
import Foundation
import TestSupport
import Testing

@testable import EntitlementStore

/// What cannot be read or written for now: an error, and nothing changes.
final class UnreadableTests {
    let scratch = Scratch()

    @Test(
        "S01: held by somebody else, unreadable, unchanged, and fine after the release",
        arguments: StorageIntegrityCheck.allCases)
    func held(_ check: StorageIntegrityCheck) throws {
        try scratch.store().save(token())
        let before = try content()
        let holder = try scratch.rawFile()
        try holder.execute("BEGIN EXCLUSIVE")
        let log = RecordingLog()
        let store = scratch.store(check, busyLimit: .milliseconds(20), log: log)
        #expect(code { try store.tokens(requestor: "requestor", service: .restV1) } == .unreadable)
        #expect(code { try store.save(token("requestor", "new")) } == .unreadable)
        #expect(code { try store.deviceID() } == .unreadable)
        #expect(code { try store.removeAllTokens() } == .unreadable)
        try holder.execute("ROLLBACK")
        #expect(try content() == before)
        #expect(log.lines.isEmpty)
        // A lock held elsewhere is no failure of the check, and does not do away with it.
        let expected = check == .clear ? [] : [token()]
        #expect(try store.tokens(requestor: "requestor", service: .restV1) == expected)
        #expect(try scratch.setAside().isEmpty)
    }

    @Test("S01: a lock that is released within the wait is only waited for")
    func waits() async throws {
        try scratch.store().save(token())
        let store = scratch.store()
        let holder = try Neighbour("hold", scratch)
        try holder.go()
        #expect(holder.line() == "held")
        async let stored = Task.detached { try store.tokens(requestor: "requestor", service: .restV1) }.value
        holder.kill()
        #expect(try await stored == [token()])
    }

    @Test func aReaderKeepsAWriterOutForTheWaitOnly() throws {
        let store = scratch.store(busyLimit: .milliseconds(20))
        try store.save(token())
        let reader = try scratch.rawFile()
        try reader.execute("BEGIN")
        _ = try reader.rows("SELECT * FROM token") { (_) throws(SQLiteError) in }
        #expect(code { try store.removeAllTokens() } == .unreadable)
        #expect(try store.tokens(requestor: "requestor", service: .restV1) == [token()])
        try reader.execute("COMMIT")
        try store.removeAllTokens()
        #expect(try store.tokens(requestor: "requestor", service: .restV1).isEmpty)
    }

    @Test("S01: no permission, for any process but root")
    func noPermission() throws {
        try scratch.store().save(token())
        let before = try content()
        // 0700 and 0600 of another user.
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scratch.root)
        if geteuid() != 0 {
            try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: scratch.directory)
        }
        let stranger = try Neighbour("stranger", scratch)
        try stranger.go()
        #expect(stranger.end().lines == ["read unreadable", "write unreadable"])
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: scratch.directory)
        #expect(try content() == before)
        #expect(try scratch.store().tokens(requestor: "requestor", service: .restV1) == [token()])
    }

    @Test(arguments: StorageIntegrityCheck.allCases)
    func aDirectoryInPlaceOfTheFile(_ check: StorageIntegrityCheck) throws {
        try FileManager.default.createDirectory(atPath: scratch.path() + "/inner", withIntermediateDirectories: true)
        let store = scratch.store(check)
        #expect(code { try store.tokens(requestor: "requestor", service: .restV1) } == .unreadable)
        #expect(code { try store.save(token()) } == .unreadable)
        #expect(FileManager.default.fileExists(atPath: scratch.path() + "/inner"))
        try FileManager.default.removeItem(atPath: scratch.path())
        try store.save(token())
        #expect(try store.tokens(requestor: "requestor", service: .restV1) == [token()])
    }

    @Test func aFileInPlaceOfTheDirectory() throws {
        try Data("x".utf8).write(to: URL(filePath: scratch.directory))
        let store = scratch.store()
        #expect(code { try store.tokens(requestor: "requestor", service: .restV1) } == .unreadable)
        #expect(code { try store.save(token()) } == .unreadable)
        #expect(try Data(contentsOf: URL(filePath: scratch.directory)) == Data("x".utf8))
    }

    @Test func noRoomToWrite() throws {
        try scratch.store().save(token())
        let before = try content()
        let cramped = try Neighbour("cramped", scratch)
        try cramped.go()
        #expect(cramped.end().lines == ["read 1", "write unwritable"])
        #expect(try content() == before)
        #expect(try scratch.store().tokens(requestor: "requestor", service: .restV1) == [token()])
    }

    @Test("Where no store is and none can be made, reading finds it empty")
    func noRoomToBegin() throws {
        let cramped = try Neighbour("cramped", scratch)
        try cramped.go()
        #expect(cramped.end().lines == ["read 0", "write unwritable"])
        try scratch.store().save(token())
        #expect(try scratch.store().tokens(requestor: "requestor", service: .restV1) == [token()])
    }

    @Test("A read-only file system is read", .enabled(if: canMount))
    func readOnlyMount() throws {
        try scratch.store().save(token())
        let reader = try Neighbour("read-only", scratch, prefix: ["/usr/bin/unshare", "--mount"])
        try reader.go()
        #expect(reader.end().lines == ["read 1", "write unwritable"])
        #expect(try scratch.store().tokens(requestor: "requestor", service: .restV1) == [token()])
    }

    @Test("An empty read-only directory is an empty store", .enabled(if: canMount))
    func emptyReadOnlyMount() throws {
        try FileManager.default.createDirectory(atPath: scratch.directory, withIntermediateDirectories: false)
        let reader = try Neighbour("read-only", scratch, prefix: ["/usr/bin/unshare", "--mount"])
        try reader.go()
        #expect(reader.end().lines == ["read 0", "write unwritable"])
    }

    @Test func aNewerVersionIsLeftAlone() throws {
        try scratch.store().save(token())
        try scratch.rawFile().execute("PRAGMA user_version = 3; DROP TABLE token")
        let before = try content()
        for check in [StorageIntegrityCheck.none, .all] {
            let store = scratch.store(check)
            #expect(code { try store.tokens(requestor: "requestor", service: .restV1) } == .newerVersion)
            #expect(code { try store.save(token()) } == .newerVersion)
        }
        #expect(try content() == before)
        #expect(try scratch.setAside().isEmpty)
        #expect(try scratch.store(.clear).tokens(requestor: "requestor", service: .restV1).isEmpty)
    }

    @Test func errorsAndLogsTellNoSecret() throws {
        let log = RecordingLog()
        let store = scratch.store(busyLimit: .zero, log: log)
        let secret = "SECRET-77"
        try store.save(token(userID: secret, deviceID: secret))
        let holder = try scratch.rawFile()
        try holder.execute("BEGIN EXCLUSIVE")
        var said = ""
        do { try store.save(token(secret, secret, userID: secret)) } catch { said += "\(error) \(error.message)" }
        try holder.execute("ROLLBACK")
        try holder.run("UPDATE token SET kind = ?", [.text(secret)])
        said += "\(try store.tokens(requestor: "requestor", service: .restV1))" + log.lines.joined()
        #expect(said.contains("SQLite 5") && said.contains("kept as"))
        #expect(!said.contains(secret))
    }

    static let canMount: Bool = {
        let trial = ChildProcess()
        trial.executableURL = URL(filePath: "/usr/bin/unshare")
        trial.arguments = ["--mount", "mount", "-t", "tmpfs", "none", "/mnt"]
        trial.standardError = FileHandle.nullDevice
        guard (try? trial.run()) != nil else { return false }
        trial.waitUntilExit()
        return trial.terminationStatus == 0
    }()

    private func content() throws -> Data {
        try Data(contentsOf: URL(filePath: scratch.path()))
    }

    private func code<Result>(_ call: () throws -> Result) -> StoreError.Code? {
        do {
            _ = try call()
            return nil
        } catch {
            return (error as? StoreError)?.code
        }
    }
}
