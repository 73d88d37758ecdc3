import Base
import Foundation
import TestSupport
import Testing

@testable import EntitlementStore

/// Several processes at one store, and processes killed in mid-work.
final class SharingTests {
    let scratch = Scratch()

    @Test("S05: eight processes, 200 operations each: nothing is busy, nothing is lost")
    func eightProcesses() throws {
        let neighbours = try (0..<8).map { try Neighbour("mix", scratch, number: $0) }
        for neighbour in neighbours { try neighbour.go() }
        for neighbour in neighbours {
            let (lines, status) = neighbour.end()
            #expect(lines == ["done"] && status == 0)
        }
        let stored = try scratch.store(.all).tokens(requestor: "requestor", service: .restV1)
        let expected = (0..<8).flatMap { process in
            (0..<50).filter { $0 % 3 != 0 }.map { "mvpd-\(process)-\($0) {\"n\":\($0)}" }
        }
        let found = stored.map { "\($0.mvpd) \(String(decoding: $0.metadata ?? Data(), as: UTF8.self))" }
        #expect(Set(found) == Set(expected) && found.count == expected.count)
        #expect(try scratch.setAside().isEmpty)
    }

    @Test(
        "I2: a check finds its moment while others write without a pause",
        arguments: [StorageIntegrityCheck.all, .clear])
    func checkAmongWriters(_ check: StorageIntegrityCheck) throws {
        let writers = try (0..<3).map { _ in try Neighbour("save-forever", scratch) }
        for writer in writers { try writer.go() }
        for writer in writers { #expect(writer.line() == "1") }
        let device = try scratch.store(check).deviceID()
        for writer in writers { writer.kill() }
        #expect(try scratch.store().deviceID() == device)
    }

    @Test("A process killed while it begins the store leaves none or a whole one")
    func killAtTheBeginning() throws {
        for round in 0..<20 {
            let application = "app-\(round)"
            let writer = try Neighbour("save-forever", scratch, application: application)
            try writer.go()
            writer.kill()
            let store = scratch.store(application: application)
            #expect(try store.tokens(requestor: "requestor", service: .restV1).count <= 1)
            try store.save(token())
        }
        #expect(try scratch.setAside().isEmpty)
    }

    @Test("A reader sees another process's logout at its next call")
    func logoutElsewhere() throws {
        let first = scratch.store()
        let second = scratch.store()
        try first.save(token())
        #expect(try second.tokens(requestor: "requestor", service: .restV1) == [token()])
        try first.removeAllTokens()
        #expect(try second.tokens(requestor: "requestor", service: .restV1).isEmpty)
    }

    @Test("One object used from many threads loses nothing")
    func threads() async throws {
        let store = scratch.store()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<100 { group.addTask { try store.save(token("requestor", "mvpd-\(number)")) } }
            try await group.waitForAll()
        }
        let stored = try store.tokens(requestor: "requestor", service: .restV1)
        #expect(Set(stored.map(\.mvpd)) == Set((0..<100).map { "mvpd-\($0)" }))
    }
}
