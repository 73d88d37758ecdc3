public import Base
public import FoundationEssentials

/// A token store in one SQLite file, shared by all processes of one application.
///
/// - The file and what SQLite puts beside it have mode 0600; the directory, when made here, 0700.
/// - Nothing is opened before the first call. Each call is one transaction, sees what other processes did before, and
///   survives a kill or power cut as done or not done.
/// - A file of an older version of the SDK is taken over at the first call, everything kept; one of a newer version is left
///   alone (`newerVersion`).
/// - A corrupt file met under any check is kept beside as `….corrupt-<n>`, the latest three of them, and an empty store
///   begins; `.all` and `.clear` remove content as they say.
/// - A call blocks its thread: microseconds as a rule, up to `busyLimit` when others hold the file.
///
/// Errors: busy for longer than `busyLimit`, no permission and I/O errors are `unreadable`; no room and a read-only file
/// system are `unwritable`; nothing is deleted then. Where no store is and none can be made, reading finds it empty.
///
/// Source: contract I2 and Always; layout of the file: choice.
public final class SQLiteTokenStore: TokenStore {
    private struct State {
        let file: SharedSQLiteFile
        var dueCheck: StorageIntegrityCheck
    }

    private let state: Lock<State>
    private let log: any LogSink

    /// Names the file; nothing is opened before first use, so this never fails.
    ///
    /// - Parameters:
    ///   - directory: made with mode 0700 when missing.
    ///   - applicationID: names the file within it, safely whatever characters it holds.
    ///   - integrityCheck: carried out at the first call, once.
    ///   - busyLimit: how long a call waits for other processes.
    ///   - log: told of files set aside, a replaced device id and failed checks; never a stored value.
    public init(
        directory: String, applicationID: String, integrityCheck: StorageIntegrityCheck = .none,
        busyLimit: Duration = .seconds(5), log: any LogSink = StandardErrorLog()
    ) {
        let file = SharedSQLiteFile(
            path: "\(directory.isEmpty ? "." : directory)/\(storeFileName(applicationID: applicationID))",
            schema: storeSchema, busyLimit: busyLimit)
        state = Lock(State(file: file, dueCheck: integrityCheck))
        self.log = log
    }

    /// The device id, made on first use in one transaction; one that is not usable is replaced, and logged.
    public func deviceID() throws(StoreError) -> Secret {
        let stored = try read { (file) throws(SQLiteError) in try file.storedDeviceID() }
        if case .usable(let id) = stored { return Secret(id) }
        let (id, replaced) = try write { (file) throws(SQLiteError) -> (String, Bool) in
            // Again, since another process may have been faster.
            let stored = try file.storedDeviceID()
            if case .usable(let id) = stored { return (id, false) }
            let id = DeviceID.make()
            try file.storeDeviceID(id)
            if case .unusable = stored { return (id, true) }
            return (id, false)
        }
        if replaced { log.log(.error, category: "store", "the stored device id was not usable and is replaced") }
        return Secret(id)
    }

    /// All authentication tokens of a requestor for one API, the latest saved first.
    public func tokens(
        requestor: String, service: AuthenticationToken.Service
    ) throws(StoreError) -> [AuthenticationToken] {
        try read { (file) throws(SQLiteError) in try file.tokens(requestor: requestor, service: service) }
    }

    /// Saves a token as the requestor's latest, replacing the one of the same requestor, MVPD and API.
    public func save(_ token: AuthenticationToken) throws(StoreError) {
        try write { (file) throws(SQLiteError) in try file.save(token) }
    }

    /// Replaces the user metadata of the stored token equal to `token` in all else; nothing when it is gone.
    public func saveMetadata(_ metadata: Data?, of token: AuthenticationToken) throws(StoreError) {
        try write { (file) throws(SQLiteError) in try file.saveMetadata(metadata, of: token) }
    }

    /// Removes the token of that requestor, MVPD and API.
    public func remove(_ token: AuthenticationToken) throws(StoreError) {
        try write { (file) throws(SQLiteError) in try file.remove(token) }
    }

    /// Removes every token bound to another device id, and tells how many.
    public func removeTokens(notBoundTo deviceID: Secret) throws(StoreError) -> Int {
        try write { (file) throws(SQLiteError) in try file.removeTokens(notBoundTo: deviceID) }
    }

    /// Removes all authentication tokens; credentials, configurations and device id stay.
    public func removeAllTokens() throws(StoreError) {
        try write { (file) throws(SQLiteError) in try file.removeAllTokens() }
    }

    /// The authorization kept for a resource with the stored token equal to `token`, metadata apart.
    public func authorization(
        of resource: String, under token: AuthenticationToken
    ) throws(StoreError) -> AuthorizationToken? {
        try read { (file) throws(SQLiteError) in try file.authorization(of: resource, under: token) }
    }

    /// Keeps an authorization with the stored token equal to `token`, and drops those of it that are over.
    public func save(
        _ authorization: AuthorizationToken, under token: AuthenticationToken, at now: Timestamp
    ) throws(StoreError) {
        try write { (file) throws(SQLiteError) in try file.save(authorization, under: token, at: now) }
    }

    /// Drops the authorization for a resource kept with the stored token equal to `token`.
    public func removeAuthorization(of resource: String, under token: AuthenticationToken) throws(StoreError) {
        try write { (file) throws(SQLiteError) in try file.removeAuthorization(of: resource, under: token) }
    }

    /// The credentials for a service URL and software statement.
    public func credentials(serviceURL: String, statementDigest: String) throws(StoreError) -> ClientCredentials? {
        try read { (file) throws(SQLiteError) in
            try file.credentials(serviceURL: serviceURL, statementDigest: statementDigest)
        }
    }

    /// Saves or, with nil, removes credentials, and with them the REST API V2 tokens of a client that is gone then.
    public func save(
        _ credentials: ClientCredentials?, serviceURL: String, statementDigest: String
    ) throws(StoreError) {
        try write { (file) throws(SQLiteError) in
            try file.save(credentials, serviceURL: serviceURL, statementDigest: statementDigest)
        }
    }

    /// The configuration kept under `key`.
    public func configuration(key: String) throws(StoreError) -> CachedConfiguration? {
        try read { (file) throws(SQLiteError) in try file.configuration(key: key) }
    }

    /// Keeps or, with nil, drops a configuration.
    public func save(_ configuration: CachedConfiguration?, key: String) throws(StoreError) {
        try write { (file) throws(SQLiteError) in try file.save(configuration, key: key) }
    }

    private func read<Result: Sendable>(
        _ body: (SQLiteFile) throws(SQLiteError) -> Result
    ) throws(StoreError) -> Result {
        try checked { (file) throws(SQLiteError) in try file.read(body) }
    }

    private func write<Result: Sendable>(
        _ body: (SQLiteFile) throws(SQLiteError) -> Result
    ) throws(StoreError) -> Result {
        try checked { (file) throws(SQLiteError) in try file.write(body) }
    }

    private func checked<Outcome: Sendable>(
        _ body: (SharedSQLiteFile) throws(SQLiteError) -> Outcome
    ) throws(StoreError) -> Outcome {
        let (outcome, notices) = state.withLock { state in
            let outcome = Result { () throws(SQLiteError) in
                try state.file.carryOut(state.dueCheck)
                state.dueCheck = .none
                return try body(state.file)
            }
            return (outcome, state.file.takeNotices())
        }
        // The log belongs to the host: outside the lock.
        for notice in notices { log.log(.error, category: "store", notice) }
        do {
            return try outcome.get()
        } catch {
            throw StoreError(error)
        }
    }
}
