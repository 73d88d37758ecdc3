#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A lock between processes on a file of its own (`flock`), held by many or by one.
///
/// The system frees it when its holder dies. Two objects in one process exclude each other as well.
final class FileLock {
    /// Who may hold it at a time.
    enum Mode {
        case many
        case one
    }

    private let path: String
    private var descriptor: Int32 = -1
    /// Which file the descriptor stands for.
    private var held: FileIdentity?

    /// A lock on `path`; the file is made with mode 0600 when needed.
    init(path: String) {
        self.path = path
    }

    deinit {
        closeFile()
    }

    /// Takes the lock, at the latest at `end`; `release` must follow.
    ///
    /// - Throws: `busy` when it is too late, another kind when there is no lock file and none can be made.
    func acquire(_ mode: Mode, until end: ContinuousClock.Instant) throws(SQLiteError) {
        repeat {
            try openFile()
            while flock(descriptor, (mode == .one ? LOCK_EX : LOCK_SH) | LOCK_NB) != 0 {
                guard errno == EWOULDBLOCK || errno == EINTR else { throw SQLiteError(errno: errno, "locking") }
                guard ContinuousClock.now < end else {
                    throw SQLiteError(.busy, "in use by others for longer than the wait")
                }
                usleep(1000)
            }
        } while isStale()
    }

    /// Gives the lock back, if it is held.
    func release() {
        if descriptor >= 0 { flock(descriptor, LOCK_UN) }
    }

    private func openFile() throws(SQLiteError) {
        guard descriptor < 0 else { return }
        // Without a wait: at the other end of a pipe there would be nobody.
        descriptor = open(path, O_RDONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { throw SQLiteError(errno: errno, "opening the lock file") }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            closeFile()
            throw SQLiteError(.cannotOpen, "the lock file is not a file")
        }
        held = FileIdentity(status)
    }

    private func closeFile() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    /// Whether somebody removed the file: a lock on it is then worth nothing, so it is given up.
    private func isStale() -> Bool {
        if let held, held == (try? PrivateFile.identity(of: path)) { return false }
        closeFile()
        return true
    }
}
