import Base
import Foundation

@testable import EntitlementStore

/// Stores as version 1 made them: its statements, word for word.
enum FirstVersion {
    static let tables = [
        """
        CREATE TABLE device (
            row INTEGER PRIMARY KEY CHECK (row = 1),
            id TEXT NOT NULL
        )
        """,
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
        """,
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
        """,
        """
        CREATE TABLE configuration (
            key TEXT PRIMARY KEY NOT NULL,
            body BLOB NOT NULL,
            content_type TEXT NOT NULL,
            entity_tag TEXT,
            last_modified TEXT
        )
        """,
    ]

    /// Some of everything; one token saved twice, so that the order is not that of the first saving.
    static let content = """
        INSERT INTO device VALUES (1, 'device-of-the-field');
        INSERT INTO token (requestor, mvpd, service, kind, expires, user_id, device_id, platform_provider_id, service_url, metadata)
            VALUES ('requestor', 'one', 'restV1', 'regular', 1796050800123, 'user', 'device', NULL, 'https://sp.example/', NULL),
            ('requestor', 'two', 'restV1', 'partner', 1796050800123, NULL, 'device', 'provider', 'https://sp.example/', CAST('{"zip":"1"}' AS BLOB)),
            ('other', 'one', 'restV2', 'regular', 1796050800123, 'user', 'device', NULL, 'https://sp.example/', NULL);
        INSERT OR REPLACE INTO token (requestor, mvpd, service, kind, expires, user_id, device_id, platform_provider_id, service_url)
            VALUES ('requestor', 'one', 'restV1', 'regular', 1796050800123, 'user', 'device', NULL, 'https://sp.example/');
        INSERT INTO credentials VALUES ('u', 's', 'client', 'secret', NULL, 'access', 7);
        INSERT INTO configuration VALUES ('k', CAST('<a/>' AS BLOB), 'text/xml', 'tag', NULL);
        """

    /// Puts such a store where a test's store looks for it.
    static func write(_ scratch: Scratch, content: String = content) throws {
        try FileManager.default.createDirectory(atPath: scratch.directory, withIntermediateDirectories: true)
        _ = FileManager.default.createFile(
            atPath: scratch.path(), contents: nil, attributes: [.posixPermissions: 0o600])
        let file = try SQLiteFile(path: scratch.path())
        for table in tables { try file.run(table) }
        try file.execute(content)
        try file.run("PRAGMA user_version = 1")
    }
}
