internal import Base

/// What is wrong with a store. Unreadable, corrupt and empty are different things; empty is no error.
public struct StoreError: Error, Sendable, Hashable {
    /// The kinds.
    public enum Code: Sendable, Hashable {
        /// Busy for longer than the wait, no permission, I/O error: nothing is wrong with the content as far as known.
        case unreadable
        /// The file system is full or read-only: reading works, writing does not.
        case unwritable
        /// The content is damaged, and could not be set aside.
        case corrupt
        /// Written by a newer version of the SDK.
        case newerVersion
    }

    /// Which kind.
    public var code: Code
    /// A sentence for the log: no value of the store in it.
    public var message: String

    /// Makes an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    init(_ error: SQLiteError) {
        code =
            switch error.kind {
            case .busy, .cannotOpen, .inputOutput, .missing, .replaced, .exhausted, .other: .unreadable
            case .full, .readOnly: .unwritable
            case .damaged: .corrupt
            case .newerVersion: .newerVersion
            }
        message = error.message
    }
}
