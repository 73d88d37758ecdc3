import AccessEnabler
import Base
import EntitlementStore
import Foundation
import PassSimulator
import PlatformAccount
import TestSupport
import Testing

/// Stores that cannot be read, are damaged, or hold what they should not.
@Suite(.timeLimit(.minutes(10))) struct StoreTroubleTests {
    @Test("S01, Always: a store that cannot be read answers 500 and 0 for this call, nothing is touched, the next is 1")
    func unreadable() async throws {
        let world = try World.signedIn()
        let app = world.app()
        _ = await app.setRequestor()
        let file = try StoreFile(world)
        let content = try file.content
        // Something else in its place: nothing that may be opened, read or set aside.
        try FileManager.default.moveItem(atPath: file.path, toPath: file.path + ".away")
        try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: false)
        world.simulator.clearRequests()

        #expect(await app.check() == Outcome.generic("500"))
        let words = await app.setRequestor()
        #expect(words == Outcome.failed("500"))
        #expect(await app.metadata(.deviceID) == ["setMetadataStatus deviceID nil"])
        #expect(world.takeRequests().isEmpty)
        let fresh = world.app()
        #expect(await fresh.setRequestor() == Outcome.failed("500"))
        #expect(await fresh.check() == Outcome.generic("500"))
        #expect(try file.damaged.isEmpty)
        #expect(world.log.messages.contains { $0.level == .error && $0.category == "store" })

        try FileManager.default.removeItem(atPath: file.path)
        try FileManager.default.moveItem(atPath: file.path + ".away", toPath: file.path)
        #expect(try file.content == content)
        #expect(await app.check() == Outcome.yes)
        #expect(await fresh.setRequestor() == Outcome.complete)
        #expect(await fresh.check() == Outcome.yes)
        #expect(!world.takeRequests().contains(.exchange))
    }

    @Test("L4, Always: a store that cannot be read or emptied: logout says 500 and 0, and the sign-in is still there")
    func logoutUnreadable() async throws {
        let world = try World.signedIn()
        let app = world.app()
        _ = await app.setRequestor()
        let file = try StoreFile(world)
        try FileManager.default.moveItem(atPath: file.path, toPath: file.path + ".away")
        try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: false)
        world.simulator.clearRequests()
        app.core.logout()
        #expect(
            await app.settle() == ["status 500 error", "setAuthenticationStatus 0 GENERIC_AUTHENTICATION_ERROR"])
        #expect(world.takeRequests().isEmpty)
        try FileManager.default.removeItem(atPath: file.path)
        try FileManager.default.moveItem(atPath: file.path + ".away", toPath: file.path)
        #expect(await app.check() == Outcome.yes)
    }

    @Test(
        "S2.C1: an id that can be none is unknown, without a request",
        arguments: ["", " \n", String(repeating: "x", count: 1 << 20)])
    func noRequestor(_ requestor: String) async throws {
        let world = try World()
        let app = world.app()
        app.core.setRequestor(requestor)
        #expect(await app.settle() == Outcome.failed("CFG400"))
        #expect(world.takeRequests().isEmpty)
    }

    @Test("S01, I2: a lock held elsewhere for a moment is waited for; the answer is the true one")
    func locked() async throws {
        let world = try World.signedIn()
        let app = world.app()
        _ = await app.setRequestor()
        let path = try StoreFile(world).path
        let isLocked = Gate()
        Thread.detachNewThread {
            let file = try? SQLiteFile(path: path)
            try? file?.execute("BEGIN EXCLUSIVE")
            isLocked.open()
            // However long it takes: the answer does not depend on it.
            usleep(50_000)
            try? file?.execute("COMMIT")
        }
        await watched("the lock") { await isLocked.wait() }
        #expect(await app.check() == Outcome.yes)
    }

    /// What becomes of a file.
    private enum Damage: CaseIterable, Sendable {
        case noBytes, randomBytes, halfGone, noTable, text

        func happen(to file: StoreFile) throws {
            let content = try file.content
            var random = SplitMix(seed: 3)
            switch self {
            case .noBytes: try file.write(Data())
            case .randomBytes:
                try file.write(Data((0..<content.count).map { _ in UInt8.random(in: 0...255, using: &random) }))
            case .halfGone: try file.write(content.prefix(content.count / 2))
            case .noTable: try file.execute("DROP TABLE token")
            case .text: try file.write(Data("this was a database once".utf8))
            }
        }
    }

    @Test(
        "S03: a damaged store is set aside; no crash, status 0, and the next sign-in works", arguments: Damage.allCases)
    private func damaged(_ damage: Damage) async throws {
        let world = try World.signedIn()
        let account = world.platform.script.account
        do {
            let app = world.app()
            _ = await app.setRequestor()
            #expect(await app.check() == Outcome.yes)
        }
        let file = try StoreFile(world)
        try damage.happen(to: file)
        world.platform.change { $0.account = nil }
        let app = world.app()
        #expect(await app.setRequestor() == Outcome.complete)
        #expect(await app.check() == Outcome.no)
        #expect(try file.damaged.count == 1)
        world.platform.change { $0.account = account }
        #expect(await app.setRequestor() == Outcome.complete)
        #expect(await app.check() == Outcome.yes)
        #expect(await world.app().setRequestor() == Outcome.complete)
    }

    @Test("S03: a store damaged under a running object costs it its tokens, nothing else", arguments: Damage.allCases)
    private func damagedWhileRunning(_ damage: Damage) async throws {
        let world = try World.signedIn()
        let app = world.app()
        _ = await app.setRequestor()
        try damage.happen(to: try StoreFile(world))
        let words = await app.check()
        #expect(words == Outcome.no || words == Outcome.generic("500"))
        #expect(await app.setRequestor() == Outcome.complete)
        #expect(await app.check() == Outcome.yes)
    }

    @Test("I2: clear signs out, all keeps a sound store, none touches nothing")
    func integrityChecks() async throws {
        let world = try World.signedIn()
        let app = world.app()
        _ = await app.setRequestor()
        let id = await app.metadata(.deviceID)
        world.platform.change { $0.saml = .text(nil) }
        for check in [StorageIntegrityCheck.none, .all] {
            let next = world.app(integrityCheck: check)
            _ = await next.setRequestor()
            #expect(await next.check() == Outcome.yes, "\(check)")
            #expect(await next.metadata(.deviceID) == id, "\(check)")
        }
        let cleared = world.app(integrityCheck: .clear)
        _ = await cleared.setRequestor()
        #expect(await cleared.check() == Outcome.no)
        #expect(await cleared.metadata(.deviceID) != id)
        // Another object of the same application sees it at its next call.
        #expect(await app.check() == Outcome.no)
    }

    @Test("S07: one home, one device id, however many start at once; two homes, two ids; it is no secret")
    func deviceIDs() async throws {
        let world = try World()
        let apps = (0..<8).map { _ in world.app() }
        let ids = await withTaskGroup(of: [String].self) { group in
            for app in apps { group.addTask { await app.metadata(.deviceID) } }
            return await group.reduce(into: Set<[String]>()) { $0.insert($1) }
        }
        let id = try world.store().deviceID().exposed
        #expect(ids == [["setMetadataStatus deviceID \"\(id)\""]])
        #expect(id.utf8.count == 64)
        let elsewhere = try World()
        #expect(await elsewhere.app().metadata(.deviceID) != ids.first)
        let otherApp = world.app(id: "tv.example.other")
        #expect(await otherApp.metadata(.deviceID) != ids.first)
    }

    @Test("S07, S2.D: tokens of another device id are removed with SEC412, once, of this application alone")
    func foreignTokens() async throws {
        let world = try World()
        let other = world.store(id: "tv.example.other")
        let foreign = token(.regular, mvpd: World.mvpd)
        try other.save(foreign)
        let store = world.store()
        try store.save(foreign)
        var elsewhere = foreign
        elsewhere.requestor = "SOUTHSTAR"
        try store.save(elsewhere)
        var own = foreign
        own.deviceID = try store.deviceID()
        own.mvpd = "EastFiber"
        try store.save(own)

        let app = world.app()
        #expect(await app.setRequestor() == ["status SEC412 warning"] + Outcome.complete)
        #expect(await app.setRequestor() == Outcome.complete)
        #expect(await app.check() == Outcome.yes)
        #expect(try store.tokens(requestor: World.requestor, service: .restV1) == [own])
        #expect(try store.tokens(requestor: "SOUTHSTAR", service: .restV1).isEmpty)
        #expect(try other.tokens(requestor: World.requestor, service: .restV1) == [foreign])
    }

    @Test("S2.D, S2.K: SEC412 comes after CFG100 and before the code of a failed configuration")
    func order() async throws {
        let world = try World()
        try world.store().save(token(.regular))
        world.simulator.dashboard { $0.clockSkew = .seconds(3600) }
        let app = world.app()
        #expect(
            await app.setRequestor("UNKNOWN") == ["status CFG100 warning", "status SEC412 warning"]
                + Outcome.failed("CFG400"))
    }

    @Test(
        "S08: a device id that is none is replaced once, logged, and takes the tokens bound to it along",
        arguments: [
            "''", "' '", "'\(String(repeating: "a", count: 10_240))'", "CAST(X'FFFE' AS TEXT)", "X'00FF'",
        ])
    func uselessDeviceID(_ value: String) async throws {
        let world = try World.signedIn()
        do { _ = await world.app().setRequestor() }
        try StoreFile(world).execute("UPDATE device SET id = \(value)")
        world.simulator.clearRequests()
        let app = world.app()
        let id = await app.metadata(.deviceID)
        #expect(id != ["setMetadataStatus deviceID nil"])
        #expect(world.log.messages.contains { $0.level == .error && $0.category == "store" })
        #expect(await app.setRequestor() == ["status SEC412 warning"] + Outcome.complete)
        #expect(world.takeRequests().contains(.exchange))
        #expect(await app.check() == Outcome.yes)
        #expect(await world.app().metadata(.deviceID) == id)
    }
}
