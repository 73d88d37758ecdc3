import Base
import Foundation
import TestSupport
import Testing

@testable import EntitlementStore

/// Disks without room, and directories that may not be written.
final class NoRoomTests {
    let scratch = Scratch()

    @Test("Room that ends at any point of a write: the old token or the new one, whole")
    func roomEndsAnywhere() throws {
        let outcomes = try stride(from: 2_000, through: 150_000, by: 12_000).map { limit -> String in
            let scratch = Scratch()
            var old = numbered(1)
            try scratch.store().save(old)
            // Another size than the new one, so that pages come and go.
            old.mvpd = "other"
            try scratch.store().save(old)
            let cramped = try Neighbour("limited", scratch, number: limit)
            try cramped.go()
            let lines = cramped.end().lines
            #expect(lines.first == "read 2")
            let wrote = lines.last == "write done"
            let stored = try scratch.store().tokens(requestor: "requestor", service: .restV1)
            #expect(Set(stored.map(\.serviceURL)) == (wrote ? ["999", "1"] : ["1"]))
            let findings = try scratch.rawFile().rows("PRAGMA integrity_check") { (row) throws(SQLiteError) in
                try row.text(0)
            }
            #expect(findings == ["ok"])
            #expect(try scratch.setAside().isEmpty)
            return lines.last ?? ""
        }
        // A quota met within one page says no more than that the write failed.
        #expect(Set(outcomes).subtracting(["write unreadable"]) == ["write done", "write unwritable"])
    }

    @Test("A full file system: what is stored can be read, and once there is room it goes on", .enabled(if: canMount))
    func fullFileSystem() throws {
        try FileManager.default.createDirectory(atPath: scratch.directory, withIntermediateDirectories: false)
        let filler = try Neighbour("small-disk", scratch, number: 1 << 20, prefix: ["/usr/bin/unshare", "--mount"])
        try filler.go()
        let lines = filler.end().lines
        #expect(lines.count == 5)
        #expect(lines.prefix(2) == ["unwritable", "kept true"])
        #expect(lines.suffix(2) == ["write done", "kept true"])
    }

    @Test("A directory that may only be read: the store is read, a write is refused and changes nothing")
    func readOnlyDirectory() throws {
        try scratch.store().save(numbered(1))
        let before = try Data(contentsOf: URL(filePath: scratch.path()))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scratch.root)
        if geteuid() == 0 {
            // Permissions mean nothing to root: all of it belongs to the one who is to be kept out.
            for path in try scratch.names().map({ scratch.directory + "/" + $0 }) + [scratch.directory] {
                #expect(chown(path, 65534, 65534) == 0)
            }
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: scratch.directory)
        let stranger = try Neighbour("stranger", scratch)
        try stranger.go()
        #expect(stranger.end().lines == ["read 1", "write unwritable"])
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: scratch.directory)
        #expect(try Data(contentsOf: URL(filePath: scratch.path())) == before)
        #expect(try scratch.names().allSatisfy { !$0.hasSuffix("-journal") })
    }

    static let canMount = UnreadableTests.canMount

    /// As the writer's own tokens.
    private func numbered(_ number: Int) -> AuthenticationToken {
        var token = token(provider: String(repeating: "\(number) ", count: 10_000))
        token.serviceURL = "\(number)"
        return token
    }
}
