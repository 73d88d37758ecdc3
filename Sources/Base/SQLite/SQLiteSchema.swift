/// The tables a database has, and their version, kept in `user_version`.
package struct SQLiteSchema: Sendable {
    /// The version, from 1.
    package let version: Int64
    /// `CREATE TABLE` statements by table name, in the order to run.
    package let tables: [(name: String, sql: String)]

    /// Describes the tables.
    package init(version: Int64, tables: [(name: String, sql: String)]) {
        self.version = version
        self.tables = tables
    }

    /// Makes the tables, within the caller's write transaction.
    package func create(in file: SQLiteFile) throws(SQLiteError) {
        for table in tables { try file.run(table.sql) }
        try file.run("PRAGMA user_version = \(version)")
    }

    /// Makes the tables anew and empty, within the caller's write transaction.
    package func recreate(in file: SQLiteFile) throws(SQLiteError) {
        for table in tables { try file.run("DROP TABLE IF EXISTS \(table.name)") }
        try create(in: file)
    }

    /// Fails with `newerVersion`, or with `damaged` when a table is missing or not as this version made it.
    ///
    /// The tables are compared as text: nothing else writes them.
    package func verify(_ file: SQLiteFile) throws(SQLiteError) {
        let found = try file.rows("PRAGMA user_version") { (row) throws(SQLiteError) in try row.integer(0) }
        guard let found = found.first, found <= version else {
            throw SQLiteError(.newerVersion, "the file was written by a newer version")
        }
        let sql = try file.rows("SELECT sql FROM sqlite_master WHERE type = 'table'") { (row) throws(SQLiteError) in
            try row.optionalText(0)
        }
        guard found == version, Set(tables.map(\.sql)).isSubset(of: sql.compactMap(\.self)) else {
            throw SQLiteError(.damaged, "a table is missing or has another form")
        }
    }
}
