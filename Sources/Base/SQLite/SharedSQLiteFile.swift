/// A database in one private file that several processes share.
///
/// - The file has mode 0600, its directory (when made here) 0700; journals get the file's mode from SQLite.
/// - It stands at its path complete or not at all: it is built beside and renamed.
/// - A damaged file is set aside, at most three of them are kept, and an empty one begins. Nothing else but the owner's
///   `discard` ever removes content.
/// - Who has a file open that was replaced notices at the next call.
/// - A file of an older version is taken over when it is opened, in one transaction; one of a newer version is left alone.
/// - Beside it stand two empty lock files, `.lock` and `.gate`; they may be removed at any time.
///
/// Rollback journal, not a write-ahead log: a reader then needs no write access to the directory, there is no second
/// file whose loss or mix-up loses data when the file is replaced, and a `kill -9` or power cut leaves the old or the
/// new state. The price, that a write waits for readers and they for it, is paid in milliseconds here.
///
/// Not for two threads at once: keep it behind a `Lock`. Nothing is touched before the first call.
package final class SharedSQLiteFile {
    /// The file.
    package let path: String
    private let schema: SQLiteSchema
    private let busyLimit: Duration
    private let users: FileUsers
    private var open: SQLiteFile?
    private var identity: FileIdentity?
    private var notices: [String] = []
    private var damagedFiles: DamagedFiles { DamagedFiles(of: path) }

    /// A database at `path`.
    ///
    /// - Parameters:
    ///   - path: the file; missing directories above it are made.
    ///   - schema: its tables.
    ///   - busyLimit: how long a call waits for other users, all in all.
    package init(path: String, schema: SQLiteSchema, busyLimit: Duration) {
        self.path = path
        self.schema = schema
        self.busyLimit = busyLimit
        users = FileUsers(of: path)
    }

    /// Runs `body` on one state of the content.
    ///
    /// Where no file is and none can be made, on an empty one in memory: nothing is stored there, which is no error.
    package func read<Result>(
        _ body: (SQLiteFile) throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        do {
            return try recovering(
                entering: { (file) throws(SQLiteError) in },
                { (file) throws(SQLiteError) in try file.read(body) })
        } catch {
            guard [.readOnly, .full, .cannotOpen].contains(error.kind), isMissing else { throw error }
            let empty = try SQLiteFile.inMemory()
            try schema.create(in: empty)
            return try empty.read(body)
        }
    }

    /// Runs `body` as one write, all or nothing.
    package func write<Result>(
        _ body: (SQLiteFile) throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        try recovering(
            entering: { (file) throws(SQLiteError) in try file.beginWrite() },
            { (file) throws(SQLiteError) in try file.finish(body) })
    }

    /// Runs `body` as one write while nobody else has the file in use. When it or opening fails with one of `kinds`,
    /// the file and those set aside are removed and an empty one begins.
    package func exclusively(
        discardOn kinds: Set<SQLiteError.Kind>, _ body: (SQLiteFile) throws(SQLiteError) -> Void
    ) throws(SQLiteError) {
        try PrivateFile.makeDirectory(PrivateFile.directory(of: path))
        let end = ContinuousClock.now + busyLimit
        try users.alone(until: end) { () throws(SQLiteError) in
            do throws(SQLiteError) {
                try createIfMissing()
                try current(until: end).write(body)
            } catch {
                guard kinds.contains(error.kind) else { throw error }
                notices.append("the database is discarded: \(error.message)")
                try discard()
            }
        }
    }

    /// Removes the damaged files kept so far.
    package func removeDamagedFiles() throws(SQLiteError) {
        try damagedFiles.removeAll()
    }

    /// Adds a line for `takeNotices`.
    package func note(_ notice: String) {
        notices.append(notice)
    }

    /// What happened since the last time that somebody should read in a log.
    package func takeNotices() -> [String] {
        defer { notices = [] }
        return notices
    }

    /// Runs `enter` and `work` on the file, making or replacing it where that is the cure.
    private func recovering<Result>(
        entering enter: (SQLiteFile) throws(SQLiteError) -> Void,
        _ work: (SQLiteFile) throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        let end = ContinuousClock.now + busyLimit
        var attempts = 3
        while true {
            do throws(SQLiteError) {
                return try users.work(
                    until: end,
                    entering: { () throws(SQLiteError) in
                        let file = try current(until: end)
                        try enter(file)
                        return file
                    }, work)
            } catch {
                attempts -= 1
                guard attempts > 0 else { throw error }
                try cure(error, until: end)
            }
        }
    }

    private func cure(_ failure: SQLiteError, until end: ContinuousClock.Instant) throws(SQLiteError) {
        switch failure.kind {
        case .missing:
            try PrivateFile.makeDirectory(PrivateFile.directory(of: path))
            try users.alone(until: end) { () throws(SQLiteError) in try createIfMissing() }
        case .damaged:
            try setAside(failure, until: end)
        case .replaced, .other:
            // Opening verifies the tables: a table dropped under an open file shows as `other`.
            close()
        case .busy, .cannotOpen, .inputOutput, .full, .readOnly, .newerVersion, .exhausted:
            throw failure
        }
    }

    /// The open file if it still is the one at the path, else that one, opened and verified. Among the users.
    private func current(until end: ContinuousClock.Instant) throws(SQLiteError) -> SQLiteFile {
        let found = try PrivateFile.identity(of: path)
        if let open, found == identity {
            open.wait(until: end)
            return open
        }
        close()
        identity = found
        guard found != nil else { throw SQLiteError(.missing, "no file") }
        PrivateFile.restrict(path)
        let file = try SQLiteFile(path: path)
        file.wait(until: end)
        let isCurrent = try file.read { (file) throws(SQLiteError) in try schema.verify(file) }
        if !isCurrent {
            try file.write { (file) throws(SQLiteError) in try schema.upgrade(file) }
            _ = try file.read { (file) throws(SQLiteError) in try schema.verify(file) }
        }
        open = file
        return file
    }

    private func close() {
        open = nil
    }

    /// Sets the file aside that `current` opened last, unless somebody else has done so, and begins an empty one.
    private func setAside(_ failure: SQLiteError, until end: ContinuousClock.Instant) throws(SQLiteError) {
        close()
        do {
            try users.alone(until: end) { () throws(SQLiteError) in
                guard try PrivateFile.identity(of: path) == identity else { return }
                let name = try damagedFiles.add()
                notices.append("a damaged database is kept as \(name), an empty one begins: \(failure.message)")
                try createIfMissing()
            }
        } catch {
            guard error.kind != .busy else { throw error }
            notices.append("a damaged database could not be set aside: \(error.message)")
            throw failure
        }
    }

    /// Alone.
    private func discard() throws(SQLiteError) {
        close()
        // Not a file: nothing of ours, nothing to remove.
        _ = try PrivateFile.identity(of: path)
        for suffix in DamagedFiles.companions + [""] { try PrivateFile.remove(path + suffix) }
        try damagedFiles.removeAll()
        try createIfMissing()
    }

    /// Alone.
    private func createIfMissing() throws(SQLiteError) {
        guard try PrivateFile.identity(of: path) == nil else { return }
        let fresh = path + ".new"
        for suffix in DamagedFiles.companions {
            // What a file left that is gone would be taken for the new one's.
            try PrivateFile.remove(path + suffix)
            try PrivateFile.remove(fresh + suffix)
        }
        try PrivateFile.remove(fresh)
        try PrivateFile.create(fresh)
        try SQLiteFile(path: fresh).write { (file) throws(SQLiteError) in
            try schema.create(in: file)
        }
        try PrivateFile.move(fresh, to: path)
    }

    private var isMissing: Bool {
        guard case .some(.none) = try? PrivateFile.identity(of: path) else { return false }
        return true
    }
}
