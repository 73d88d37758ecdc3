internal import Base
internal import FoundationEssentials

/// Authentication tokens in the store.
extension SQLiteFile {
    func tokens(
        requestor: String, service: AuthenticationToken.Service
    ) throws(SQLiteError) -> [AuthenticationToken] {
        try rows(
            "SELECT \(tokenColumns) FROM token WHERE requestor = ? AND service = ? ORDER BY saved DESC",
            [.text(requestor), .text(service.rawValue)], token)
    }

    func allTokens() throws(SQLiteError) -> [AuthenticationToken] {
        try rows("SELECT \(tokenColumns) FROM token", [], token)
    }

    func save(_ token: AuthenticationToken) throws(SQLiteError) {
        let clientID = SQLiteValue.text(orNull: token.clientID)
        // A new row, so that it gets a new `saved`.
        let saved = try run(
            """
            INSERT OR REPLACE INTO token (\(tokenColumns)) SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?
            WHERE ? IS NULL OR EXISTS (SELECT 1 FROM credentials WHERE client_id = ?)
            """,
            identity(of: token) + [.text(token.source.rawValue), clientID, .blob(orNull: token.metadata)]
                + [clientID, clientID])
        if saved == 0 { throw SQLiteError(.other, "the client credentials the token belongs to are gone") }
    }

    func saveMetadata(_ metadata: Data?, of token: AuthenticationToken) throws(SQLiteError) {
        try run(
            "UPDATE token SET metadata = ? WHERE \(isIdentical)", [.blob(orNull: metadata)] + identity(of: token))
    }

    func remove(_ token: AuthenticationToken) throws(SQLiteError) {
        try run(
            "DELETE FROM token WHERE requestor = ? AND mvpd = ? AND service = ?",
            [.text(token.requestor), .text(token.mvpd), .text(token.service.rawValue)])
    }

    func removeTokens(notBoundTo deviceID: Secret) throws(SQLiteError) -> Int {
        try run("DELETE FROM token WHERE device_id <> ?", [.text(deviceID.exposed)])
    }

    /// A token of REST API V2 is worth nothing without the client credentials it was got with.
    func removeTokensOfForgottenClients() throws(SQLiteError) {
        try run(
            """
            DELETE FROM token WHERE service = ? AND (client_id IS NULL OR client_id NOT IN
            (SELECT client_id FROM credentials))
            """, [.text(AuthenticationToken.Service.restV2.rawValue)])
    }

    func removeAllTokens() throws(SQLiteError) {
        try run("DELETE FROM token")
    }

    /// The values of `isIdentical`.
    func identity(of token: AuthenticationToken) -> [SQLiteValue] {
        [
            .text(token.requestor), .text(token.mvpd), .text(token.service.rawValue), .text(token.kind.rawValue),
            .integer(token.expires.milliseconds), .text(orNull: token.userID?.exposed),
            .text(token.deviceID.exposed), .text(orNull: token.platformProviderID), .text(token.serviceURL),
        ]
    }

    private func token(_ row: SQLiteRow) throws(SQLiteError) -> AuthenticationToken {
        guard let service = AuthenticationToken.Service(rawValue: try row.text(2)),
            let kind = AuthenticationToken.Kind(rawValue: try row.text(3))
        else { throw SQLiteError(.damaged, "a token of an unknown kind is stored") }
        let source = try row.optionalText(9).map { (text) throws(SQLiteError) in
            guard let source = AuthenticationToken.Source(rawValue: text) else {
                throw SQLiteError(.damaged, "a token of an unknown source is stored")
            }
            return source
        }
        return AuthenticationToken(
            requestor: try row.text(0), mvpd: try row.text(1), kind: kind, service: service,
            expires: Timestamp(milliseconds: try row.integer(4)), userID: try row.optionalText(5).map(Secret.init),
            deviceID: Secret(try row.text(6)), platformProviderID: try row.optionalText(7),
            serviceURL: try row.text(8), source: source, clientID: try row.optionalText(10),
            metadata: try row.optionalBlob(11))
    }
}

/// The row of one token and no other, by all that never changes of it.
let isIdentical = """
    requestor = ? AND mvpd = ? AND service = ? AND kind = ? AND expires = ? AND user_id IS ? AND device_id = ?
    AND platform_provider_id IS ? AND service_url = ?
    """

/// In the order of `identity(of:)`, then source, client and metadata.
private let tokenColumns = """
    requestor, mvpd, service, kind, expires, user_id, device_id, platform_provider_id, service_url, source,
    client_id, metadata
    """
