internal import Base

/// Client credentials in the store.
extension SQLiteFile {
    func credentials(
        serviceURL: String, statementDigest: String
    ) throws(SQLiteError) -> ClientCredentials? {
        try rows(
            "SELECT \(columns) FROM credentials WHERE service_url = ? AND statement_digest = ?",
            [.text(serviceURL), .text(statementDigest)], credentials
        ).first
    }

    /// All of them with their keys.
    func allCredentials() throws(SQLiteError) -> [(serviceURL: String, digest: String, value: ClientCredentials)] {
        try rows("SELECT \(columns) FROM credentials") { (row) throws(SQLiteError) in
            (try row.text(0), try row.text(1), try credentials(row))
        }
    }

    func save(
        _ credentials: ClientCredentials?, serviceURL: String, statementDigest: String
    ) throws(SQLiteError) {
        let key: [SQLiteValue] = [.text(serviceURL), .text(statementDigest)]
        guard let credentials else {
            try run("DELETE FROM credentials WHERE service_url = ? AND statement_digest = ?", key)
            return try removeTokensOfForgottenClients()
        }
        try run(
            "INSERT OR REPLACE INTO credentials (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?)",
            key + [
                .text(credentials.clientID), .text(credentials.clientSecret.exposed),
                .integer(orNull: credentials.secretExpires?.milliseconds),
                .text(orNull: credentials.accessToken?.exposed),
                .integer(orNull: credentials.accessTokenExpires?.milliseconds),
            ])
        try removeTokensOfForgottenClients()
    }

    private func credentials(_ row: SQLiteRow) throws(SQLiteError) -> ClientCredentials {
        ClientCredentials(
            clientID: try row.text(2), clientSecret: Secret(try row.text(3)),
            secretExpires: try row.optionalInteger(4).map(Timestamp.init(milliseconds:)),
            accessToken: try row.optionalText(5).map(Secret.init),
            accessTokenExpires: try row.optionalInteger(6).map(Timestamp.init(milliseconds:)))
    }
}

private let columns =
    "service_url, statement_digest, client_id, client_secret, secret_expires, access_token, access_token_expires"
