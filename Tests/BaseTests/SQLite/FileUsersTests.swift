import Foundation
import Testing

@testable import Base

/// Who uses a file and who replaces it; two objects stand for two processes.
final class FileUsersTests {
    private let directory = FileManager.default.temporaryDirectory.path + "/" + UUID().uuidString
    private let one: FileUsers
    private let two: FileUsers

    init() throws {
        try PrivateFile.makeDirectory(directory)
        one = FileUsers(of: directory + "/file")
        two = FileUsers(of: directory + "/file")
    }

    deinit {
        try? FileManager.default.removeItem(atPath: directory)
    }

    @Test func manyWorkAtATime() throws {
        var calls = 0
        try one.work(until: .now, entering: nothing) { () throws(SQLiteError) in
            try two.work(until: .now, entering: nothing) { calls += 1 }
        }
        #expect(calls == 1)
    }

    @Test("Who waits for others while entering keeps the next ones behind")
    func oneEntersAtATime() throws {
        let whileEntering = { () throws(SQLiteError) in #expect(self.isBusy(self.two)) }
        try one.work(until: .now, entering: whileEntering) { #expect(!isBusy(two)) }
        #expect(!isBusy(two))
    }

    @Test func oneAloneKeepsAllOut() throws {
        try one.alone(until: .now) { () throws(SQLiteError) in
            #expect(isBusy(two))
            #expect(throws: SQLiteError.self) { try self.two.alone(until: .now, self.nothing) }
        }
        #expect(!isBusy(two))
    }

    @Test func usersKeepOutWhoWantsToBeAlone() throws {
        try one.work(until: .now, entering: nothing) { () throws(SQLiteError) in
            #expect(throws: SQLiteError.self) { try self.two.alone(until: .now, self.nothing) }
            // It gave up: nobody waits for it.
            #expect(!isBusy(two))
        }
        try two.alone(until: .now, nothing)
    }

    @Test func aFailureLeavesNoLock() throws {
        let failing = { () throws(SQLiteError) in throw SQLiteError(.other, "x") }
        #expect(throws: SQLiteError.self) { try self.one.work(until: .now, entering: failing, self.nothing) }
        #expect(throws: SQLiteError.self) { try self.one.work(until: .now, entering: self.nothing, failing) }
        #expect(throws: SQLiteError.self) { try self.one.alone(until: .now, failing) }
        try two.alone(until: .now, nothing)
    }

    @Test func withoutADirectoryWorkGoesOnAndAloneIsRefused() throws {
        let users = FileUsers(of: directory + "/missing/file")
        #expect(!isBusy(users))
        #expect(throws: SQLiteError.self) { try users.alone(until: .now, self.nothing) }
    }

    @Test("A lock file that is none holds nobody up: a pipe without another end")
    func aPipeForALock() throws {
        for end in ["lock", "gate"] {
            let path = "\(directory)/\(end)"
            #expect(mkfifo("\(path).\(end)", 0o600) == 0)
            #expect(throws: SQLiteError(.cannotOpen, "the lock file is not a file")) {
                try FileUsers(of: path).alone(until: .now, self.nothing)
            }
        }
    }

    private let nothing = { () throws(SQLiteError) in }

    private func isBusy(_ users: FileUsers) -> Bool {
        do throws(SQLiteError) {
            try users.work(until: .now, entering: nothing, nothing)
            return false
        } catch {
            return error.kind == .busy
        }
    }
}
