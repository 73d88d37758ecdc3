internal import Base
internal import FoundationEssentials

/// The storage integrity check at work (I2).
extension SharedSQLiteFile {
    /// Carries the check out. Throws while it cannot be, and then it is still due.
    func carryOut(_ check: StorageIntegrityCheck) throws(SQLiteError) {
        switch check {
        case .none:
            return
        case .all:
            try exclusively(discardOn: failures) { (file) throws(SQLiteError) in
                try file.probeWrite()
                try file.checkStructure()
                do throws(SQLiteError) {
                    try file.validateValues()
                } catch {
                    guard error.kind == .damaged else { throw error }
                    // The file itself is sound: users of it in other processes can stay.
                    try storeSchema.recreate(in: file)
                    note("the store is cleared: \(error.message)")
                }
            }
        case .clear:
            try removeDamagedFiles()
            // With no room to clear it in place it is removed, even if no new one can be begun then.
            try exclusively(discardOn: failures.union([.newerVersion, .full])) { (file) throws(SQLiteError) in
                try storeSchema.recreate(in: file)
            }
        }
    }
}

/// What clears the store. Not: held elsewhere, no room, out of memory; they say nothing about it.
private let failures: Set<SQLiteError.Kind> = [.damaged, .cannotOpen, .inputOutput, .readOnly]

extension SQLiteFile {
    /// Writes for real: the change counter in the file's header goes up at the commit.
    fileprivate func probeWrite() throws(SQLiteError) {
        try run("PRAGMA user_version = \(storeSchema.version)")
    }

    fileprivate func checkStructure() throws(SQLiteError) {
        let findings = try rows("PRAGMA integrity_check(1)") { (row) throws(SQLiteError) in try row.text(0) }
        guard findings == ["ok"] else { throw SQLiteError(.damaged, "the integrity check failed") }
    }

    /// Reads everything; types and encoding are checked by reading.
    fileprivate func validateValues() throws(SQLiteError) {
        if case .unusable = try storedDeviceID() { throw SQLiteError(.damaged, "the device id is not usable") }
        for token in try allTokens() {
            let ids = [token.requestor, token.mvpd, token.deviceID.exposed, token.serviceURL]
            guard ids.allSatisfy({ !$0.isEmpty }), token.metadata.map(isJSONObject) ?? true else {
                throw SQLiteError(.damaged, "a token with an empty id or unreadable metadata is stored")
            }
        }
        guard try allAuthorizations().allSatisfy({ !$0.resource.isEmpty }) else {
            throw SQLiteError(.damaged, "an authorization for no resource is stored")
        }
        for (serviceURL, digest, credentials) in try allCredentials() {
            let ids = [serviceURL, digest, credentials.clientID, credentials.clientSecret.exposed]
            guard ids.allSatisfy({ !$0.isEmpty }) else {
                throw SQLiteError(.damaged, "credentials with an empty id are stored")
            }
        }
        guard try allConfigurations().allSatisfy({ !$0.key.isEmpty }) else {
            throw SQLiteError(.damaged, "a configuration without a key is stored")
        }
    }
}

private func isJSONObject(_ data: Data) -> Bool {
    (try? JSONDecoder().decode([String: WellFormed].self, from: data)) != nil
}

/// Any JSON value, looked at to its ends and forgotten.
private struct WellFormed: Decodable {
    init(from decoder: any Decoder) throws {
        if (try? [String: WellFormed](from: decoder)) != nil { return }
        if (try? [WellFormed](from: decoder)) != nil { return }
        let value = try decoder.singleValueContainer()
        if value.decodeNil() || (try? value.decode(Bool.self)) != nil || (try? value.decode(Double.self)) != nil {
            return
        }
        _ = try value.decode(String.self)
    }
}
