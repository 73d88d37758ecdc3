#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Which file stands at a path, whatever its name.
struct FileIdentity: Hashable, Sendable {
    let device: UInt64
    let node: UInt64

    init(_ status: stat) {
        device = UInt64(status.st_dev)
        node = UInt64(status.st_ino)
    }
}

/// Files only their owner can read.
enum PrivateFile {
    /// Makes a directory and those above it with mode 0700; those that exist stay as they are.
    static func makeDirectory(_ path: String) throws(SQLiteError) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        let parent = directory(of: path)
        guard errno == ENOENT, parent != path else { throw SQLiteError(errno: errno, "making the directory") }
        try makeDirectory(parent)
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        var error = SQLiteError(errno: errno, "making the directory")
        // What is above it is there and takes nothing, as in /proc, or is a link that leads nowhere.
        if error.kind == .missing { error.kind = .cannotOpen }
        throw error
    }

    /// Makes an empty file with mode 0600. The file must not exist.
    ///
    /// Not by `open`: closing a descriptor of a database drops all locks this process holds on it.
    static func create(_ path: String) throws(SQLiteError) {
        guard mknod(path, S_IFREG | 0o600, 0) == 0 else { throw SQLiteError(errno: errno, "making the file") }
    }

    /// Takes others' access to the file away if it has any. Whether it may is not looked at: others own it then.
    static func restrict(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & 0o077 != 0 else { return }
        _ = chmod(path, 0o600)
    }

    /// The file at a path; nil when there is none. Anything but a file cannot be opened.
    static func identity(of path: String) throws(SQLiteError) -> FileIdentity? {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT { return nil }
            throw SQLiteError(errno: errno, "looking for the file")
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw SQLiteError(.cannotOpen, "not a file") }
        return FileIdentity(status)
    }

    /// Renames; a file at the new name is replaced. Tells whether there was something to rename.
    @discardableResult
    static func move(_ path: String, to other: String) throws(SQLiteError) -> Bool {
        if rename(path, other) == 0 { return true }
        if errno == ENOENT { return false }
        throw SQLiteError(errno: errno, "renaming the file")
    }

    /// Removes a file if there is one.
    static func remove(_ path: String) throws(SQLiteError) {
        if unlink(path) == 0 || errno == ENOENT { return }
        throw SQLiteError(errno: errno, "removing the file")
    }

    /// The directory part of a path, `.` when it has none.
    static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The last part of a path.
    static func name(of path: String) -> String {
        String(path.split(separator: "/").last ?? "")
    }
}
