#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Where the command writes.
enum Output {
    /// Writes to standard output, or another file; false when not all could be written.
    @discardableResult
    static func write(_ text: String, to file: Int32 = STDOUT_FILENO) -> Bool {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            bytes = bytes.dropFirst(count)
        }
        return true
    }

    /// Writes to standard error.
    static func complain(_ text: String) { write(text, to: STDERR_FILENO) }
}

/// A file a report goes to: made before the run begins, and put in its place once the report is whole.
final class OutputFile: Sendable {
    let path: String
    let format: ReportFormat
    /// Where it is written until then; nil = at its place, since that is no ordinary file.
    private let draft: String?
    private let file: Int32

    init(path: String, format: ReportFormat) throws {
        self.path = path
        self.format = format
        var status = stat()
        let isOrdinary = stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
        draft = isOrdinary ? "\(path).\(getpid()).part" : nil
        file = open(draft ?? path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        if file < 0 { throw unwritable }
    }

    /// Writes all of it.
    func write(_ text: String) throws {
        guard Output.write(text, to: file) else { throw unwritable }
        if let draft, rename(draft, path) != 0 { throw unwritable }
    }

    private var unwritable: UsageError {
        UsageError(message: "'\(path)' cannot be written: \(String(cString: strerror(errno)))")
    }

    deinit {
        if file >= 0 { close(file) }
        if let draft { unlink(draft) }
    }
}
