import Foundation
import Testing

@testable import Base

/// The file several processes share, apart from what an owner keeps in it.
final class SharedSQLiteFileTests {
    private let directory = FileManager.default.temporaryDirectory.path + "/" + UUID().uuidString
    private var path: String { directory + "/deep/file" }
    private let schema = SQLiteSchema(version: 3, tables: [("t", "CREATE TABLE t (a INTEGER)")])

    deinit {
        try? FileManager.default.removeItem(atPath: directory)
    }

    @Test func keepsWhatIsWritten() throws {
        try insert(shared(), 1)
        #expect(try values(shared()) == [1])
        let raw = try SQLiteFile(path: path)
        let version = try raw.rows("PRAGMA user_version") { (row) throws(SQLiteError) in try row.integer(0) }
        #expect(version == [3])
    }

    @Test func anOwnersFindingOfDamageSetsTheFileAside() throws {
        let file = shared()
        try insert(file, 1)
        var calls = 0
        let found = try file.read { (file) throws(SQLiteError) -> Int in
            calls += 1
            if calls == 1 { throw SQLiteError(.damaged, "found") }
            return try file.rows("SELECT a FROM t") { (_) throws(SQLiteError) in }.count
        }
        #expect(found == 0 && calls == 2)
        #expect(FileManager.default.fileExists(atPath: path + ".corrupt-1"))
        #expect(file.takeNotices() == ["a damaged database is kept as file.corrupt-1, an empty one begins: found"])
        #expect(file.takeNotices().isEmpty)
    }

    @Test func damageFoundAgainAndAgainIsReported() throws {
        let file = shared()
        try insert(file, 1)
        let error = #expect(throws: SQLiteError.self) {
            try file.read { (_) throws(SQLiteError) in throw SQLiteError(.damaged, "always") }
        }
        #expect(error == SQLiteError(.damaged, "always"))
        #expect(try values(shared()).isEmpty)
    }

    @Test(arguments: [SQLiteError.Kind.busy, .cannotOpen, .inputOutput, .full, .readOnly, .exhausted, .newerVersion])
    func otherFailuresLeaveTheFile(_ kind: SQLiteError.Kind) throws {
        let file = shared()
        try insert(file, 1)
        var calls = 0
        let error = #expect(throws: SQLiteError.self) {
            try file.write { (file) throws(SQLiteError) in
                calls += 1
                try file.run("DELETE FROM t")
                throw SQLiteError(kind, "no")
            }
        }
        #expect(error?.kind == kind && calls == 1)
        #expect(try values(file) == [1])
        #expect(file.takeNotices().isEmpty)
    }

    @Test func aloneDiscardsForTheGivenKindsOnly() throws {
        let file = shared()
        try insert(file, 1)
        #expect(throws: SQLiteError.self) {
            try file.exclusively(discardOn: [.damaged]) { (_) throws(SQLiteError) in throw SQLiteError(.full, "no") }
        }
        #expect(try values(file) == [1])
        try file.exclusively(discardOn: [.full]) { (_) throws(SQLiteError) in throw SQLiteError(.full, "no") }
        #expect(try values(file).isEmpty)
    }

    @Test("While one is alone with the file, others wait, and give up at their limit")
    func alone() throws {
        let file = shared()
        try insert(file, 1)
        try file.exclusively(discardOn: []) { (inner) throws(SQLiteError) in
            try inner.run("UPDATE t SET a = 2")
            let error = #expect(throws: SQLiteError.self) { try self.values(self.shared(limit: .zero)) }
            #expect(error?.kind == .busy)
        }
        #expect(try values(shared()) == [2])
    }

    @Test("A lock file that was removed is made anew; the lock still holds")
    func removedLockFile() throws {
        let file = shared()
        try insert(file, 1)
        for end in [".lock", ".gate"] { try FileManager.default.removeItem(atPath: path + end) }
        try file.exclusively(discardOn: []) { (_) throws(SQLiteError) in
            let error = #expect(throws: SQLiteError.self) { try self.values(self.shared(limit: .zero)) }
            #expect(error?.kind == .busy)
        }
    }

    @Test func anOlderSchemaIsDamage() throws {
        try insert(shared(), 1)
        try SQLiteFile(path: path).execute("PRAGMA user_version = 2")
        #expect(try values(shared()).isEmpty)
        #expect(FileManager.default.fileExists(atPath: path + ".corrupt-1"))
    }

    private func shared(limit: Duration = .seconds(5)) -> SharedSQLiteFile {
        SharedSQLiteFile(path: path, schema: schema, busyLimit: limit)
    }

    private func insert(_ file: SharedSQLiteFile, _ value: Int64) throws {
        try file.write { (file) throws(SQLiteError) in _ = try file.run("INSERT INTO t VALUES (?)", [.integer(value)]) }
    }

    private func values(_ file: SharedSQLiteFile) throws(SQLiteError) -> [Int64] {
        try file.read { (file) throws(SQLiteError) in
            try file.rows("SELECT a FROM t") { (row) throws(SQLiteError) in try row.integer(0) }
        }
    }
}
