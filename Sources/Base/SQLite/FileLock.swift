#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A lock between processes on a file of its own (`flock`), held by many or by one.
///
/// The system frees it when its holder dies. Two objects in one process exclude each other as well.
final class FileLock {
    private let path: String
    private let limit: Duration
    private var descriptor: Int32 = -1

    /// A lock on `path`, waited for at most `limit`. The file is made with mode 0600 at first use.
    init(path: String, limit: Duration) {
        self.path = path
        self.limit = limit
    }

    deinit {
        closeFile()
    }

    /// Runs `body` while nobody has the lock exclusively.
    ///
    /// Where no lock file can be made, without it: there nobody replaces anything, since that takes the lock.
    func shared<Result>(_ body: () throws(SQLiteError) -> Result) throws(SQLiteError) -> Result {
        try hold(LOCK_SH, isNeeded: false, body)
    }

    /// Runs `body` while nobody else has the lock.
    func exclusive<Result>(_ body: () throws(SQLiteError) -> Result) throws(SQLiteError) -> Result {
        try hold(LOCK_EX, isNeeded: true, body)
    }

    /// The same, or without the lock where no lock file can be made.
    func exclusiveIfPossible<Result>(_ body: () throws(SQLiteError) -> Result) throws(SQLiteError) -> Result {
        try hold(LOCK_EX, isNeeded: false, body)
    }

    private func hold<Result>(
        _ mode: Int32, isNeeded: Bool, _ body: () throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        do {
            try acquire(mode)
        } catch {
            guard !isNeeded, [.missing, .cannotOpen, .readOnly, .full].contains(error.kind) else { throw error }
            return try body()
        }
        defer { flock(descriptor, LOCK_UN) }
        return try body()
    }

    private func acquire(_ mode: Int32) throws(SQLiteError) {
        let end = ContinuousClock.now + limit
        repeat {
            try openFile()
            while flock(descriptor, mode | LOCK_NB) != 0 {
                guard errno == EWOULDBLOCK || errno == EINTR else { throw SQLiteError(errno: errno, "locking") }
                guard ContinuousClock.now < end else {
                    throw SQLiteError(.busy, "in use by others for longer than the wait")
                }
                usleep(1000)
            }
        } while isStale()
    }

    private func openFile() throws(SQLiteError) {
        guard descriptor < 0 else { return }
        descriptor = open(path, O_RDONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw SQLiteError(errno: errno, "opening the lock file") }
    }

    private func closeFile() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    /// Whether somebody removed the file: a lock on it is then worth nothing, so it is given up.
    private func isStale() -> Bool {
        var held = stat()
        if fstat(descriptor, &held) == 0,
            FileIdentity(device: UInt64(held.st_dev), node: UInt64(held.st_ino))
                == (try? PrivateFile.identity(of: path))
        {
            return false
        }
        closeFile()
        return true
    }
}
