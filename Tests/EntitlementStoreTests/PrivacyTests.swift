import Base
import Foundation
import Testing

@testable import EntitlementStore

/// Where a store's files are and who can read them.
final class PrivacyTests {
    let scratch = Scratch()

    @Test func filesAndDirectoryAreTheOwnersAlone() throws {
        let deep = scratch.root + "/a/b"
        let store = SQLiteTokenStore(directory: deep, applicationID: "app", log: RecordingLog())
        try store.save(token())
        #expect(try mode(scratch.root + "/a") == 0o700)
        #expect(try mode(deep) == 0o700)
        let names = try FileManager.default.contentsOfDirectory(atPath: deep)
        #expect(names.contains(storeFileName(applicationID: "app")))
        for name in names { #expect(try mode(deep + "/" + name) == 0o600, "\(name)") }
    }

    @Test func theJournalIsTheOwnersAlone() throws {
        try scratch.store().save(token())
        let raw = try scratch.rawFile()
        try raw.write { (file) throws(SQLiteError) in
            try file.run("UPDATE token SET mvpd = 'changed'")
            #expect((try? mode(scratch.path() + "-journal")) == 0o600)
        }
    }

    @Test func constructionTouchesNothing() throws {
        for check in StorageIntegrityCheck.allCases { _ = scratch.store(check) }
        #expect(!FileManager.default.fileExists(atPath: scratch.directory))
    }

    @Test func aFileOthersCouldReadIsRestricted() throws {
        try scratch.store().save(token())
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: scratch.path())
        #expect(try scratch.store().tokens(requestor: "requestor", service: .restV1) == [token()])
        #expect(try mode(scratch.path()) == 0o600)
    }

    @Test func aDirectoryThatExistsKeepsItsMode() throws {
        try FileManager.default.createDirectory(
            atPath: scratch.directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
        try scratch.store().save(token())
        #expect(try mode(scratch.directory) == 0o755)
    }

    @Test func whatIsRemovedIsNotLeftInTheFile() throws {
        let store = scratch.store()
        let secret = "SECRET-" + UUID().uuidString
        try store.save(token(userID: secret, metadata: "{\"id\":\"\(secret)\"}"))
        #expect(try content().range(of: Data(secret.utf8)) != nil)
        try store.removeAllTokens()
        #expect(try content().range(of: Data(secret.utf8)) == nil)
    }

    @Test("Different application ids never share a file, and every id names one")
    func fileNames() throws {
        let ids = [
            "", ".", "..", "/", "../../etc/passwd", "com.example.tv", "COM.example.tv", "com/example", "com_example",
            "a\u{0}b", "a\u{0}c", "\u{E9}", "e\u{301}", "スカパー", "-journal", "x.sqlite", " ", "%2F",
            String(repeating: "a", count: 5000), String(repeating: "a", count: 5001),
        ]
        let names = ids.map(storeFileName)
        #expect(Set(names.map { Array($0.utf8) }).count == ids.count)
        for name in names {
            #expect(name.utf8.count < 200 && name.wholeMatch(of: /store-[A-Za-z0-9._]*-[0-9a-f]{64}\.sqlite/) != nil)
        }
        #expect(storeFileName(applicationID: "com.example.tv").hasPrefix("store-com.example.tv-"))
        for (number, id) in ids.enumerated() {
            try scratch.store(application: id).save(token("requestor", "mvpd-\(number)"))
        }
        for (number, id) in ids.enumerated() {
            let stored = try scratch.store(application: id).tokens(requestor: "requestor", service: .restV1)
            #expect(stored.map(\.mvpd) == ["mvpd-\(number)"])
        }
    }

    @Test("S07: what one application clears, another keeps")
    func otherApplications() throws {
        let other = scratch.store(application: "other")
        let device = try other.deviceID()
        try other.save(token())
        let mine = scratch.store(application: "app")
        try mine.save(token(deviceID: "clash"))
        #expect(try mine.removeTokens(notBoundTo: Secret("mine")) == 1)
        try mine.removeAllTokens()
        try scratch.store(.clear, application: "app").removeAllTokens()
        #expect(try other.tokens(requestor: "requestor", service: .restV1) == [token()])
        #expect(try other.deviceID() == device)
        #expect(try mine.deviceID() != device)
    }

    private func content() throws -> Data {
        try Data(contentsOf: URL(filePath: scratch.path()))
    }
}
