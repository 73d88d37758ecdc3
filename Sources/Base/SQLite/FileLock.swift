#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A lock between processes on a file of its own (`flock`): many may use something, or one may replace it.
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

    /// Runs `body` while nobody replaces.
    ///
    /// Where no lock file can be made, without it: there nobody replaces anything, since that takes the lock.
    func shared<Result>(_ body: () throws(SQLiteError) -> Result) throws(SQLiteError) -> Result {
        do {
            try acquire(LOCK_SH)
        } catch {
            guard [.missing, .cannotOpen, .readOnly, .full].contains(error.kind) else { throw error }
            return try body()
        }
        defer { flock(descriptor, LOCK_UN) }
        return try body()
    }

    /// Runs `body` while nobody else uses or replaces.
    func exclusive<Result>(_ body: () throws(SQLiteError) -> Result) throws(SQLiteError) -> Result {
        try acquire(LOCK_EX)
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
                    throw SQLiteError(.busy, "the file is being replaced for longer than the wait")
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
