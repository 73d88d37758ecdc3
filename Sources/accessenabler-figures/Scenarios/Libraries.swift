#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The shared libraries a program loads.
enum Libraries {
    struct File: Sendable {
        var name: String
        var size: Int
    }

    /// What `ldd` says, the largest first.
    static func loaded(by program: String) -> [File] {
        let lines = Child.output(of: "ldd", [program])?.split(separator: "\n") ?? []
        return lines.compactMap { line -> File? in
            // "  libcurl.so.4 => /lib/x86_64-linux-gnu/libcurl.so.4 (0x00007f...)"
            guard let path = line.split(whereSeparator: \.isWhitespace).first(where: { $0.contains("/") }) else {
                return nil
            }
            return File(name: String(path.split(separator: "/").last ?? ""), size: size(of: String(path)))
        }.sorted { $0.size > $1.size }
    }

    /// The size of a file, links followed; 0 when there is none.
    static func size(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}
