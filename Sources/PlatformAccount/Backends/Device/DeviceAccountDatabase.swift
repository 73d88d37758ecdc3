public import Base

/// The person's TV provider account and each application's permission to see it, kept for all applications of one user.
///
/// On Apple's devices this is Settings > TV Provider. Here it is one SQLite file, `tv-provider/account.sqlite3` in the
/// user's XDG data directory, changed by the command `tv-provider` and by hosts whose person answers a prompt or signs in
/// (choice).
///
/// - The file has mode 0600, its directory, when made here, 0700.
/// - Each call is one transaction and sees what other processes did before; nothing is opened before the first call.
/// - A damaged file is kept beside as `….corrupt-<n>`, the latest three of them, and an empty one begins; one of a newer
///   version is left alone. Where no file is and none can be made, reading finds it empty.
/// - A call blocks its thread: microseconds as a rule, up to `busyLimit` when others hold the file.
public final class DeviceAccountDatabase: Sendable {
    /// The directory of the file.
    public let directory: String
    private let path: String
    private let file: Lock<SharedSQLiteFile>
    private let log: any LogSink

    /// The file's name in its directory.
    static let fileName = "account.sqlite3"

    /// Names the file; never fails.
    ///
    /// - Parameters:
    ///   - directory: made with mode 0700 when missing; nil = `$XDG_DATA_HOME/tv-provider`, else
    ///     `~/.local/share/tv-provider`.
    ///   - busyLimit: how long a call waits for other processes. Choice: 2 s, less than a silent question may take.
    ///   - log: told of a damaged file set aside; never a stored value.
    public init(
        directory: String? = nil, busyLimit: Duration = .seconds(2), log: any LogSink = StandardErrorLog()
    ) {
        self.directory = directory ?? UserDirectory.standard(.data) + "/tv-provider"
        path = "\(self.directory.isEmpty ? "." : self.directory)/\(Self.fileName)"
        file = Lock(SharedSQLiteFile(path: path, schema: accountSchema, busyLimit: busyLimit))
        self.log = log
    }

    /// Who is signed in; nil = nobody.
    public func account() throws(DeviceAccountError) -> DeviceAccount? {
        try read { (file) throws(SQLiteError) in try file.account() }
    }

    /// Signs in, in place of whoever was, and tells who that was.
    @discardableResult
    public func signIn(_ account: DeviceAccount) throws(DeviceAccountError) -> DeviceAccount? {
        try write { (file) throws(SQLiteError) in
            let before = try file.account()
            try file.save(account)
            return before
        }
    }

    /// Signs out and tells who was signed in. Permissions stay.
    @discardableResult
    public func signOut() throws(DeviceAccountError) -> DeviceAccount? {
        try write { (file) throws(SQLiteError) in
            let before = try file.account()
            try file.removeAccount()
            return before
        }
    }

    /// All applications known, by name.
    public func applications() throws(DeviceAccountError) -> [DeviceApplication] {
        try read { (file) throws(SQLiteError) in try file.applications() }
    }

    /// One application; nil when it never asked and nobody decided about it.
    public func application(_ identifier: String) throws(DeviceAccountError) -> DeviceApplication? {
        try read { (file) throws(SQLiteError) in try file.application(identifier) }
    }

    /// The person decides about an application, whatever was decided before.
    ///
    /// It need not have asked. `notDetermined` has it ask again.
    public func setPermission(
        _ permission: AccessPermission, of identifier: String
    ) throws(DeviceAccountError) {
        try write { (file) throws(SQLiteError) in
            var application = try file.application(identifier) ?? Self.unknown(identifier)
            application.permission = permission
            try file.save(application)
        }
    }

    /// An application asks: from now on it is known, by the name it gives. Returns it as it stands.
    func noteQuestion(
        of identifier: String, name: String, at now: Timestamp
    ) throws(DeviceAccountError) -> DeviceApplication {
        let known = try application(identifier)
        if let known, known.firstAsked != nil, known.name == name { return known }
        return try write { (file) throws(SQLiteError) in
            var application = try file.application(identifier) ?? Self.unknown(identifier)
            application.name = name
            application.firstAsked = application.firstAsked ?? now
            try file.save(application)
            return application
        }
    }

    /// The person answered an application's prompt: kept, unless somebody decided meanwhile. Returns what holds now.
    func answerPrompt(
        of identifier: String, _ answer: AccessPermission
    ) throws(DeviceAccountError) -> AccessPermission {
        try write { (file) throws(SQLiteError) in
            var application = try file.application(identifier) ?? Self.unknown(identifier)
            guard application.permission == .notDetermined else { return application.permission }
            application.permission = answer
            try file.save(application)
            return answer
        }
    }

    private static func unknown(_ identifier: String) -> DeviceApplication {
        DeviceApplication(identifier: identifier, name: identifier, permission: .notDetermined, firstAsked: nil)
    }

    private func read<Result: Sendable>(
        _ body: (SQLiteFile) throws(SQLiteError) -> Result
    ) throws(DeviceAccountError) -> Result {
        try carryOut { (file) throws(SQLiteError) in try file.read(body) }
    }

    private func write<Result: Sendable>(
        _ body: (SQLiteFile) throws(SQLiteError) -> Result
    ) throws(DeviceAccountError) -> Result {
        try carryOut { (file) throws(SQLiteError) in try file.write(body) }
    }

    private func carryOut<Outcome: Sendable>(
        _ body: (SharedSQLiteFile) throws(SQLiteError) -> Outcome
    ) throws(DeviceAccountError) -> Outcome {
        let (outcome, notices) = file.withLock { file in
            let outcome = Result { () throws(SQLiteError) in try body(file) }
            return (outcome, file.takeNotices())
        }
        // The log belongs to the host: outside the lock.
        for notice in notices { log.log(.error, category: "account", notice) }
        do {
            return try outcome.get()
        } catch {
            throw DeviceAccountError(error, at: path)
        }
    }
}
