internal import Base

/// The tables of a store, version 1.
///
/// Text is compared byte by byte (BINARY, SQLite's default): ids that differ in normalisation are different ids.
let storeSchema = SQLiteSchema(
    version: 1,
    tables: [
        (
            "device",
            """
            CREATE TABLE device (
                row INTEGER PRIMARY KEY CHECK (row = 1),
                id TEXT NOT NULL
            )
            """
        ),
        (
            // `saved` only ever grows: the order does not hang on a clock.
            "token",
            """
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
        ),
        (
            "credentials",
            """
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
        ),
        (
            "configuration",
            """
            CREATE TABLE configuration (
                key TEXT PRIMARY KEY NOT NULL,
                body BLOB NOT NULL,
                content_type TEXT NOT NULL,
                entity_tag TEXT,
                last_modified TEXT
            )
            """
        ),
    ])
