#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Where the command writes.
enum Output {
    /// Writes to standard output, or another file.
    static func write(_ text: String, to file: Int32 = STDOUT_FILENO) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }

    /// Writes to standard error.
    static func complain(_ text: String) { write(text, to: STDERR_FILENO) }
}
