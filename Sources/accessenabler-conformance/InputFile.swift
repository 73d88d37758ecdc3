#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A file the command reads.
enum InputFile {
    /// All of it.
    static func bytes(_ path: String) throws(Failure) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw unreadable(path, errno) }
        defer { close(file) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(file, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw unreadable(path, errno) }
            if count == 0 { return bytes }
            bytes += part.prefix(count)
        }
    }

    private static func unreadable(_ path: String, _ number: Int32) -> Failure {
        Failure("'\(path)' cannot be read: \(String(cString: strerror(number)))")
    }
}
