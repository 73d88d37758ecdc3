import Base
import Foundation
import Testing

@testable import EntitlementStore

/// What a power cut leaves on a disk: file and journal as far as they were written.
final class PowerCutTests {
    /// How far a write got.
    enum Moment: CaseIterable {
        /// The journal has its name and nothing in it.
        case journalEmpty
        /// The journal's header was written, not yet that its content is safe.
        case journalUnsafe
        /// Half of the journal was written, nothing in the file.
        case journalHalf
        /// The journal is safe, nothing is in the file.
        case journalWhole
        /// Some pages are in the file.
        case fileBegun
        /// A page was being written to the file.
        case pageTorn
        /// All pages are in the file.
        case fileWhole
    }

    @Test(
        "S04: whatever a power cut leaves of a write, the old tokens are there, all of them", arguments: Moment.allCases
    )
    func old(_ moment: Moment) throws {
        let scratch = Scratch()
        try fill(scratch)
        let before = try Data(contentsOf: URL(filePath: scratch.path()))
        let (file, journal) = try interrupted(scratch)
        #expect(file != before && journal.count > 8192)

        let cut = Scratch()
        try FileManager.default.createDirectory(atPath: cut.directory, withIntermediateDirectories: true)
        let (left, leftJournal) = remains(moment, before: before, file: file, journal: journal)
        try left.write(to: URL(filePath: cut.path()))
        try leftJournal.write(to: URL(filePath: cut.path() + "-journal"))

        let stored = try cut.store().tokens(requestor: "requestor", service: .restV1)
        #expect(Set(stored.map(\.mvpd)) == Set((0..<40).map { "mvpd-\($0)" }))
        let findings = try cut.rawFile().rows("PRAGMA integrity_check") { (row) throws(SQLiteError) in
            try row.text(0)
        }
        #expect(findings == ["ok"])
        #expect(try cut.setAside().isEmpty)
        try cut.store().save(token("requestor", "new"))
        #expect(try cut.store().tokens(requestor: "requestor", service: .restV1).count == 41)
    }

    @Test("What was told as saved outlives a power cut: the journal's end is flushed to its directory")
    func flushed() throws {
        let scratch = Scratch()
        try fill(scratch)
        // Else a journal that is gone could be back, and take the last write along.
        let level = try scratch.rawFile().write { (file) throws(SQLiteError) in
            try file.rows("PRAGMA synchronous") { (row) throws(SQLiteError) in try row.integer(0) }
        }
        #expect(level == [3])
    }

    private func fill(_ scratch: Scratch) throws {
        for number in 0..<40 {
            try scratch.store().save(
                token("requestor", "mvpd-\(number)", provider: String(repeating: "p", count: 1000)))
        }
    }

    /// File and journal in the middle of a write that changes every page.
    private func interrupted(_ scratch: Scratch) throws -> (file: Data, journal: Data) {
        let raw = try scratch.rawFile()
        // No cache: what is changed goes to the file at once.
        try raw.execute("PRAGMA cache_size = 1; BEGIN IMMEDIATE; UPDATE token SET mvpd = mvpd || 'x'")
        defer { try? raw.execute("ROLLBACK") }
        return (
            try Data(contentsOf: URL(filePath: scratch.path())),
            try Data(contentsOf: URL(filePath: scratch.path() + "-journal"))
        )
    }

    private func remains(_ moment: Moment, before: Data, file: Data, journal: Data) -> (Data, Data) {
        switch moment {
        case .journalEmpty: return (before, Data())
        case .journalUnsafe:
            // The count of pages in the header is written last, when they are safe.
            var unsafe = journal
            for index in 8..<12 { unsafe[index] = 0 }
            return (before, unsafe)
        case .journalHalf: return (before, journal.prefix(journal.count / 2))
        case .journalWhole: return (before, journal)
        case .fileBegun:
            let half = file.count / 2 / 4096 * 4096
            return (file.prefix(half) + before.dropFirst(half), journal)
        case .pageTorn:
            var torn = file
            for index in 4096 + 1000..<4096 + 2000 { torn[index] = 0xA5 }
            return (torn, journal)
        case .fileWhole: return (file, journal)
        }
    }
}
