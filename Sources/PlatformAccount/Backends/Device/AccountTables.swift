import Base

/// The tables of the device account database, version 1.
///
/// One account a user: the table has one row at most.
let accountSchema = SQLiteSchema(version: 1, tables: [("account", accountTable), ("application", applicationTable)])

private let accountTable = """
    CREATE TABLE account (
        row INTEGER PRIMARY KEY CHECK (row = 1),
        provider_id TEXT NOT NULL,
        display_name TEXT NOT NULL,
        expires INTEGER,
        session TEXT NOT NULL,
        identity_url TEXT NOT NULL,
        signed_in INTEGER NOT NULL
    )
    """

/// `permission` is the raw value of `AccessPermission`.
private let applicationTable = """
    CREATE TABLE application (
        id TEXT PRIMARY KEY NOT NULL,
        name TEXT NOT NULL,
        permission INTEGER NOT NULL,
        first_asked INTEGER
    )
    """

// MARK: - The account

extension SQLiteFile {
    func account() throws(SQLiteError) -> DeviceAccount? {
        try rows("SELECT \(accountColumns) FROM account") { (row) throws(SQLiteError) in
            DeviceAccount(
                providerIdentifier: try row.text(0), displayName: try row.text(1),
                expires: try row.optionalInteger(2).map(Timestamp.init(milliseconds:)),
                session: Secret(try row.text(3)), identityURL: try row.text(4),
                signedIn: Timestamp(milliseconds: try row.integer(5)))
        }.first
    }

    func save(_ account: DeviceAccount) throws(SQLiteError) {
        try run(
            "INSERT OR REPLACE INTO account (row, \(accountColumns)) VALUES (1, ?, ?, ?, ?, ?, ?)",
            [
                .text(account.providerIdentifier), .text(account.displayName),
                .integer(orNull: account.expires?.milliseconds), .text(account.session.exposed),
                .text(account.identityURL), .integer(account.signedIn.milliseconds),
            ])
    }

    func removeAccount() throws(SQLiteError) { try run("DELETE FROM account") }
}

private let accountColumns = "provider_id, display_name, expires, session, identity_url, signed_in"

// MARK: - The applications

extension SQLiteFile {
    func applications() throws(SQLiteError) -> [DeviceApplication] {
        try rows("SELECT \(applicationColumns) FROM application ORDER BY name, id", [], application)
    }

    func application(_ identifier: String) throws(SQLiteError) -> DeviceApplication? {
        try rows("SELECT \(applicationColumns) FROM application WHERE id = ?", [.text(identifier)], application).first
    }

    func save(_ application: DeviceApplication) throws(SQLiteError) {
        try run(
            "INSERT OR REPLACE INTO application (\(applicationColumns)) VALUES (?, ?, ?, ?)",
            [
                .text(application.identifier), .text(application.name),
                .integer(Int64(application.permission.rawValue)),
                .integer(orNull: application.firstAsked?.milliseconds),
            ])
    }

    private func application(_ row: SQLiteRow) throws(SQLiteError) -> DeviceApplication {
        guard let permission = AccessPermission(rawValue: Int(clamping: try row.integer(2))) else {
            throw SQLiteError(.damaged, "an unknown permission is stored")
        }
        return DeviceApplication(
            identifier: try row.text(0), name: try row.text(1), permission: permission,
            firstAsked: try row.optionalInteger(3).map(Timestamp.init(milliseconds:)))
    }
}

private let applicationColumns = "id, name, permission, first_asked"
