/// The tables a database has, and their version, kept in `user_version`.
package struct SQLiteSchema: Sendable {
    /// How a file of an older version becomes one of the version after it.
    package struct Upgrade: Sendable {
        /// The tables of the older version, as it made them.
        let from: SQLiteSchema
        /// Statements that make them those of the next version, all within one transaction.
        let statements: [String]

        /// Describes one step.
        package init(from: SQLiteSchema, statements: [String]) {
            self.from = from
            self.statements = statements
        }
    }

    /// The version, from 1.
    package let version: Int64
    /// `CREATE TABLE` statements by table name, in the order to run.
    package let tables: [(name: String, sql: String)]
    /// From the oldest version that can be taken over, each to the one after it.
    private let upgrades: [Upgrade]

    /// Describes the tables, and how files of older versions are taken over.
    package init(version: Int64, tables: [(name: String, sql: String)], upgrades: [Upgrade] = []) {
        self.version = version
        self.tables = tables
        self.upgrades = upgrades
    }

    /// Makes the tables, within the caller's write transaction.
    package func create(in file: SQLiteFile) throws(SQLiteError) {
        for table in tables { try file.run(table.sql) }
        try setVersion(version, of: file)
    }

    /// Makes the tables anew and empty, within the caller's write transaction.
    package func recreate(in file: SQLiteFile) throws(SQLiteError) {
        for table in tables.reversed() { try file.run("DROP TABLE IF EXISTS \(table.name)") }
        try create(in: file)
    }

    /// Fails with `newerVersion`, or with `damaged` when a table is missing or not as its version made it.
    ///
    /// The tables are compared as text: nothing else writes them.
    /// - Returns: false for a sound file of an older version, which `upgrade` takes over.
    package func verify(_ file: SQLiteFile) throws(SQLiteError) -> Bool {
        let found = try self.version(of: file)
        guard found <= version else {
            throw SQLiteError(.newerVersion, "the file was written by a newer version")
        }
        guard let schema = found == version ? self : upgrades.first(where: { $0.from.version == found })?.from else {
            throw SQLiteError(.damaged, "the file is of an unknown version")
        }
        let sql = try file.rows("SELECT sql FROM sqlite_master WHERE type = 'table'") { (row) throws(SQLiteError) in
            try row.optionalText(0)
        }
        guard Set(schema.tables.map(\.sql)).isSubset(of: sql.compactMap(\.self)) else {
            throw SQLiteError(.damaged, "a table is missing or has another form")
        }
        return found == version
    }

    /// Takes a file of an older version over, within the caller's write transaction: all of it or nothing.
    ///
    /// Somebody else may have done so since it was verified: the version is read anew.
    package func upgrade(_ file: SQLiteFile) throws(SQLiteError) {
        for upgrade in upgrades where try version(of: file) == upgrade.from.version {
            for statement in upgrade.statements { try file.run(statement) }
            try setVersion(upgrade.from.version + 1, of: file)
        }
    }

    private func version(of file: SQLiteFile) throws(SQLiteError) -> Int64 {
        let found = try file.rows("PRAGMA user_version") { (row) throws(SQLiteError) in try row.integer(0) }
        return found.first ?? 0
    }

    private func setVersion(_ version: Int64, of file: SQLiteFile) throws(SQLiteError) {
        try file.run("PRAGMA user_version = \(version)")
    }
}
