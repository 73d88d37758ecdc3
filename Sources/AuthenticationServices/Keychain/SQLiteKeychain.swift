public import Base
import Foundation

/// A keychain in one SQLite file, with the protection of the entitlement store: mode 0600, each call one transaction, for
/// many processes at once, what is removed is overwritten, and a damaged file is kept aside.
///
/// The file's mode keeps other users out, not other programmes of the same person: as for any file on Linux.
public final class SQLiteKeychain: KeychainStorage {
    private let file: Lock<SharedSQLiteFile>

    /// Names the file; nothing is opened before first use.
    ///
    /// - Parameters:
    ///   - path: the file; directories missing above it are made with mode 0700.
    ///   - busyLimit: how long a call waits for other processes.
    public init(path: String, busyLimit: Duration = .seconds(5)) {
        file = Lock(SharedSQLiteFile(path: path, schema: Self.schema, busyLimit: busyLimit))
    }

    /// The keychain of this programme in the person's data directory:
    /// `$XDG_DATA_HOME/authentication-services/<programme>.sqlite3`, else below `~/.local/share`.
    ///
    /// - Parameter application: names the file; letters, digits, `.`, `-` and `_` stay as they are, others become `_`.
    ///   Nil = the programme's name.
    public convenience init(application: String? = nil) {
        let application = application ?? ProcessInfo.processInfo.processName
        let directory = UserDirectory.standard(.data) + "/authentication-services"
        let isPlain: (Character) -> Bool = { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
        let name = String(application.prefix(100).map { isPlain($0) || $0 == "." ? $0 : "_" })
        self.init(path: "\(directory)/\(name.contains(where: isPlain) ? name : "_").sqlite3")
    }

    private static let schema = SQLiteSchema(
        version: 1,
        tables: [
            (
                "item",
                """
                CREATE TABLE item (service TEXT NOT NULL, account TEXT NOT NULL, secret TEXT NOT NULL, \
                saved INTEGER NOT NULL, PRIMARY KEY (service, account)) WITHOUT ROWID
                """
            )
        ])

    /// The secret kept under a service and account; nil = none.
    public func secret(service: String, account: String) throws(KeychainError) -> Secret? {
        try call { (file) throws(SQLiteError) in
            try file.read { (file) throws(SQLiteError) in try Self.secret(service, account, in: file) }
        }
    }

    /// Keeps a secret, in place of the one there.
    public func save(_ secret: Secret, service: String, account: String) throws(KeychainError) {
        try call { (file) throws(SQLiteError) in
            try file.write { (file) throws(SQLiteError) in try Self.put(secret, service, account, in: file) }
        }
    }

    /// Keeps what `change` makes of a secret, in one transaction: no other process writes between.
    public func update(service: String, account: String, _ change: (Secret?) -> Secret?) throws(KeychainError) {
        try call { (file) throws(SQLiteError) in
            try file.write { (file) throws(SQLiteError) in
                guard let fresh = change(try Self.secret(service, account, in: file)) else { return }
                try Self.put(fresh, service, account, in: file)
            }
        }
    }

    private static func secret(
        _ service: String, _ account: String, in file: SQLiteFile
    ) throws(SQLiteError) -> Secret? {
        try file.rows(
            "SELECT secret FROM item WHERE service = ? AND account = ?", [.text(service), .text(account)]
        ) { (row) throws(SQLiteError) in Secret(try row.text(0)) }.first
    }

    private static func put(
        _ secret: Secret, _ service: String, _ account: String, in file: SQLiteFile
    ) throws(SQLiteError) {
        try file.run(
            """
            INSERT OR REPLACE INTO item (service, account, secret, saved)
            VALUES (?, ?, ?, (SELECT 1 + coalesce(max(saved), 0) FROM item))
            """, [.text(service), .text(account), .text(secret.exposed)])
    }

    /// Forgets a secret, and tells whether there was one.
    @discardableResult
    public func remove(service: String, account: String) throws(KeychainError) -> Bool {
        try call { (file) throws(SQLiteError) in
            try file.write { (file) throws(SQLiteError) in
                try file.run(
                    "DELETE FROM item WHERE service = ? AND account = ?", [.text(service), .text(account)]) > 0
            }
        }
    }

    /// The accounts of a service, the latest saved first.
    public func accounts(service: String) throws(KeychainError) -> [String] {
        try call { (file) throws(SQLiteError) in
            try file.read { (file) throws(SQLiteError) in
                try file.rows(
                    "SELECT account FROM item WHERE service = ? ORDER BY saved DESC", [.text(service)]
                ) { (row) throws(SQLiteError) in try row.text(0) }
            }
        }
    }

    private func call<Value: Sendable>(
        _ body: (SharedSQLiteFile) throws(SQLiteError) -> Value
    ) throws(KeychainError) -> Value {
        do throws(SQLiteError) {
            return try file.withLock { (file) throws(SQLiteError) in try body(file) }
        } catch {
            throw KeychainError(error)
        }
    }
}

extension KeychainError {
    init(_ error: SQLiteError) {
        let code: Code =
            switch error.kind {
            case .busy, .cannotOpen, .inputOutput, .missing, .replaced, .exhausted, .other: .unreadable
            case .full, .readOnly: .unwritable
            case .damaged, .newerVersion: .unusable
            }
        self.init(code, error.message)
    }
}
