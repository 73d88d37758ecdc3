import Foundation

/// A directory of its own, mode 0700, removed with everything in it when released.
public final class TemporaryDirectory: Sendable {
    /// Where it is.
    public let path: String

    /// Makes it.
    public init() throws {
        var template = Array("\(NSTemporaryDirectory())/accessenabler-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        path = String(cString: made)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of something inside.
    public func path(of name: String) -> String { "\(path)/\(name)" }

    /// Writes a file inside and gives its path.
    @discardableResult
    public func write(_ contents: String, to name: String) throws -> String {
        try Data(contents.utf8).write(to: URL(fileURLWithPath: path(of: name)))
        return path(of: name)
    }
}
