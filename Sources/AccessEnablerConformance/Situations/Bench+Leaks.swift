import FoundationEssentials

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Where a secret may end besides the store.
extension Bench {
    /// Where one of these texts stands: the process's arguments and environment, every file of the bench but the
    /// database itself, and files put right into the temporary folder since the bench was made.
    func leaks(of secrets: [String]) -> [String] {
        // What is short enough to stand in an ordinary word by chance is not looked for.
        let needles = secrets.filter { $0.utf8.count >= 8 }.map { Array($0.utf8) }
        return places.filter { place in
            guard let content = try? Data(contentsOf: URL(filePath: place)) else { return false }
            return needles.contains { content.holds($0) }
        }
    }

    private var places: [String] {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: root.path)) ?? []
        return ["/proc/self/cmdline", "/proc/self/environ"]
            + names.filter { !$0.hasSuffix(".sqlite") && !$0.hasSuffix(".sqlite-journal") }.map { "\(root.path)/\($0)" }
            + strangers
    }

    private var strangers: [String] {
        let folder = FileManager.default.temporaryDirectory.path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.map { "\(folder)/\($0)" }.filter { path in
            var status = stat()
            return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size < 1 << 24
                && status.st_mtim.tv_sec >= began
        }
    }
}
