public import Base

/// A token store in one SQLite file.
public final class SQLiteTokenStore {
    /// Names the file; nothing is opened before first use, so this never fails.
    ///
    /// - Parameters:
    ///   - directory: made with mode 0700 when missing.
    ///   - applicationID: names the file within it, safely whatever characters it holds.
    public init(
        directory: String, applicationID: String, integrityCheck: StorageIntegrityCheck = .none,
        clock: any DeviceClock = SystemClock(), log: any LogSink = StandardErrorLog()
    ) {}
}
