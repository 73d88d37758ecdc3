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

/// A file a report goes to, opened before the run begins.
final class OutputFile: Sendable {
    let path: String
    let format: ReportFormat
    private let file: Int32

    init(path: String, format: ReportFormat) throws {
        self.path = path
        self.format = format
        file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        if file < 0 { throw UsageError(message: "'\(path)' cannot be written: \(String(cString: strerror(errno)))") }
    }

    /// Writes all of it.
    func write(_ text: String) throws {
        guard Output.write(text, to: file) else {
            throw UsageError(message: "'\(path)' cannot be written: \(String(cString: strerror(errno)))")
        }
    }

    deinit { close(file) }
}
