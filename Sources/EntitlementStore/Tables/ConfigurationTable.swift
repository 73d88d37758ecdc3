internal import Base

/// Configurations kept for conditional requests.
extension SQLiteFile {
    func configuration(key: String) throws(SQLiteError) -> CachedConfiguration? {
        try rows("SELECT \(columns) FROM configuration WHERE key = ?", [.text(key)], configuration).first
    }

    /// All of them with their keys.
    func allConfigurations() throws(SQLiteError) -> [(key: String, value: CachedConfiguration)] {
        try rows("SELECT \(columns) FROM configuration") { (row) throws(SQLiteError) in
            (try row.text(0), try configuration(row))
        }
    }

    func save(_ configuration: CachedConfiguration?, key: String) throws(SQLiteError) {
        guard let configuration else {
            try run("DELETE FROM configuration WHERE key = ?", [.text(key)])
            return
        }
        try run(
            "INSERT OR REPLACE INTO configuration (\(columns)) VALUES (?, ?, ?, ?, ?)",
            [
                .text(key), .blob(configuration.body), .text(configuration.contentType),
                .text(orNull: configuration.entityTag), .text(orNull: configuration.lastModified),
            ])
    }

    private func configuration(_ row: SQLiteRow) throws(SQLiteError) -> CachedConfiguration {
        CachedConfiguration(
            body: try row.blob(1), contentType: try row.text(2), entityTag: try row.optionalText(3),
            lastModified: try row.optionalText(4))
    }
}

private let columns = "key, body, content_type, entity_tag, last_modified"
