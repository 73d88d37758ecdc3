import AccessEnablerConformance
import Base

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Something outside the command does not work: one line that names it and says why.
struct Failure: Error, CustomStringConvertible, Equatable {
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
///
/// A symbolic link stays, and what it leads to is written.
final class OutputFile: Sendable {
    private let path: String
    /// Where it is once it is whole.
    private let target: String
    /// Where it is written until then; nil = at its place, since that is no ordinary file.
    private let draft: String?
    private static let count = Lock(0)
    private let file: Int32

    init(path: String) throws(Failure) {
        self.path = path
        var status = stat()
        let isOrdinary = stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
        target = isOrdinary ? try Self.target(of: path) : path
        // The same file may be wanted twice.
        let number = Self.count.withLock { count in
            count += 1
            return count
        }
        draft = isOrdinary ? "\(target).\(getpid())-\(number).part" : nil
        // One that was killed under this process id may have left its draft.
        let (place, mode) = (draft ?? target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC)
        file = draft == nil ? open(place, mode, 0o644) : Leftovers.make(path: place) { open(place, mode, 0o644) }
        if file < 0 { throw Self.unwritable(path, errno) }
    }

    /// What a link leads to, which may not be there yet; anything else is itself.
    private static func target(of path: String) throws(Failure) -> String {
        var target = path
        for _ in 0..<40 {
            var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(target, &bytes, bytes.count)
            guard count > 0 else { return target }
            let link = String(decoding: bytes.prefix(count), as: UTF8.self)
            let folder = target.lastIndex(of: "/").map { target[...$0] } ?? ""
            target = link.hasPrefix("/") ? link : folder + link
        }
        throw unwritable(path, ELOOP)
    }

    /// Writes all of it.
    func write(_ text: String) throws(Failure) {
        do { try WholeText.write(text, to: file) } catch { throw Self.unwritable(path, error.number) }
        if let draft, rename(draft, target) != 0 { throw Self.unwritable(path, errno) }
    }

    private static func unwritable(_ path: String, _ number: Int32) -> Failure {
        Failure("'\(path)' cannot be written: \(String(cString: strerror(number)))")
    }

    deinit {
        if file >= 0 { close(file) }
        guard let draft else { return }
        unlink(draft)
        Leftovers.drop(path: draft)
    }
}
