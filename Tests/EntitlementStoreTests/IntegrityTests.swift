import Base
import Foundation
import TestSupport
import Testing

@testable import EntitlementStore

/// What the integrity checks do to a store whose file is sound (I2).
final class IntegrityTests {
    let scratch = Scratch()

    @Test("I2: none and all leave a valid store as it is", arguments: [StorageIntegrityCheck.none, .all])
    func valid(_ check: StorageIntegrityCheck) throws {
        let device = try fill()
        let log = RecordingLog()
        let store = scratch.store(check, log: log)
        #expect(try store.deviceID() == device)
        #expect(try store.tokens(requestor: "requestor", service: .restV1) == [token(metadata: metadata)])
        #expect(try store.credentials(serviceURL: "u", statementDigest: "s") != nil)
        #expect(try store.configuration(key: "k") != nil)
        #expect(log.lines.isEmpty)
    }

    @Test("I2: clear clears all, device id included")
    func clear() throws {
        let device = try fill()
        let store = scratch.store(.clear)
        #expect(try store.tokens(requestor: "requestor", service: .restV1).isEmpty)
        #expect(try store.credentials(serviceURL: "u", statementDigest: "s") == nil)
        #expect(try store.configuration(key: "k") == nil)
        #expect(try store.deviceID() != device)
    }

    @Test("I2: the check runs once an object, and undoes nothing written later")
    func once() throws {
        try fill()
        let clearing = scratch.store(.clear)
        try clearing.removeAllTokens()
        let other = scratch.store()
        try other.save(token("requestor", "later"))
        #expect(try clearing.tokens(requestor: "requestor", service: .restV1).map(\.mvpd) == ["later"])
        // Nor when the file is another one.
        try FileManager.default.removeItem(atPath: scratch.path())
        try other.save(token("requestor", "latest"))
        #expect(try clearing.tokens(requestor: "requestor", service: .restV1).map(\.mvpd) == ["latest"])
    }

    @Test("I2: users of a cleared store go on", arguments: [StorageIntegrityCheck.all, .clear])
    func othersGoOn(_ check: StorageIntegrityCheck) throws {
        try fill()
        let other = scratch.store()
        let device = try other.deviceID()
        try scratch.rawFile().run("UPDATE token SET mvpd = ''")
        let store = scratch.store(check)
        try store.save(token("requestor", "new"))
        #expect(try other.tokens(requestor: "requestor", service: .restV1).map(\.mvpd) == ["new"])
        #expect(try other.deviceID() != device)
        #expect(try other.deviceID() == store.deviceID())
    }

    /// SQL that makes one value invalid without harming the file.
    static let invalid = [
        "UPDATE device SET id = ''", "UPDATE device SET id = x'6161'", "UPDATE device SET id = CAST(x'FF' AS TEXT)",
        "UPDATE token SET requestor = ''", "UPDATE token SET mvpd = x'00'", "UPDATE token SET kind = 'other'",
        "UPDATE token SET service = 'restV9'", "UPDATE token SET expires = 'soon'", "UPDATE token SET expires = 1.5",
        "UPDATE token SET user_id = x'00'", "UPDATE token SET device_id = ''", "UPDATE token SET service_url = ''",
        "UPDATE token SET platform_provider_id = CAST(x'C328' AS TEXT)",
        "UPDATE token SET metadata = '{}'", "UPDATE token SET metadata = x'7B'", "UPDATE token SET metadata = x''",
        "UPDATE token SET metadata = x'5B5D'", "UPDATE token SET metadata = CAST('{\"a\":[1,{\"b\":nul}]}' AS BLOB)",
        "UPDATE token SET metadata = CAST('{\"a\":\"\\q\"}' AS BLOB)",
        "UPDATE token SET metadata = x'7B2261223A22FF227D'",
        "UPDATE credentials SET client_id = ''", "UPDATE credentials SET client_secret = ''",
        "UPDATE credentials SET secret_expires = 'never'", "UPDATE credentials SET access_token = x'00'",
        "UPDATE configuration SET body = 'text'", "UPDATE configuration SET entity_tag = x'00'",
        "UPDATE configuration SET key = x'00'", "UPDATE configuration SET key = ''",
        "UPDATE credentials SET service_url = x'00'", "UPDATE credentials SET statement_digest = ''",
    ]

    @Test("I2: all clears the store for any invalid value", arguments: invalid)
    func invalidValue(_ sql: String) throws {
        let device = try fill()
        try scratch.rawFile().run(sql)
        let log = RecordingLog()
        let store = scratch.store(.all, log: log)
        #expect(try store.tokens(requestor: "requestor", service: .restV1).isEmpty)
        #expect(try store.credentials(serviceURL: "u", statementDigest: "s") == nil)
        #expect(try store.configuration(key: "k") == nil)
        #expect(try store.deviceID() != device)
        #expect(log.lines.count == 1)
    }

    @Test("I2: all really tries a write")
    func probe() throws {
        try fill()
        let before = try changeCounter()
        _ = try scratch.store(.none).tokens(requestor: "requestor", service: .restV1)
        #expect(try changeCounter() == before)
        _ = try scratch.store(.all).tokens(requestor: "requestor", service: .restV1)
        #expect(try changeCounter() != before)
    }

    @Test("I2: a full disk is told, and clears nothing")
    func noRoom() throws {
        try fill()
        let cramped = try Neighbour("cramped-all", scratch)
        try cramped.go()
        #expect(cramped.end().lines == ["read unwritable", "write unwritable"])
        #expect(try scratch.store().tokens(requestor: "requestor", service: .restV1) == [token(metadata: metadata)])
    }

    @Test("I2: clear clears on a full disk too")
    func clearWithoutRoom() throws {
        try fill()
        let cramped = try Neighbour("cramped-clear", scratch)
        try cramped.go()
        #expect(cramped.end().lines == ["read unwritable", "write unwritable"])
        #expect(try scratch.store().tokens(requestor: "requestor", service: .restV1).isEmpty)
    }

    @Test("I2: an index that misses its rows is found")
    func brokenIndex() throws {
        let device = try fill()
        // The index of another, empty table in place of the tokens' own: each is sound in itself.
        try scratch.rawFile().execute(
            """
            CREATE TABLE spare (requestor, mvpd, service, UNIQUE (requestor, mvpd, service));
            PRAGMA writable_schema = ON;
            UPDATE sqlite_master
            SET rootpage = (SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_spare_1')
            WHERE name = 'sqlite_autoindex_token_1';
            DELETE FROM sqlite_master WHERE tbl_name = 'spare'
            """)
        #expect(try scratch.store(.all).deviceID() != device)
    }

    private let metadata = #"{"zip":"12345","n":[1,2.5e3,true,null,{"ü":"\n"}]}"#

    /// A store with a value of each sort; returns its device id.
    @discardableResult
    private func fill() throws -> Secret {
        let store = scratch.store()
        try store.save(token(metadata: metadata))
        try store.save(
            ClientCredentials(clientID: "c", clientSecret: Secret("s")), serviceURL: "u", statementDigest: "s")
        try store.save(
            CachedConfiguration(body: Data("<a/>".utf8), contentType: "text/xml", entityTag: nil, lastModified: nil),
            key: "k")
        return try store.deviceID()
    }

    /// SQLite counts here the transactions that changed the file.
    private func changeCounter() throws -> Data {
        try Data(contentsOf: URL(filePath: scratch.path()))[24..<28]
    }
}
