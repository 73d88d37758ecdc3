import Base
import Foundation
import TestSupport
import Testing

@testable import EntitlementStore

/// A store of version 1 under this version.
final class UpgradeTests {
    let scratch = Scratch()

    @Test("A store of version 1 opens with everything kept", arguments: [StorageIntegrityCheck.none, .all])
    func keepsEverything(_ check: StorageIntegrityCheck) throws {
        try FirstVersion.write(scratch)
        let log = RecordingLog()
        try expectEverything(scratch.store(check, log: log))
        #expect(log.lines.isEmpty)
        #expect(try scratch.setAside().isEmpty)
        #expect(try version() == 2)
        // As a store made by this version, to the letter.
        let (taken, made) = (try tables(), Scratch())
        try made.store().removeAllTokens()
        #expect(try taken == tables(made))
        #expect(try mode(scratch.path()) == 0o600)
    }

    @Test("A first write takes it over too")
    func byAWrite() throws {
        try FirstVersion.write(scratch)
        let store = scratch.store()
        try store.save(token("requestor", "three"))
        #expect(try store.tokens(requestor: "requestor", service: .restV1).map(\.mvpd) == ["three", "one", "two"])
        let kept = AuthorizationToken(resource: "r", expires: Timestamp(milliseconds: 2))
        try store.save(kept, under: token("requestor", "one"), at: Timestamp(milliseconds: 1))
        #expect(try store.authorization(of: "r", under: token("requestor", "one")) == kept)
    }

    @Test("Cut off in the middle, it is version 1 again, and is taken over anew")
    func interrupted() throws {
        // Enough content that the pages changed so far are in the file already, not in memory alone.
        let many = (0..<300).map {
            "('requestor', 'mvpd-\($0)', 'restV1', 'regular', 1, 'd', '\(String(repeating: "u", count: 500))')"
        }
        try FirstVersion.write(
            scratch,
            content: FirstVersion.content
                + "INSERT INTO token (requestor, mvpd, service, kind, expires, device_id, service_url) VALUES "
                + many.joined(separator: ","))
        let untouched = try Data(contentsOf: URL(filePath: scratch.path()))
        let cut = Scratch()
        try FileManager.default.createDirectory(atPath: cut.directory, withIntermediateDirectories: true)
        let raw = try scratch.rawFile()
        try raw.execute("PRAGMA cache_size = 1; BEGIN IMMEDIATE; ALTER TABLE token RENAME TO token_1")
        try raw.execute(
            "CREATE TABLE token AS SELECT * FROM token_1; DROP TABLE token_1; PRAGMA user_version = 2")
        // What a power cut would leave: file and journal as they are now.
        for end in ["", "-journal"] {
            try FileManager.default.copyItem(atPath: scratch.path() + end, toPath: cut.path() + end)
        }
        try raw.execute("ROLLBACK")
        #expect(try Data(contentsOf: URL(filePath: cut.path())) != untouched, "nothing was written yet")

        let store = cut.store()
        #expect(try store.tokens(requestor: "requestor", service: .restV1).count == 302)
        #expect(try store.deviceID() == Secret("device-of-the-field"))
        #expect(try version(cut) == 2)
        #expect(try cut.setAside().isEmpty)
    }

    @Test("Without room it stays version 1, untouched")
    func noRoom() throws {
        try FirstVersion.write(scratch)
        let before = try Data(contentsOf: URL(filePath: scratch.path()))
        let cramped = try Neighbour("cramped", scratch)
        try cramped.go()
        #expect(cramped.end().lines == ["read unwritable", "write unwritable"])
        #expect(try Data(contentsOf: URL(filePath: scratch.path())) == before)
        try expectEverything(scratch.store())
    }

    @Test("Processes that meet it together take it over once")
    func race() throws {
        try FirstVersion.write(scratch)
        let neighbours = try (0..<4).map { _ in try Neighbour("device", scratch) }
        for neighbour in neighbours { try neighbour.go() }
        #expect(neighbours.map { $0.end().lines } == Array(repeating: ["device-of-the-field"], count: 4))
        try expectEverything(scratch.store())
        #expect(try scratch.setAside().isEmpty)
    }

    @Test("A process of version 1 that has it open goes on", arguments: [true, false])
    func oldUser(_ replaces: Bool) throws {
        try FirstVersion.write(scratch)
        let old = try scratch.rawFile()
        let columns = "requestor, mvpd, service, kind, expires, device_id, service_url"
        let read = "SELECT \(columns) FROM token WHERE requestor = 'requestor' ORDER BY saved DESC"
        #expect(try old.rows(read) { (_) throws(SQLiteError) in }.count == 2)
        try expectEverything(scratch.store())
        try old.run(
            "INSERT OR REPLACE INTO token (\(columns)) VALUES (?, ?, 'restV1', 'partner', 9, 'device', 'u')",
            [.text("requestor"), .text(replaces ? "one" : "new")])
        let latest = try #require(try scratch.store().tokens(requestor: "requestor", service: .restV1).first)
        #expect(latest.mvpd == (replaces ? "one" : "new") && latest.source == .partner)
    }

    @Test("Damage in a store of version 1 is damage", arguments: StorageIntegrityCheck.allCases)
    func damaged(_ check: StorageIntegrityCheck) throws {
        try FirstVersion.write(scratch)
        try scratch.rawFile().execute("DROP TABLE credentials")
        let store = scratch.store(check)
        #expect(try store.tokens(requestor: "requestor", service: .restV1).isEmpty)
        #expect(try version() == 2)
        #expect(try scratch.setAside().count == (check == .none ? 1 : 0))
    }

    @Test("clear clears a store of version 1") func clear() throws {
        try FirstVersion.write(scratch)
        #expect(try scratch.store(.clear).tokens(requestor: "requestor", service: .restV1).isEmpty)
        #expect(try version() == 2)
    }

    private func expectEverything(_ store: SQLiteTokenStore, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let one = token("requestor", "one")
        let two = token(
            "requestor", "two", kind: .partner, userID: nil, provider: "provider", metadata: #"{"zip":"1"}"#)
        #expect(
            try store.tokens(requestor: "requestor", service: .restV1) == [one, two], sourceLocation: sourceLocation)
        #expect(one.source == .regular && two.source == .partner, sourceLocation: sourceLocation)
        #expect(
            try store.tokens(requestor: "other", service: .restV2) == [token("other", "one", service: .restV2)],
            sourceLocation: sourceLocation)
        #expect(
            try store.credentials(serviceURL: "u", statementDigest: "s")
                == ClientCredentials(
                    clientID: "client", clientSecret: Secret("secret"), accessToken: Secret("access"),
                    accessTokenExpires: Timestamp(milliseconds: 7)), sourceLocation: sourceLocation)
        #expect(
            try store.configuration(key: "k")
                == CachedConfiguration(
                    body: Data("<a/>".utf8), contentType: "text/xml", entityTag: "tag", lastModified: nil),
            sourceLocation: sourceLocation)
        #expect(try store.deviceID() == Secret("device-of-the-field"), sourceLocation: sourceLocation)
    }

    private func version(_ other: Scratch? = nil) throws -> Int64? {
        try (other ?? scratch).rawFile().rows("PRAGMA user_version") { (row) throws(SQLiteError) in try row.integer(0) }
            .first
    }

    private func tables(_ other: Scratch? = nil) throws -> Set<String> {
        let sql = try (other ?? scratch).rawFile().rows("SELECT sql FROM sqlite_master") { (row) throws(SQLiteError) in
            try row.optionalText(0)
        }
        return Set(sql.compactMap(\.self))
    }
}
