import AccessEnablerConformance
import Base

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Something outside the command does not work: one line that names it and says why.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Where the command writes.
enum Output {
    /// Writes to standard output. When not all can be written the command ends, with all it started.
    static func write(_ text: String) {
        guard let status = WholeText.answer(text, from: "accessenabler-conformance") else { return }
        Leftovers.clear()
        _exit(status)
    }

    /// Writes a line to standard error.
    static func complain(_ text: String) {
        try? WholeText.write("accessenabler-conformance: \(text)\n", to: STDERR_FILENO)
    }

    /// Writes to standard error how far it has come.
    static func tell(_ text: String) { try? WholeText.write(text, to: STDERR_FILENO) }
}

/// A file the command writes: made before the run begins, and put in its place once it is whole.
final class OutputFile: Sendable {
    let path: String
    /// Where it is written until then; nil = at its place, since that is no ordinary file.
    private let draft: String?
    private static let count = Lock(0)
    private let file: Int32

    init(path: String) throws(Failure) {
        self.path = path
        var status = stat()
        let isOrdinary = stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
        // The same file may be wanted twice.
        let number = Self.count.withLock { count in
            count += 1
            return count
        }
        draft = isOrdinary ? "\(path).\(getpid())-\(number).part" : nil
        if let draft { Leftovers.add(path: draft) }
        file = open(draft ?? path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        if file < 0 { throw unwritable(errno) }
    }

    /// Writes all of it.
    func write(_ text: String) throws(Failure) {
        do { try WholeText.write(text, to: file) } catch { throw unwritable(error.number) }
        if let draft, rename(draft, path) != 0 { throw unwritable(errno) }
    }

    private func unwritable(_ number: Int32) -> Failure {
        Failure("'\(path)' cannot be written: \(String(cString: strerror(number)))")
    }

    deinit {
        if file >= 0 { close(file) }
        guard let draft else { return }
        unlink(draft)
        Leftovers.drop(path: draft)
    }
}
