#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// This program as a file, and what its children are for.
enum Program {
    /// What a child is asked to do, by its first argument.
    enum Role: String {
        /// Be the service.
        case service = "as-service"
        /// Be many cores in one process.
        case crowd = "as-crowd"
    }

    /// The path of this program's file.
    static var own: String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        return String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The folder it lies in.
    static var folder: String {
        own.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    }

    /// Writes out what was printed.
    static func flush() {
        fflush(nil)
    }

    /// Tells on standard error what is going on.
    static func say(_ text: String) {
        let bytes = Array("\(text)\n".utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }
}
