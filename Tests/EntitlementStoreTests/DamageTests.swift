import Base
import Foundation
import TestSupport
import Testing

@testable import EntitlementStore

/// Damaged stores, under each integrity check.
final class DamageTests {
    /// Ways a store gets damaged.
    enum Damage: CaseIterable {
        case noBytes, randomBytes, text, cutAtHalf, cutInTheHeader, noTable, noColumn, otherDatabase, brokenPage,
            wrongType

        /// Whether it shows in the file's structure, not in a value alone.
        var isStructural: Bool { self != .wrongType }
    }

    let scratch = Scratch()

    @Test("S03: without a check the damaged file is kept aside and an empty store begins", arguments: Damage.allCases)
    func setAside(_ damage: Damage) throws {
        try damageAFullStore(damage)
        let damaged = try Data(contentsOf: URL(filePath: scratch.path()))
        let log = RecordingLog()
        let store = scratch.store(log: log)
        #expect(try store.tokens(requestor: "requestor", service: .restV1).isEmpty)
        try store.save(token("requestor", "new"))
        #expect(try store.tokens(requestor: "requestor", service: .restV1) == [token("requestor", "new")])

        let name = URL(filePath: scratch.path()).lastPathComponent + ".corrupt-1"
        #expect(try scratch.setAside() == [name])
        #expect(try Data(contentsOf: URL(filePath: scratch.directory + "/" + name)) == damaged)
        #expect(try mode(scratch.directory + "/" + name) == 0o600)
        #expect(log.lines.count == 1 && log.lines[0].contains(name))
        #expect(try scratch.store().tokens(requestor: "requestor", service: .restV1) == [token("requestor", "new")])
    }

    @Test("S03: a write meets the damage", arguments: Damage.allCases.filter { $0 != .brokenPage && $0 != .wrongType })
    func setAsideByAWrite(_ damage: Damage) throws {
        try damageAFullStore(damage)
        let store = scratch.store()
        try store.save(token("requestor", "new"))
        #expect(try store.tokens(requestor: "requestor", service: .restV1) == [token("requestor", "new")])
        #expect(try scratch.setAside().count == 1)
    }

    @Test("S03, I2: the checks clear a damaged store", arguments: Damage.allCases, [StorageIntegrityCheck.all, .clear])
    func cleared(_ damage: Damage, _ check: StorageIntegrityCheck) throws {
        let device = try damageAFullStore(damage)
        let store = scratch.store(check)
        #expect(try store.tokens(requestor: "requestor", service: .restV1).isEmpty)
        #expect(try store.credentials(serviceURL: "u", statementDigest: "s") == nil)
        #expect(try store.deviceID() != device)
        try store.save(token("requestor", "new"))
        #expect(try scratch.store().tokens(requestor: "requestor", service: .restV1) == [token("requestor", "new")])
        #expect(try scratch.setAside().isEmpty, "cleared is cleared")
    }

    @Test("S03: damage met by a store in use")
    func damagedInUse() throws {
        let store = scratch.store()
        try store.save(token())
        try scratch.rawFile().execute("DROP TABLE token")
        #expect(try store.tokens(requestor: "requestor", service: .restV1).isEmpty)
        try store.save(token())
        #expect(try store.tokens(requestor: "requestor", service: .restV1) == [token()])
        #expect(try scratch.setAside().count == 1)
    }

    @Test func aJournalGoesAsideWithItsFile() throws {
        try damageAFullStore(.randomBytes)
        // Starting with a zero, so that SQLite itself does not take it for one to roll back.
        let journal = Data([0]) + Data("left over".utf8)
        try journal.write(to: URL(filePath: scratch.path() + "-journal"))
        try scratch.store().save(token())
        let aside = URL(filePath: scratch.path() + ".corrupt-1-journal")
        #expect(try Data(contentsOf: aside) == journal)
        #expect(try mode(aside.path) == 0o600)
        #expect(try scratch.store().tokens(requestor: "requestor", service: .restV1) == [token()])
    }

    @Test func aJournalWithoutItsFileHarmsNothing() throws {
        // A journal that would write pages of the old store into the new one.
        let raw = try copyOfAHotJournal()
        try FileManager.default.removeItem(atPath: scratch.path())
        try raw.write(to: URL(filePath: scratch.path() + "-journal"))
        try scratch.store().save(token("requestor", "new"))
        #expect(try scratch.store().tokens(requestor: "requestor", service: .restV1) == [token("requestor", "new")])
        #expect(try scratch.setAside().isEmpty)
    }

    @Test func threeAreKeptTheLatest() throws {
        for round in 1...5 {
            try damageAFullStore(.text, "damage \(round)")
            try scratch.store().save(token())
        }
        let name = URL(filePath: scratch.path()).lastPathComponent
        #expect(try scratch.setAside() == (3...5).map { "\(name).corrupt-\($0)" })
        for round in 3...5 {
            let kept = try Data(contentsOf: URL(filePath: "\(scratch.path()).corrupt-\(round)"))
            #expect(kept == Data("damage \(round)".utf8))
        }
        try scratch.store(.clear).removeAllTokens()
        #expect(try scratch.setAside().isEmpty)
    }

    @Test("Of many users that meet the damage one sets it aside, and nothing saved since is lost")
    func race() async throws {
        for round in 1...5 {
            try damageAFullStore(.randomBytes)
            let stores = (0..<4).map { _ in scratch.store() }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (number, store) in stores.enumerated() {
                    group.addTask { try store.save(token("requestor", "mvpd-\(number)")) }
                }
                try await group.waitForAll()
            }
            let stored = try scratch.store().tokens(requestor: "requestor", service: .restV1)
            #expect(Set(stored.map(\.mvpd)) == ["mvpd-0", "mvpd-1", "mvpd-2", "mvpd-3"])
            #expect(try scratch.setAside().last?.hasSuffix(".corrupt-\(round)") == true)
        }
    }

    @Test("Processes that meet the damage together lose nothing")
    func raceOfProcesses() throws {
        try damageAFullStore(.cutAtHalf)
        let neighbours = try (0..<4).map { _ in try Neighbour("device", scratch) }
        for neighbour in neighbours { try neighbour.go() }
        let ids = neighbours.map { $0.end().lines }
        #expect(ids == Array(repeating: [try scratch.store().deviceID().exposed], count: 4))
        #expect(try scratch.setAside().count == 1)
    }

    @Test("A store whose file was replaced, or removed, goes on with the new one")
    func replaced() throws {
        let early = scratch.store()
        try early.save(token())
        try damageAFullStore(.randomBytes)
        try scratch.store().save(token("requestor", "other"))
        #expect(try early.tokens(requestor: "requestor", service: .restV1) == [token("requestor", "other")])
        try early.save(token("requestor", "more"))
        #expect(try scratch.store().tokens(requestor: "requestor", service: .restV1).count == 2)

        try FileManager.default.removeItem(atPath: scratch.directory)
        try early.save(token())
        #expect(try scratch.store().tokens(requestor: "requestor", service: .restV1) == [token()])
    }

    /// Fills a store, damages it, and returns the device id it had.
    @discardableResult
    private func damageAFullStore(_ damage: Damage, _ text: String = "not a database") throws -> Secret {
        let store = scratch.store()
        let device = try store.deviceID()
        for number in 0..<40 {
            try store.save(token("requestor", "mvpd-\(number)", provider: String(repeating: "p", count: 1000)))
        }
        try store.save(
            ClientCredentials(clientID: "c", clientSecret: Secret("s")), serviceURL: "u", statementDigest: "s")
        let url = URL(filePath: scratch.path())
        var content = try Data(contentsOf: url)
        switch damage {
        case .noBytes: content = Data()
        case .randomBytes:
            var random = SystemRandomNumberGenerator()
            content = Data((0..<content.count).map { _ in UInt8.random(in: 0...255, using: &random) })
        case .text: content = Data(text.utf8)
        case .cutAtHalf: content = content.prefix(content.count / 2)
        case .cutInTheHeader: content = content.prefix(50)
        case .brokenPage:
            // All pages but the first: the root pages of the tables.
            for index in 4096..<content.count { content[index] = 0xA5 }
        case .noTable, .noColumn, .otherDatabase, .wrongType:
            try scratch.rawFile().execute(damage.sql)
            return device
        }
        try content.write(to: url)
        return device
    }

    private func copyOfAHotJournal() throws -> Data {
        try damageAFullStore(.wrongType)
        let raw = try scratch.rawFile()
        try raw.execute("PRAGMA cache_size = 1; BEGIN IMMEDIATE; UPDATE token SET mvpd = mvpd || 'x'")
        defer { try? raw.execute("ROLLBACK") }
        return try Data(contentsOf: URL(filePath: scratch.path() + "-journal"))
    }
}

extension DamageTests.Damage {
    fileprivate var sql: String {
        switch self {
        case .noTable: "DROP TABLE credentials"
        case .noColumn: "ALTER TABLE token DROP COLUMN metadata"
        case .otherDatabase:
            """
            DROP TABLE token; DROP TABLE device; DROP TABLE credentials; DROP TABLE configuration;
            PRAGMA user_version = 0; CREATE TABLE other (x)
            """
        default: "UPDATE token SET expires = 'soon'"
        }
    }
}
