import Base
import Foundation
import TestSupport
import Testing

@testable import EntitlementStore

/// Processes killed in the middle of a write (S04), while another one writes to the same store.
final class KillTests {
    private static let count = ProcessInfo.processInfo.environment["ACCESSENABLER_KILLS"].flatMap { Int($0) } ?? 60

    private let scratch = Scratch()
    private var generator = SystemRandomNumberGenerator()

    @Test("S04: two processes write, one of them is killed at any point, again and again: the old or the new, whole")
    func twoProcesses() throws {
        // The survivor of a round goes on meanwhile: a journal it finds is rolled back by it. It also tidies up what a
        // write in parts would leave, so every other round ends with nobody left.
        var writers = try [0, 1].map(writer)
        for round in 0..<Self.count {
            let place = round % 2
            // None at all: while it opens the store.
            var told: String?
            for _ in 0..<Int.random(in: 0...4, using: &generator) { told = writers[place].line() }
            // A write takes some milliseconds: any moment of it.
            usleep(UInt32.random(in: 0...6000, using: &generator))
            let fallen = round % 4 < 2 ? [place] : [place, 1 - place]
            for place in fallen { writers[place].kill() }
            for place in fallen {
                try check(place, told: writers[place].end().lines.last ?? (place == round % 2 ? told : nil))
            }
            for place in fallen { writers[place] = try writer(place) }
        }
        for writer in writers { writer.kill() }
        #expect(try scratch.setAside().isEmpty)
        #expect(try scratch.store().tokens(requestor: "requestor", service: .restV1).count == 2)
    }

    /// Where each writer went on from.
    private var lastStored = [0, 0]

    private func writer(_ place: Int) throws -> Neighbour {
        let writer = try Neighbour("pair-forever", scratch, number: place)
        try writer.go()
        return writer
    }

    /// What was told as saved is there, or the one after it; nothing else, nothing torn.
    private func check(_ place: Int, told line: String?) throws {
        let words = line?.split(separator: " ").map(String.init)
        let told = try words.map { try #require(Int($0[1])) } ?? lastStored[place]
        let store = scratch.store()
        let stored = try store.tokens(requestor: "requestor", service: .restV1).filter { $0.mvpd == "mvpd-\(place)" }
        try #require(stored.count == (told == 0 ? stored.count : 1))
        if let token = stored.first {
            let number = try #require(Int(token.serviceURL))
            // The next token comes after the client; at first the next token.
            let due = ["token", "authorization"].contains(words?.first) ? told...told : told...told + 1
            #expect(due.contains(number), "\(number) is stored, \(line ?? "nothing") was told")
            #expect(token.platformProviderID == String(repeating: "\(number) ", count: 10_000))
            #expect(token.userID?.exposed == "\(number)" && token.deviceID.exposed == "\(number)")
            let authorization = try store.authorization(of: "movie", under: token)
            #expect(authorization.map { $0.expires == token.expires } ?? true)
            if number == told, let last = words?.first, last != "token" { #expect(authorization != nil) }
            lastStored[place] = number
        }
        let raw = try scratch.rawFile()
        // A new client and the end of the former one's sign-ins are one write. Tokens of V1 have no client; without
        // any credentials yet, NULL is not among them.
        let orphans = try raw.rows(
            """
            SELECT mvpd FROM token WHERE service = 'restV2'
            AND (client_id IS NULL OR client_id NOT IN (SELECT client_id FROM credentials))
            """
        ) { (row) throws(SQLiteError) in try row.text(0) }
        #expect(orphans.isEmpty)
        for sql in ["PRAGMA integrity_check", "PRAGMA foreign_key_check"] {
            let findings = try raw.rows(sql) { (row) throws(SQLiteError) in try row.text(0) }
            #expect(findings == (sql.hasSuffix("integrity_check") ? ["ok"] : []))
        }
    }
}
