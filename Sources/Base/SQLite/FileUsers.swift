/// The users of a file in all processes: many at a time work in it, or one replaces it.
///
/// They come in through a gate, one by one, and whoever has to wait for the others waits in it. Otherwise one who has
/// just written writes again before the waiting look the next time, and one who is to replace the file never finds a
/// moment without users.
final class FileUsers {
    private let gate: FileLock
    private let inside: FileLock

    /// The users of the file at `path`.
    init(of path: String) {
        gate = FileLock(path: path + ".gate")
        inside = FileLock(path: path + ".lock")
    }

    /// Runs `enter` in the gate, then `work` while nobody replaces the file.
    ///
    /// Where no lock file can be made, without: nobody replaces anything there, since that takes the lock.
    func work<Entry, Result>(
        until end: ContinuousClock.Instant, entering enter: () throws(SQLiteError) -> Entry,
        _ work: (Entry) throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        try acquireIfPossible(gate, .one, end)
        let entry = try leavingGate { () throws(SQLiteError) in
            try acquireIfPossible(inside, .many, end)
            do throws(SQLiteError) {
                return try enter()
            } catch {
                inside.release()
                throw error
            }
        }
        defer { inside.release() }
        return try work(entry)
    }

    /// Runs `body` while nobody else uses the file.
    func alone<Result>(
        until end: ContinuousClock.Instant, _ body: () throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        try gate.acquire(.one, until: end)
        try leavingGate { () throws(SQLiteError) in try inside.acquire(.one, until: end) }
        defer { inside.release() }
        return try body()
    }

    private func leavingGate<Result>(_ body: () throws(SQLiteError) -> Result) throws(SQLiteError) -> Result {
        defer { gate.release() }
        return try body()
    }

    private func acquireIfPossible(
        _ lock: FileLock, _ mode: FileLock.Mode, _ end: ContinuousClock.Instant
    ) throws(SQLiteError) {
        do {
            try lock.acquire(mode, until: end)
        } catch {
            guard [.missing, .cannotOpen, .readOnly, .full].contains(error.kind) else { throw error }
        }
    }
}
