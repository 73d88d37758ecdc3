import Foundation
import Testing

@testable import Base

/// Which kind each SQLite code is, by the numbers of sqlite3.h and errno.h.
struct SQLiteErrorTests {
    static let rows: [(code: Int32, errno: Int32, kind: SQLiteError.Kind)] = [
        (5, 0, .busy), (261, 0, .busy), (517, 0, .busy), (6, 0, .busy), (15, 0, .busy),
        (3, 0, .cannotOpen), (23, 0, .cannotOpen), (14, 0, .cannotOpen), (14, 13, .cannotOpen), (14, 21, .cannotOpen),
        (14, 20, .cannotOpen), (14, 2, .missing), (14, 28, .full), (14, 30, .readOnly), (14, 24, .exhausted),
        (14, 23, .exhausted), (14, 5, .inputOutput),
        (10, 0, .inputOutput), (266, 5, .inputOutput), (778, 5, .inputOutput), (778, 28, .full), (778, 122, .full),
        (778, 27, .full), (1034, 28, .full), (778, 30, .readOnly), (3082, 0, .exhausted), (3850, 37, .inputOutput),
        (13, 0, .full), (13, 28, .full),
        (8, 0, .readOnly), (264, 0, .readOnly), (520, 0, .readOnly), (776, 0, .readOnly), (1544, 0, .readOnly),
        (1032, 0, .replaced),
        (11, 0, .damaged), (267, 0, .damaged), (779, 0, .damaged), (26, 0, .damaged), (24, 0, .damaged),
        (7, 0, .exhausted), (1, 0, .other), (19, 0, .other), (21, 0, .other), (20, 0, .other), (999, 0, .other),
    ]

    @Test(arguments: rows) func kind(_ row: (code: Int32, errno: Int32, kind: SQLiteError.Kind)) {
        let error = SQLiteError(code: row.code, errno: row.errno)
        #expect(error.kind == row.kind)
        #expect(error.message.contains("SQLite \(row.code)"))
        #expect(row.errno == 0 || error.message.contains(String(cString: strerror(row.errno))))
    }

    @Test func systemCalls() {
        #expect(SQLiteError(errno: 13, "x").kind == .cannotOpen)
        #expect(SQLiteError(errno: 28, "x").kind == .full)
        #expect(SQLiteError(errno: 30, "x").kind == .readOnly)
        #expect(SQLiteError(errno: 5, "x").kind == .inputOutput)
        #expect(SQLiteError(errno: 22, "x") == SQLiteError(.other, "x: Invalid argument"))
    }
}
