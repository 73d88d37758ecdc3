import Base
import Foundation

@testable import EntitlementStore

extension FuzzTarget {
    /// A store's file, opened under each check.
    ///
    /// An input is the file itself; or, after a line `sql` or `first`, statements run on a good store or one of version 1;
    /// or, after a line `edit`, lines of an offset and hexadecimal bytes put there, in a good store.
    static let store = FuzzTarget("store", longestInput: 16 << 10) { input in
        guard let file = try StoreFixture.file(from: input) else { return }
        try untouched(file)
        try checked(file)
        try cleared(file)
    }

    /// `none`: whatever the bytes, nothing is deleted.
    private static func untouched(_ file: Data) throws {
        let folder = try StoreFolder(holding: file)
        let store = folder.store(.none)
        var codes: Set<StoreError.Code> = []
        note(&codes) { () throws(StoreError) in _ = try store.tokens(requestor: "NORTHSTAR", service: .restV1) }
        note(&codes) { () throws(StoreError) in
            _ = try store.credentials(serviceURL: "https://api.example", statementDigest: "d1")
        }
        note(&codes) { () throws(StoreError) in _ = try store.configuration(key: "k") }
        let kept = try folder.contents()
        if !kept.contains(file) {
            // Version 1 is taken over, and may be found damaged then: all its tokens are there still.
            try hold(StoreFixture.version(of: file) == 1, "reading under `none` lost the file's content")
            let before = try StoreFixture.tokens(in: file)
            let after = kept.compactMap { try? StoreFixture.tokens(in: $0) }
            try hold(after.contains(before), "a token of version 1 is lost")
        }
        if codes.contains(.newerVersion) {
            try hold(kept == [file], "a newer version's file was not left alone")
        }
        var id: Secret?
        note(&codes) { () throws(StoreError) in id = try store.deviceID() }
        if let id {
            try hold(DeviceID.isUsable(id.exposed), "a device id that is none")
            var again: Secret?
            note(&codes) { () throws(StoreError) in again = try store.deviceID() }
            try hold(again == id, "a second call gives another device id")
        }
        try hold(!codes.contains(.unwritable), "a damaged file is taken for a full disk")
    }

    /// `all`: what is left can be used, unless it is a newer version's.
    private static func checked(_ file: Data) throws {
        let folder = try StoreFolder(holding: file)
        let store = folder.store(.all)
        do throws(StoreError) {
            _ = try store.deviceID()
            _ = try store.tokens(requestor: "NORTHSTAR", service: .restV1)
        } catch {
            try hold(error.code != .corrupt, "the check leaves a corrupt store: \(error.message)")
            if error.code == .newerVersion {
                try hold(try folder.contents() == [file], "the check touches a newer version's file")
            }
        }
    }

    /// `clear`: empty, whatever it was.
    private static func cleared(_ file: Data) throws {
        let store = try StoreFolder(holding: file).store(.clear)
        let token = StoreFixture.token("SOUTHSTAR", "WestCable")
        do {
            let left = try store.tokens(requestor: "NORTHSTAR", service: .restV1)
            try hold(left.isEmpty, "a cleared store has a token")
            try store.save(token)
            let saved = try store.tokens(requestor: "SOUTHSTAR", service: .restV1)
            try hold(saved == [token], "a cleared store does not keep what is saved")
        } catch let error as StoreError {
            throw Broken(description: "a store cannot be cleared: \(error)")
        }
    }

    private static func note(_ codes: inout Set<StoreError.Code>, _ call: () throws(StoreError) -> Void) {
        do throws(StoreError) { try call() } catch { codes.insert(error.code) }
    }
}

/// A good store, and what inputs make of it.
private enum StoreFixture {
    static let name = "adbe.northstar.fuzz"

    static func token(_ requestor: String, _ mvpd: String) -> AuthenticationToken {
        AuthenticationToken(
            requestor: requestor, mvpd: mvpd, kind: .partner, service: .restV1,
            expires: Timestamp(milliseconds: 1_796_040_000_000), userID: Secret("u-81"), deviceID: Secret("device-1"),
            platformProviderID: "northcable_apple", serviceURL: "https://api.example",
            metadata: Data("{\"zip\":\"12345\"}".utf8))
    }

    /// Its bytes, made once.
    static let good = Result {
        let folder = try StoreFolder(holding: nil)
        try folder.fill()
        let path = folder.path
        try SQLiteFile(path: path).execute("UPDATE device SET id = 'device-1'")
        return try Data(contentsOf: URL(filePath: path))
    }

    /// One of version 1, which had no authorizations and no source of a token.
    private static let first = Result {
        let table = storeSchema.tables.first { $0.name == "token" }?.sql.replacing("    source TEXT,\n", with: "") ?? ""
        let columns =
            "saved, requestor, mvpd, service, kind, expires, user_id, device_id, platform_provider_id, service_url, metadata"
        let file = try changed(
            try good.get(),
            by: """
                DROP TABLE authorization; ALTER TABLE token RENAME TO token_2; \(table);
                INSERT INTO token SELECT \(columns) FROM token_2; DROP TABLE token_2; PRAGMA user_version = 1
                """)
        return file ?? Data()
    }

    /// The version a file says it has.
    static func version(of file: Data) -> UInt32 {
        file.count < 64 ? 0 : file[60..<64].reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The tokens of a good file, by what they are kept for.
    static func tokens(in file: Data) throws -> [String] {
        let folder = try StoreFolder(holding: file)
        return try SQLiteFile(path: folder.path).rows(
            "SELECT requestor || ' ' || mvpd || ' ' || service || ' ' || expires FROM token ORDER BY saved"
        ) { (row) throws(SQLiteError) in try row.optionalText(0) ?? "" }
    }

    /// The file an input stands for; nil when it stands for none.
    static func file(from input: Data) throws -> Data? {
        if let script = input.after("sql\n") { return try changed(try good.get(), by: script.text) }
        if let script = input.after("first\n") { return try changed(try first.get(), by: script.text) }
        if let edits = input.after("edit\n") { return edited(try good.get(), edits.text) }
        return input
    }

    /// Statements cannot reach other files or go on for ever.
    private static func changed(_ file: Data, by script: String) throws -> Data? {
        let lower = script.lowercased()
        let barred = [
            "attach", "vacuum", "recursive", "randomblob", "zeroblob", "journal_mode", "wal", "mmap", "cache",
        ]
        if barred.contains(where: lower.contains) || script.utf8.contains(0) { return nil }
        let folder = try StoreFolder(holding: file)
        run(script, at: folder.path)
        return try Data(contentsOf: URL(filePath: folder.path))
    }

    /// Whatever becomes of it, the file is closed afterwards.
    private static func run(_ script: String, at path: String) {
        try? SQLiteFile(path: path).execute(script)
    }

    private static func edited(_ file: Data, _ edits: String) -> Data {
        var file = [UInt8](file)
        for line in edits.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard let offset = words.first.flatMap({ Int($0) }), offset >= 0 else { continue }
            for (place, word) in words.dropFirst().enumerated() {
                guard let byte = UInt8(word, radix: 16), offset < file.count - place else { continue }
                file[offset + place] = byte
            }
        }
        return Data(file)
    }
}

/// A folder with one store, gone with this object.
private final class StoreFolder {
    let folder: URL
    var path: String { folder.appending(path: storeFileName(applicationID: StoreFixture.name)).path }

    init(holding file: Data?) throws {
        // In memory where there is such a place: the disk is not what is looked at.
        let base = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
        folder = URL(filePath: base).appending(path: "accessenabler-fuzz-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        if let file { try file.write(to: URL(filePath: path)) }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func store(_ check: StorageIntegrityCheck) -> SQLiteTokenStore {
        SQLiteTokenStore(
            directory: folder.path, applicationID: StoreFixture.name, integrityCheck: check, log: NoLog())
    }

    /// Something in every table.
    func fill() throws {
        let store = store(.none)
        _ = try store.deviceID()
        for requestor in ["NORTHSTAR", "SOUTHSTAR"] {
            for mvpd in ["NorthCable", "EastFiber"] { try store.save(StoreFixture.token(requestor, mvpd)) }
        }
        try store.save(
            ClientCredentials(clientID: "c-1", clientSecret: Secret("s-1")), serviceURL: "https://api.example",
            statementDigest: "d1")
        try store.save(
            CachedConfiguration(
                body: Data("{\"mvpds\":[]}".utf8), contentType: "application/json", entityTag: "\"1\"",
                lastModified: nil), key: "k")
    }

    /// What the databases hold, the one in use and those set aside.
    func contents() throws -> [Data] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { url in ![".lock", ".gate", "-journal", "-wal", "-shm"].contains { url.path.hasSuffix($0) } }
            .map { try Data(contentsOf: $0) }
    }
}

private struct NoLog: LogSink {
    func log(_ level: LogLevel, category: String, _ message: @autoclosure () -> String) {}
}

extension Data {
    fileprivate func after(_ mark: String) -> Data? {
        starts(with: Data(mark.utf8)) ? Data(dropFirst(mark.utf8.count)) : nil
    }
}
