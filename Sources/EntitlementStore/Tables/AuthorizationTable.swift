internal import Base

/// Authorizations in the store, each with its token.
extension SQLiteFile {
    func authorization(
        of resource: String, under token: AuthenticationToken
    ) throws(SQLiteError) -> AuthorizationToken? {
        try rows(
            "SELECT \(columns) FROM authorization WHERE resource = ? AND token = \(thisToken)",
            [.text(resource)] + identity(of: token), authorization
        ).first
    }

    /// All of them.
    func allAuthorizations() throws(SQLiteError) -> [AuthorizationToken] {
        try rows("SELECT \(columns) FROM authorization", [], authorization)
    }

    func save(
        _ authorization: AuthorizationToken, under token: AuthenticationToken, at now: Timestamp
    ) throws(SQLiteError) {
        try run(
            "DELETE FROM authorization WHERE expires <= ? AND token = \(thisToken)",
            [.integer(now.milliseconds)] + identity(of: token))
        // From the token's row: where that is gone, nothing is kept.
        try run(
            "INSERT OR REPLACE INTO authorization (token, \(columns)) SELECT saved, ?, ?, ? FROM token WHERE \(isIdentical)",
            [
                .text(authorization.resource), .integer(authorization.expires.milliseconds),
                .text(authorization.source.rawValue),
            ] + identity(of: token))
    }

    func removeAuthorization(of resource: String, under token: AuthenticationToken) throws(SQLiteError) {
        try run(
            "DELETE FROM authorization WHERE resource = ? AND token = \(thisToken)",
            [.text(resource)] + identity(of: token))
    }

    private func authorization(_ row: SQLiteRow) throws(SQLiteError) -> AuthorizationToken {
        guard let source = AuthorizationToken.Source(rawValue: try row.text(2)) else {
            throw SQLiteError(.damaged, "an authorization of an unknown source is stored")
        }
        return AuthorizationToken(
            resource: try row.text(0), expires: Timestamp(milliseconds: try row.integer(1)), source: source)
    }
}

private let columns = "resource, expires, source"
/// With the values of `identity(of:)`.
private let thisToken = "(SELECT saved FROM token WHERE \(isIdentical))"
