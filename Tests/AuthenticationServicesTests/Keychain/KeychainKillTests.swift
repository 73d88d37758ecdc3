import Base
import Foundation
import TestSupport
import Testing

@testable import AuthenticationServices

/// Real processes at one keychain.
struct KeychainKillTests {
    private static let count = ProcessInfo.processInfo.environment["ACCESSENABLER_KILLS"].flatMap { Int($0) } ?? 24

    @Test("AS.C7: while one process signs a person in and forgets them, another sees each, and nothing else")
    func signInWhileAsked() async throws {
        let stage = try Stage()
        let user = try await stage.signIn().user
        let asker = try Neighbour(
            "ask-forever", directory: stage.directory.path(of: "keys"),
            application: "\(stage.simulator.client.id) \(stage.simulator.baseURL) \(user)")
        try asker.go()
        #expect(asker.line() == "authorized")
        for _ in 0..<10 {
            try stage.service.forget(user: user)
            #expect(asker.line() == "notFound")
            try await stage.signIn()
            #expect(asker.line() == "authorized")
        }
        asker.kill()
        #expect(asker.end().lines.isEmpty)
    }

    @Test("AS.KC3, AS.KC7: two processes write at once, one is killed at any point: nothing is lost, nothing torn")
    func killedInMidWrite() throws {
        let directory = try TemporaryDirectory()
        let keychain = SQLiteKeychain(path: directory.path(of: "keychain.sqlite3"), busyLimit: .seconds(60))
        var kept = [0, 0]

        func writer(_ place: Int) throws -> Neighbour {
            let writer = try Neighbour(
                "secrets-forever", directory: directory.path, application: "any", number: place)
            try writer.go()
            return writer
        }

        /// What was told as kept is there, or what was under way; the other one's writes took nothing of it along.
        func check(_ place: Int, told line: String?) throws {
            let words = line?.split(separator: " ").map(String.init) ?? ["shared", "\(kept[place])"]
            let told = try #require(words.last.flatMap { Int($0) })
            let numbers = try keychain.secret(service: "shared", account: "numbers")?.exposed.split(separator: " ")
            let shared = try numbers.map { try #require(Int($0[place])) } ?? 0
            #expect((words[0] == "own" ? told - 1...told : told...told).contains(shared), "\(shared), \(words)")
            let own = try keychain.secret(service: "own", account: "\(place)")?.exposed ?? ""
            let parts = own.split(separator: " ")
            #expect(Set(parts).count <= 1 && (parts.isEmpty || parts.count == 10_000), "torn")
            let number = parts.first.flatMap { Int($0) } ?? 0
            #expect((words[0] == "own" ? told...told : told...told + 1).contains(number), "\(number), \(words)")
            kept[place] = shared
        }

        var writers = try [0, 1].map(writer)
        for round in 0..<Self.count {
            let place = round % 2
            // None at all: while it opens the keychain.
            var told: String?
            for _ in 0..<Int.random(in: 0...5) { told = writers[place].line() }
            usleep(UInt32.random(in: 0...4000))
            // Every other round leaves nobody: what is half done is not tidied up by the other.
            let fallen = round % 4 < 2 ? [place] : [place, 1 - place]
            for place in fallen { writers[place].kill() }
            for fallen in fallen {
                try check(fallen, told: writers[fallen].end().lines.last ?? (fallen == place ? told : nil))
                writers[fallen] = try writer(fallen)
            }
        }
        for writer in writers { writer.kill() }
        let files = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(files.allSatisfy { !$0.contains("corrupt") })
        let findings = try SQLiteFile(path: directory.path(of: "keychain.sqlite3"))
            .rows("PRAGMA integrity_check") { (row) throws(SQLiteError) in try row.text(0) }
        #expect(findings == ["ok"])
    }
}
