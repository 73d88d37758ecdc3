internal import CSQLite

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// What went wrong with a database file, by what a caller can do about it.
package struct SQLiteError: Error, Sendable, Hashable {
    /// The kinds.
    package enum Kind: Sendable, Hashable, CaseIterable {
        /// Somebody else held the file for longer than the wait.
        case busy
        /// No permission, or something else than a file stands there.
        case cannotOpen
        /// The device failed to read or write.
        case inputOutput
        /// No room: disk, quota or file size limit.
        case full
        /// Reading works, writing does not.
        case readOnly
        /// Not a database, or a broken one, or not with the tables and values it should have.
        case damaged
        /// Written by a newer version of the schema.
        case newerVersion
        /// There is no file.
        case missing
        /// The file open here is not the one at the path any more.
        case replaced
        /// Out of memory or file descriptors: nothing is known about the file.
        case exhausted
        /// Anything else.
        case other
    }

    /// Which kind.
    package var kind: Kind
    /// A fixed sentence with the code: never a value, a statement or a name from the file.
    package var message: String

    /// Makes an error.
    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// An error from an SQLite result code (plain or extended) and the `errno` behind it, 0 if none.
    package init(code: Int32, errno: Int32 = 0) {
        // The fixed text of the code, not `sqlite3_errmsg`: that may quote the file.
        let text = sqlite3_errstr(code).map { String(cString: $0) } ?? "unknown"
        let system = errno == 0 ? "" : ": \(Self.words(errno))"
        self.init(Self.kind(code: code, errno: errno), "\(text) (SQLite \(code)\(system))")
    }

    /// An error from a system call.
    package init(errno: Int32, _ doing: StaticString) {
        self.init(Self.kind(errno: errno) ?? .other, "\(doing): \(Self.words(errno))")
    }

    private static func words(_ errno: Int32) -> String { String(cString: strerror(errno)) }

    private static func kind(code: Int32, errno: Int32) -> Kind {
        if code == readOnlyMoved { return .replaced }
        switch code & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: return .busy
        case SQLITE_PERM, SQLITE_AUTH: return .cannotOpen
        // These two hide the cause: a full disk, a read-only one, no descriptors left.
        case SQLITE_CANTOPEN: return kind(errno: errno) ?? .cannotOpen
        case SQLITE_IOERR: return code == ioNoMemory ? .exhausted : kind(errno: errno) ?? .inputOutput
        case SQLITE_FULL: return .full
        case SQLITE_READONLY: return .readOnly
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT: return .damaged
        case SQLITE_NOMEM: return .exhausted
        default: return .other
        }
    }

    private static func kind(errno: Int32) -> Kind? {
        switch errno {
        case EACCES, EPERM, ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG: .cannotOpen
        case ENOSPC, EDQUOT, EFBIG: .full
        case EROFS: .readOnly
        case EIO: .inputOutput
        case EMFILE, ENFILE, ENOMEM: .exhausted
        case ENOENT: .missing
        default: nil
        }
    }

    /// `SQLITE_READONLY_DBMOVED`; composed macros are not imported.
    private static let readOnlyMoved = SQLITE_READONLY | 4 << 8
    /// `SQLITE_IOERR_NOMEM`.
    private static let ioNoMemory = SQLITE_IOERR | 12 << 8
}
