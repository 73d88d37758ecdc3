import Base
import Foundation
import TestSupport
import Testing

@testable import AuthenticationServices

@Suite("Keychains")
struct KeychainTests {
    private static func keychains() throws -> [(any KeychainStorage, TemporaryDirectory)] {
        let directory = try TemporaryDirectory()
        return [
            (InMemoryKeychain(), directory),
            (SQLiteKeychain(path: directory.path(of: "a/b/keychain.sqlite3")), directory),
        ]
    }

    @Test("AS.KC1: kept, replaced, listed and forgotten, by bytes")
    func storage() throws {
        for (keychain, _) in try Self.keychains() {
            #expect(try keychain.secret(service: "s", account: "a") == nil)
            #expect(try !keychain.remove(service: "s", account: "a"))
            try keychain.save(Secret("1"), service: "s", account: "a")
            try keychain.save(Secret("2"), service: "s", account: "\u{E9}")
            try keychain.save(Secret("3"), service: "s", account: "e\u{301}")
            try keychain.save(Secret("4"), service: "t", account: "a")
            try keychain.save(Secret("5"), service: "s", account: "a")
            #expect(try keychain.secret(service: "s", account: "a") == Secret("5"))
            #expect(try keychain.secret(service: "s", account: "\u{E9}") == Secret("2"))
            #expect(
                try keychain.accounts(service: "s").map { Array($0.utf8) }
                    == ["a", "e\u{301}", "\u{E9}"].map { Array($0.utf8) })
            #expect(try keychain.remove(service: "s", account: "a"))
            #expect(try keychain.secret(service: "s", account: "a") == nil)
            #expect(try keychain.secret(service: "t", account: "a") == Secret("4"))
        }
    }

    @Test("AS.KC2: the file is for its owner alone, and what is removed is not in it")
    func file() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path(of: "keys/keychain.sqlite3")
        let keychain = SQLiteKeychain(path: path)
        try keychain.save(Secret("a-secret-nobody-reads"), service: "s", account: "a")
        let manager = FileManager.default
        #expect(try manager.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        #expect(try manager.attributesOfItem(atPath: directory.path(of: "keys"))[.posixPermissions] as? Int == 0o700)
        try keychain.remove(service: "s", account: "a")
        let content = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(content.range(of: Data("a-secret-nobody-reads".utf8)) == nil)
    }

    @Test("AS.KC3: many writers at once: each account holds what was written to it")
    func concurrent() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path(of: "keychain.sqlite3")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<8 {
                group.addTask {
                    let keychain = SQLiteKeychain(path: path, busyLimit: .seconds(60))
                    for number in 0..<20 {
                        try keychain.save(Secret("\(writer).\(number)"), service: "s", account: "\(writer)")
                    }
                }
            }
            try await group.waitForAll()
        }
        let keychain = SQLiteKeychain(path: path)
        for writer in 0..<8 {
            #expect(try keychain.secret(service: "s", account: "\(writer)") == Secret("\(writer).19"))
        }
    }

    @Test("AS.KC4: a damaged file is set aside, one of a newer version left alone, none made where none can be")
    func trouble() throws {
        let directory = try TemporaryDirectory()
        let damaged = try directory.write(String(repeating: "no database ", count: 1000), to: "damaged")
        #expect(try SQLiteKeychain(path: damaged).secret(service: "s", account: "a") == nil)
        #expect(FileManager.default.fileExists(atPath: damaged + ".corrupt-1"))
        let blocked = SQLiteKeychain(path: "/proc/nothing/keychain")
        #expect(throws: KeychainError.self) { try blocked.save(Secret("x"), service: "s", account: "a") }
    }
}
