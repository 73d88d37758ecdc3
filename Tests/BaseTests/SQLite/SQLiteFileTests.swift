import Foundation
import Testing

@testable import Base

/// Statements, values and transactions.
struct SQLiteFileTests {
    @Test func valuesComeBackAsTheyWere() throws {
        let file = try SQLiteFile.inMemory()
        try file.execute("CREATE TABLE t (n INTEGER, a, b, c)")
        let texts = ["", "a", "e\u{301}", "\u{E9}", "a\u{0}b", "👩‍👩‍👧", String(repeating: "x", count: 100_000)]
        for (number, text) in texts.enumerated() {
            try file.run(
                "INSERT INTO t VALUES (?, ?, ?, ?)",
                [.integer(Int64(number)), .text(text), .blob(Data(text.utf8)), .integer(.min + Int64(number))])
        }
        let rows = try file.rows("SELECT a, b, c, typeof(a), typeof(b), typeof(c) FROM t ORDER BY n") {
            (row) throws(SQLiteError) in
            (
                Array(try row.text(0).utf8), try row.blob(1), try row.integer(2),
                try [row.text(3), row.text(4), row.text(5)]
            )
        }
        #expect(rows.map(\.0) == texts.map { Array($0.utf8) })
        #expect(rows.map(\.1) == texts.map { Data($0.utf8) })
        #expect(rows.map(\.2) == texts.indices.map { .min + Int64($0) })
        #expect(rows.allSatisfy { $0.3 == ["text", "blob", "integer"] })
    }

    @Test func nullIsNoValue() throws {
        let file = try SQLiteFile.inMemory()
        let rows = try file.rows(
            "SELECT ?, ?, ?, ?, ?", [.null, .text(orNull: nil), .blob(orNull: nil), .integer(orNull: nil), .text("x")]
        ) { (row) throws(SQLiteError) in
            let none = [
                try row.optionalText(1) == nil, try row.optionalBlob(2) == nil, try row.optionalInteger(3) == nil,
            ]
            return try row.optionalText(4) == "x" ? none : []
        }
        #expect(rows == [[true, true, true]])
        #expect(throws: SQLiteError.self) {
            try file.rows("SELECT NULL") { (row) throws(SQLiteError) in try row.text(0) }
        }
    }

    @Test(
        "Another type or bad UTF-8 is damage, never converted", arguments: ["1", "1.5", "x'61'", "CAST(x'C3' AS TEXT)"])
    func damage(_ value: String) throws {
        let file = try SQLiteFile.inMemory()
        let error = #expect(throws: SQLiteError.self) {
            try file.rows("SELECT \(value)") { (row) throws(SQLiteError) in try row.text(0) }
        }
        #expect(error?.kind == .damaged)
    }

    @Test func aFailedWriteLeavesNothing() throws {
        let file = try SQLiteFile.inMemory()
        try file.execute("CREATE TABLE t (a UNIQUE)")
        let error = #expect(throws: SQLiteError.self) {
            try file.write { (file) throws(SQLiteError) in
                try file.run("INSERT INTO t VALUES (1)")
                try file.run("INSERT INTO t VALUES ('SECRET-77')")
                try file.run("INSERT INTO t VALUES ('SECRET-77')")
            }
        }
        #expect(error?.kind == .other && error?.message.contains("SECRET") == false)
        #expect(try count(file) == 0)
        let changed = try file.write { (file) throws(SQLiteError) in
            try file.run("INSERT INTO t VALUES (1), (2)")
            return try file.run("DELETE FROM t")
        }
        #expect(changed == 2)
    }

    @Test func aWriteAfterAReadIsNotRefused() throws {
        // With a plain BEGIN the second writer here would get SQLITE_BUSY at once, whatever the wait.
        let directory = FileManager.default.temporaryDirectory.path + "/" + UUID().uuidString
        try PrivateFile.makeDirectory(directory)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try PrivateFile.create(directory + "/f")
        let one = try SQLiteFile(path: directory + "/f")
        let two = try SQLiteFile(path: directory + "/f")
        try one.execute("CREATE TABLE t (a)")
        try one.write { (one) throws(SQLiteError) in
            _ = try one.rows("SELECT * FROM t") { (_) throws(SQLiteError) in }
            #expect(throws: SQLiteError.self) { try two.execute("BEGIN IMMEDIATE") }
            try one.run("INSERT INTO t VALUES (1)")
        }
        #expect(try count(two) == 1)
    }

    @Test("Statements that are kept hold no lock, follow changed tables, and do not keep the file open")
    func keptStatements() throws {
        let directory = FileManager.default.temporaryDirectory.path + "/" + UUID().uuidString
        try PrivateFile.makeDirectory(directory)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try PrivateFile.create(directory + "/f")
        let writer = try SQLiteFile(path: directory + "/f")
        try writer.execute("CREATE TABLE t (a)")
        var reader: SQLiteFile? = try SQLiteFile(path: directory + "/f")
        for number in 0..<3 {
            #expect(try reader?.read { (file) throws(SQLiteError) in try find(number, in: file) } == [])
            _ = try writer.write { (file) throws(SQLiteError) in
                try file.run("INSERT INTO t VALUES (?)", [.integer(Int64(number))])
            }
            #expect(try reader?.read { (file) throws(SQLiteError) in try find(number, in: file) } == [Int64(number)])
        }
        try writer.execute("DROP TABLE t; CREATE TABLE t (b, a); INSERT INTO t VALUES (7, 8)")
        #expect(try reader?.read { (file) throws(SQLiteError) in try find(8, in: file) } == [8])
        try writer.execute("DROP TABLE t")
        #expect(throws: SQLiteError.self) {
            try reader?.read { (file) throws(SQLiteError) in try find(8, in: file) }
        }
        #expect(openFiles(at: directory + "/f") == 2)
        reader = nil
        #expect(openFiles(at: directory + "/f") == 1)
    }

    /// The same statement inside its own rows, then again.
    @Test func aStatementInsideItself() throws {
        let file = try SQLiteFile.inMemory()
        try file.execute("CREATE TABLE t (a); INSERT INTO t VALUES (1), (2)")
        for _ in 0..<3 {
            let counts = try file.rows("SELECT a FROM t") { (_) throws(SQLiteError) in
                try file.rows("SELECT a FROM t") { (row) throws(SQLiteError) in try row.integer(0) }
            }
            #expect(counts == [[1, 2], [1, 2]])
        }
    }

    private func find(_ number: Int, in file: SQLiteFile) throws(SQLiteError) -> [Int64] {
        try file.rows("SELECT a FROM t WHERE a = ?", [.integer(Int64(number))]) { (row) throws(SQLiteError) in
            try row.integer(0)
        }
    }

    private func openFiles(at path: String) -> Int {
        let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return descriptors.count { descriptor in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + descriptor)) == path
        }
    }

    @Test func aMissingFileIsNotMade() throws {
        let path = FileManager.default.temporaryDirectory.path + "/" + UUID().uuidString
        let error = #expect(throws: SQLiteError.self) { try SQLiteFile(path: path) }
        #expect(error?.kind == .missing)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    private func count(_ file: SQLiteFile) throws -> Int64? {
        try file.rows("SELECT count(*) FROM t") { (row) throws(SQLiteError) in try row.integer(0) }.first
    }
}
