internal import Base

/// The tables of a store, version 2.
///
/// Text is compared byte by byte (BINARY, SQLite's default): ids that differ in normalisation are different ids.
let storeSchema = SQLiteSchema(
    version: 2,
    tables: [
        ("device", deviceTable), ("token", tokenTable), ("authorization", authorizationTable),
        ("credentials", credentialsTable), ("configuration", configurationTable),
    ],
    upgrades: [
        SQLiteSchema.Upgrade(
            from: SQLiteSchema(
                version: 1,
                tables: [
                    ("device", deviceTable), ("token", firstTokenTable), ("credentials", credentialsTable),
                    ("configuration", configurationTable),
                ]),
            // Made anew, not altered: the text of a table is what its soundness is judged by.
            statements: [
                "ALTER TABLE token RENAME TO token_1", tokenTable,
                """
                INSERT INTO token (saved, \(firstColumns)) SELECT saved, \(firstColumns) FROM token_1 ORDER BY saved
                """,
                "DROP TABLE token_1", authorizationTable,
            ])
    ])

private let deviceTable = """
    CREATE TABLE device (
        row INTEGER PRIMARY KEY CHECK (row = 1),
        id TEXT NOT NULL
    )
    """

/// `saved` only ever grows: the order does not hang on a clock. No `source` = what the kind says, as in version 1.
/// `client_id` names the client a token of REST API V2 belongs to.
private let tokenTable = """
    CREATE TABLE token (
        saved INTEGER PRIMARY KEY AUTOINCREMENT,
        requestor TEXT NOT NULL,
        mvpd TEXT NOT NULL,
        service TEXT NOT NULL,
        kind TEXT NOT NULL,
        expires INTEGER NOT NULL,
        user_id TEXT,
        device_id TEXT NOT NULL,
        platform_provider_id TEXT,
        service_url TEXT NOT NULL,
        source TEXT,
        client_id TEXT,
        metadata BLOB,
        UNIQUE (requestor, mvpd, service)
    )
    """

/// An authorization belongs to one stored token and goes with it, whatever removes or replaces that.
private let authorizationTable = """
    CREATE TABLE authorization (
        token INTEGER NOT NULL REFERENCES token (saved) ON DELETE CASCADE,
        resource TEXT NOT NULL,
        expires INTEGER NOT NULL,
        source TEXT NOT NULL,
        PRIMARY KEY (token, resource)
    )
    """

private let credentialsTable = """
    CREATE TABLE credentials (
        service_url TEXT NOT NULL,
        statement_digest TEXT NOT NULL,
        client_id TEXT NOT NULL,
        client_secret TEXT NOT NULL,
        secret_expires INTEGER,
        access_token TEXT,
        access_token_expires INTEGER,
        PRIMARY KEY (service_url, statement_digest)
    )
    """

private let configurationTable = """
    CREATE TABLE configuration (
        key TEXT PRIMARY KEY NOT NULL,
        body BLOB NOT NULL,
        content_type TEXT NOT NULL,
        entity_tag TEXT,
        last_modified TEXT
    )
    """

/// Version 1's; never to be changed.
private let firstTokenTable = """
    CREATE TABLE token (
        saved INTEGER PRIMARY KEY AUTOINCREMENT,
        requestor TEXT NOT NULL,
        mvpd TEXT NOT NULL,
        service TEXT NOT NULL,
        kind TEXT NOT NULL,
        expires INTEGER NOT NULL,
        user_id TEXT,
        device_id TEXT NOT NULL,
        platform_provider_id TEXT,
        service_url TEXT NOT NULL,
        metadata BLOB,
        UNIQUE (requestor, mvpd, service)
    )
    """

private let firstColumns =
    "requestor, mvpd, service, kind, expires, user_id, device_id, platform_provider_id, service_url, metadata"
