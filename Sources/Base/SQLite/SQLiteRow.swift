internal import CSQLite
package import FoundationEssentials

/// The row a statement stands on. Valid only while it is being read.
///
/// Nothing is converted: a value of another type than asked for, or text that is not UTF-8, is damage.
package struct SQLiteRow {
    private let statement: OpaquePointer

    init(of statement: OpaquePointer) {
        self.statement = statement
    }

    /// The text in a column (from 0).
    package func text(_ column: Int32) throws(SQLiteError) -> String {
        try require(SQLITE_TEXT, column)
        guard let bytes = sqlite3_column_text(statement, column) else { throw SQLiteError(code: SQLITE_NOMEM) }
        let count = Int(sqlite3_column_bytes(statement, column))
        let buffer = UnsafeBufferPointer(start: bytes, count: count)
        guard let text = String(validating: buffer, as: UTF8.self) else {
            throw SQLiteError(.damaged, "a stored text is not UTF-8")
        }
        return text
    }

    /// The integer in a column.
    package func integer(_ column: Int32) throws(SQLiteError) -> Int64 {
        try require(SQLITE_INTEGER, column)
        return sqlite3_column_int64(statement, column)
    }

    /// The blob in a column.
    package func blob(_ column: Int32) throws(SQLiteError) -> Data {
        try require(SQLITE_BLOB, column)
        let count = Int(sqlite3_column_bytes(statement, column))
        guard let bytes = sqlite3_column_blob(statement, column), count > 0 else { return Data() }
        return Data(bytes: bytes, count: count)
    }

    /// The text in a column; nil for NULL.
    package func optionalText(_ column: Int32) throws(SQLiteError) -> String? {
        try isNull(column) ? nil : text(column)
    }

    /// The integer in a column; nil for NULL.
    package func optionalInteger(_ column: Int32) throws(SQLiteError) -> Int64? {
        try isNull(column) ? nil : integer(column)
    }

    /// The blob in a column; nil for NULL.
    package func optionalBlob(_ column: Int32) throws(SQLiteError) -> Data? {
        try isNull(column) ? nil : blob(column)
    }

    private func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(statement, column) == SQLITE_NULL
    }

    private func require(_ type: Int32, _ column: Int32) throws(SQLiteError) {
        guard sqlite3_column_type(statement, column) == type else {
            throw SQLiteError(.damaged, "a stored value has an unexpected type")
        }
    }
}
