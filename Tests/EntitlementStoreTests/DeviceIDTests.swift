import Base
import Foundation
import TestSupport
import Testing

@testable import EntitlementStore

/// The device id in the store.
final class DeviceIDTests {
    let scratch = Scratch()

    /// SQL for ids that cannot be used.
    static let unusable = [
        "''", "' '", "char(10, 9)", "char(160)", "CAST(zeroblob(10240) AS TEXT)", "hex(zeroblob(5120))",
        "CAST(x'C3' AS TEXT)", "x'616263'", "'a' || char(0) || 'b'", "'a' || char(10)",
    ]

    @Test("S08: an id that cannot be used is replaced once, and logged", arguments: unusable)
    func replaces(_ sql: String) throws {
        let log = RecordingLog()
        let store = scratch.store(log: log)
        try store.save(token())
        try scratch.rawFile().run("INSERT INTO device (row, id) VALUES (1, \(sql))")
        let id = try store.deviceID()
        #expect(id.exposed.wholeMatch(of: /[0-9a-f]{64}/) != nil)
        #expect(try store.deviceID() == id)
        #expect(try scratch.store().deviceID() == id)
        #expect(log.lines == ["error store: the stored device id was not usable and is replaced"])
        #expect(try store.tokens(requestor: "requestor", service: .restV1) == [token()], "the rest stays")
        #expect(try scratch.setAside().isEmpty)
    }

    @Test("S08: any other id is kept", arguments: ["'a'", "'Box 12 é'", "hex(zeroblob(128))"])
    func keeps(_ sql: String) throws {
        let log = RecordingLog()
        let store = scratch.store(log: log)
        try store.save(token())
        try scratch.rawFile().run("INSERT INTO device (row, id) VALUES (1, \(sql))")
        let stored = try scratch.rawFile().rows("SELECT id FROM device") { (row) throws(SQLiteError) in try row.text(0)
        }
        #expect(try [store.deviceID().exposed] == stored)
        #expect(log.lines.isEmpty)
    }

    @Test("S07: two homes have two ids")
    func twoHomes() throws {
        let other = Scratch()
        #expect(try scratch.store().deviceID() != other.store().deviceID())
    }

    @Test("S07: eight processes started together at an empty store get one id")
    func eightProcesses() throws {
        for round in 0..<5 {
            let application = "app-\(round)"
            let neighbours = try (0..<8).map { _ in try Neighbour("device", scratch, application: application) }
            for neighbour in neighbours { try neighbour.go() }
            let ids = neighbours.map { $0.end().lines }
            let kept = try scratch.store(application: application).deviceID().exposed
            #expect(ids == Array(repeating: [kept], count: 8))
        }
        #expect(try scratch.setAside().isEmpty)
    }

    @Test("S07: eight threads at an empty store get one id")
    func eightThreads() async throws {
        let stores = (0..<4).map { _ in scratch.store() }
        let ids = try await withThrowingTaskGroup(of: Secret.self) { group in
            for number in 0..<8 { group.addTask { try stores[number % 4].deviceID() } }
            return try await group.reduce(into: Set<Secret>()) { $0.insert($1) }
        }
        #expect(ids.count == 1)
    }
}
