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

    @Test("AS.KC7: two that read and write at once lose nothing of each other's")
    func transactions() async throws {
        let directory = try TemporaryDirectory()
        let memory = InMemoryKeychain()
        let path = directory.path(of: "keychain.sqlite3")
        // Each of its own file handle, as two processes are.
        let makers: [@Sendable () -> any KeychainStorage] = [
            { memory }, { SQLiteKeychain(path: path, busyLimit: .seconds(60)) },
        ]
        for make in makers {
            let one = SignInWithAppleConfiguration(
                clientID: "c", clientSecret: .provided { Secret("") }, redirectURI: nil)
            await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<4 {
                    let (record, keychain) = (NotificationRecord(make(), one), make())
                    group.addTask {
                        for number in 0..<15 {
                            #expect(try record.insert("\(writer).\(number)"))
                            try keychain.update(service: "s", account: "count") { text in
                                Secret(String((text.flatMap { Int($0.exposed) } ?? 0) + 1))
                            }
                        }
                    }
                }
            }
            #expect(try make().secret(service: "s", account: "count") == Secret("60"))
            for writer in 0..<4 {
                for number in 0..<15 {
                    #expect(try NotificationRecord(make(), one).contains("\(writer).\(number)"))
                }
            }
            // Nil leaves it as it is.
            try make().update(service: "s", account: "count") { _ in nil }
            #expect(try make().secret(service: "s", account: "count") == Secret("60"))
        }
    }

    @Test("AS.KC7: in memory, too, where it takes many to meet")
    func transactionsInMemory() async {
        let keychain = InMemoryKeychain()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<5000 {
                        keychain.update(service: "s", account: "count") { text in
                            Secret(String((text.flatMap { Int($0.exposed) } ?? 0) + 1))
                        }
                    }
                }
            }
        }
        #expect(keychain.secret(service: "s", account: "count") == Secret("20000"))
    }

    @Test("AS.KC8: sign-ins are apart for each client and for each provider")
    func apart() throws {
        let keychain = InMemoryKeychain()
        func shelf(_ client: String, _ provider: String? = nil) -> SessionShelf {
            var configuration = SignInWithAppleConfiguration(
                clientID: client, clientSecret: .provided { Secret("") }, redirectURI: nil)
            if let provider { configuration.baseURL = provider }
            return SessionShelf(keychain, configuration)
        }
        try shelf("a", "http://127.0.0.1:1").change("jane") { _ in .none("jane") }
        #expect(try shelf("a", "http://127.0.0.1:1").session(of: "jane") != nil)
        for other in [shelf("a"), shelf("a", "http://127.0.0.1:2"), shelf("b", "http://127.0.0.1:1")] {
            #expect(try other.session(of: "jane") == nil && other.sessions().isEmpty)
        }
        // What was kept for Apple by former versions is still found.
        #expect(
            SignInWithAppleConfiguration(
                clientID: "a", clientSecret: .provided { Secret("") }, redirectURI: nil
            ).keychainName("sign-in-with-apple") == "sign-in-with-apple/a")
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
