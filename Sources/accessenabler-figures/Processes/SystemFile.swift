import FoundationEssentials

/// Small text files of the system.
enum SystemFile {
    /// The lines of a file; none when it cannot be read.
    static func lines(_ path: String) -> [String] {
        guard let content = FileManager.default.contents(atPath: path) else { return [] }
        return String(decoding: content, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
