internal import CSQLite
internal import FoundationEssentials

/// One open connection to a database. Use it from one thread at a time: keep it behind a `Lock`.
package final class SQLiteFile {
    private let handle: OpaquePointer
    private let busyWait: UnsafeMutablePointer<BusyWait>
    /// Statements that run again and again, at rest: to compile one takes longer than to run it.
    private var kept: [String: OpaquePointer] = [:]

    /// Opens a file that exists. SQLite reads nothing before the first statement.
    ///
    /// - Throws: `cannotOpen`, `missing` and what else opening a file gives; never `damaged`.
    package convenience init(path: String) throws(SQLiteError) {
        try self.init(name: path, flags: SQLITE_OPEN_READWRITE)
    }

    /// An empty database in memory, gone with this object.
    package static func inMemory() throws(SQLiteError) -> SQLiteFile {
        try SQLiteFile(name: ":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    }

    private init(name: String, flags: Int32) throws(SQLiteError) {
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX, nil)
        guard let opened else { throw SQLiteError(code: SQLITE_NOMEM) }
        handle = opened
        busyWait = .allocate(capacity: 1)
        busyWait.initialize(to: BusyWait())
        // From here on `deinit` closes, also when this throws.
        guard code == SQLITE_OK else { throw failure(code) }
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_handler(handle, goOnWaiting, busyWait)
        // What is deleted is overwritten, and takes what refers to it along; nothing goes to a temporary file, nothing in
        // the file is run as code.
        try execute(
            """
            PRAGMA secure_delete = ON; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY;
            PRAGMA trusted_schema = OFF
            """)
    }

    deinit {
        for statement in kept.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
        busyWait.deallocate()
    }

    /// Until when statements wait for other users' locks; at first they do not wait.
    package func wait(until end: ContinuousClock.Instant) {
        busyWait.pointee.end = end
    }

    /// Runs statements without values.
    package func execute(_ script: String) throws(SQLiteError) {
        let code = sqlite3_exec(handle, script, nil, nil, nil)
        guard code == SQLITE_OK else { throw failure(code) }
    }

    /// Runs one statement and tells how many rows it inserted, changed or deleted.
    @discardableResult
    package func run(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteError) -> Int {
        _ = try rows(sql, values) { (_) throws(SQLiteError) in }
        return Int(sqlite3_changes(handle))
    }

    /// Runs one statement and reads each row it gives.
    package func rows<Row>(
        _ sql: String, _ values: [SQLiteValue] = [], _ read: (SQLiteRow) throws(SQLiteError) -> Row
    ) throws(SQLiteError) -> [Row] {
        let statement = try prepare(sql)
        defer { putAway(statement, sql) }
        for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1), to: statement) }
        var rows: [Row] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: rows.append(try read(SQLiteRow(of: statement)))
            case SQLITE_DONE: return rows
            case let code: throw failure(code)
            }
        }
    }

    /// Runs `body` on one state of the database.
    package func read<Result>(
        _ body: (SQLiteFile) throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        try run("BEGIN")
        return try finish(body)
    }

    /// Runs `body` as one write, all or nothing.
    ///
    /// The write lock is taken at the start: a transaction that reads first and then wants to write fails at once when
    /// somebody else wrote in between, whatever the wait.
    package func write<Result>(
        _ body: (SQLiteFile) throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        try beginWrite()
        return try finish(body)
    }

    /// Begins a write; `finish` must follow.
    func beginWrite() throws(SQLiteError) {
        // What is told as written outlives a power cut. Without EXTRA the end of the journal might not, and the last write
        // would be taken back, a logout among them. Here, since setting it reads the file, which may have to wait.
        try execute("PRAGMA synchronous = EXTRA; BEGIN IMMEDIATE")
    }

    /// Runs `body` in the transaction begun, and ends that.
    func finish<Result>(
        _ body: (SQLiteFile) throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        do {
            let result = try body(self)
            try run("COMMIT")
            return result
        } catch {
            // Some errors have rolled back already; then this one says so, and nobody need know.
            try? execute("ROLLBACK")
            throw error
        }
    }

    /// A statement to run, taken from those kept or compiled; `putAway` is to follow.
    private func prepare(_ sql: String) throws(SQLiteError) -> OpaquePointer {
        if let statement = kept.removeValue(forKey: sql) { return statement }
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
        guard code == SQLITE_OK else { throw failure(code) }
        guard let statement else { throw SQLiteError(code: SQLITE_MISUSE) }
        return statement
    }

    /// Keeps what reads and what begins and ends a transaction.
    ///
    /// Nothing else: pragmas act while they are compiled, some of them, and writing waits for the disk anyway. When others
    /// change the tables, SQLite compiles anew by itself.
    private func putAway(_ statement: OpaquePointer, _ sql: String) {
        guard sql.hasPrefix("SELECT") || sql == "BEGIN" || sql == "COMMIT" else {
            sqlite3_finalize(statement)
            return
        }
        sqlite3_reset(statement)
        sqlite3_clear_bindings(statement)
        if let other = kept.updateValue(statement, forKey: sql) { sqlite3_finalize(other) }
    }

    private func bind(_ value: SQLiteValue, at index: Int32, to statement: OpaquePointer) throws(SQLiteError) {
        let code =
            switch value {
            case .null: sqlite3_bind_null(statement, index)
            case .integer(let integer): sqlite3_bind_int64(statement, index, integer)
            case .text(let text):
                text.withCString {
                    sqlite3_bind_text64(
                        statement, index, $0, UInt64(text.utf8.count), Self.copied, UInt8(SQLITE_UTF8))
                }
            case .blob(let data):
                data.isEmpty
                    ? sqlite3_bind_zeroblob(statement, index, 0)
                    : data.withUnsafeBytes {
                        sqlite3_bind_blob64(statement, index, $0.baseAddress, UInt64($0.count), Self.copied)
                    }
            }
        guard code == SQLITE_OK else { throw failure(code) }
    }

    private func failure(_ code: Int32) -> SQLiteError {
        SQLiteError(code: code, errno: sqlite3_system_errno(handle))
    }

    /// `SQLITE_TRANSIENT`: SQLite copies what is bound. A cast in the header, so it is not imported.
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}
