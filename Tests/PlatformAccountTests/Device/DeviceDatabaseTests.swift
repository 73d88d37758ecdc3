import Base
import Foundation
import TestSupport
import Testing

@testable import PlatformAccount

@Suite("Device account database")
struct DeviceDatabaseTests {
    @Test("Empty: nobody is signed in, nobody asked")
    func empty() throws {
        let device = try Device()
        #expect(try device.database.account() == nil)
        #expect(try device.database.applications() == [])
    }

    @Test("One account a user: signing in replaces, signing out leaves permissions alone")
    func oneAccount() throws {
        let device = try Device()
        try device.signIn("north")
        try device.database.setPermission(.granted, of: "app.one")
        let account = try #require(try device.database.account())
        #expect(account.providerIdentifier == "north")
        #expect(account.session.exposed == ScriptedEndpoint.session)
        #expect(account.expires == device.clock.now + .seconds(60))

        var other = account
        other.providerIdentifier = "e\u{301}st"
        other.expires = nil
        #expect(try device.database.signIn(other) == account)
        #expect(try device.database.account() == other)
        #expect(try device.database.signOut() == other)
        #expect(try device.database.account() == nil)
        #expect(try device.database.signOut() == nil)
        #expect(try device.database.application("app.one")?.permission == .granted)
    }

    @Test("Applications are known once they ask or are decided about, ids byte for byte")
    func applications() throws {
        let device = try Device()
        let database = device.database
        let asked = try database.noteQuestion(of: "b", name: "Beta", at: device.clock.now)
        #expect(asked.permission == .notDetermined)
        try database.setPermission(.denied, of: "é")
        try database.setPermission(.granted, of: "e\u{301}")
        try database.setPermission(.granted, of: "b")
        let known = try database.applications().map { [$0.identifier, $0.name, "\($0.permission)"] }
        #expect(known.contains(["b", "Beta", "granted"]))
        #expect(known.filter { $0[2] == "denied" }.map { Array($0[0].utf8) } == [Array("é".utf8)])
        #expect(known.count == 3)
        let again = try database.noteQuestion(of: "b", name: "Beta 2", at: device.clock.now + .seconds(5))
        #expect(again.name == "Beta 2")
        #expect(again.firstAsked == device.clock.now)
    }

    @Test("An answer to a prompt does not undo what was decided meanwhile")
    func lateAnswer() throws {
        let device = try Device()
        #expect(try device.database.answerPrompt(of: "a", .granted) == .granted)
        try device.database.setPermission(.denied, of: "a")
        #expect(try device.database.answerPrompt(of: "a", .granted) == .denied)
        #expect(try device.database.application("a")?.permission == .denied)
    }

    @Test("Only the owner can read it")
    func modes() throws {
        let device = try Device()
        try device.signIn()
        for (path, mode) in [(device.file, 0o600), (device.directory.path(of: "tv"), 0o700)] {
            let found = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(found == mode, "\(path)")
        }
    }

    @Test("Damage is set aside and told, not lost and not fatal")
    func damaged() throws {
        let device = try Device()
        try device.signIn()
        try Data("this was a database".utf8).write(to: URL(fileURLWithPath: device.file))
        #expect(try device.database.account() == nil)
        let kept = try String(contentsOfFile: device.file + ".corrupt-1", encoding: .utf8)
        #expect(kept == "this was a database")
        #expect(device.log.messages.count == 1)
        try device.signIn()
        #expect(try device.database.account() != nil)
    }

    @Test("A newer version is left alone, and cannot be read")
    func newer() async throws {
        let device = try Device()
        try device.signIn()
        try SQLiteFile(path: device.file).execute("PRAGMA user_version = 99")
        let before = try Data(contentsOf: URL(fileURLWithPath: device.file))
        let database = device.database
        let reading = await thrown { () throws(DeviceAccountError) in try database.account() }
        #expect(reading?.code == .newerVersion)
        let writing = await thrown { () throws(DeviceAccountError) in try database.signOut() }
        #expect(writing?.code == .newerVersion)
        #expect(try Data(contentsOf: URL(fileURLWithPath: device.file)) == before)
    }

    @Test("Held by another for too long: unreadable, nothing lost")
    func busy() async throws {
        let device = try Device()
        try device.signIn()
        let holder = try SQLiteFile(path: device.file)
        try holder.execute("BEGIN EXCLUSIVE")
        let database = DeviceAccountDatabase(
            directory: device.directory.path(of: "tv"), busyLimit: .milliseconds(5), log: device.log)
        let error = await thrown { () throws(DeviceAccountError) in try database.account() }
        #expect(error?.code == .unreadable)
        try holder.execute("ROLLBACK")
        #expect(try database.account() != nil)
    }

    @Test("A place where nothing can be made: a typed error that names no value")
    func noPlace() async throws {
        let device = try Device()
        let blocker = try device.directory.write("a file", to: "blocker")
        let database = DeviceAccountDatabase(directory: blocker + "/tv", log: device.log)
        let error = await thrown { () throws(DeviceAccountError) in try database.setPermission(.granted, of: "a") }
        #expect(error?.code == .unreadable)
    }

    @Test("Changes are told, whoever made them; a question changes nothing", .timeLimit(.minutes(1)))
    func changes() async throws {
        let device = try Device()
        let watching = device.database
        var changes = watching.changes().makeAsyncIterator()
        try device.signIn()
        await changes.next()
        #expect(try watching.account() != nil)
        _ = try device.database.applications()
        try device.database.setPermission(.denied, of: "app.one")
        await changes.next()
        #expect(try watching.application("app.one")?.permission == .denied)
    }
}
