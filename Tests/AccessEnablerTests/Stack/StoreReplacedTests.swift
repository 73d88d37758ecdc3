import AccessEnabler
import Base
import Foundation
import PassSimulator
import TestSupport
import Testing

/// A store that is taken away, replaced or locked up under a running object.
@Suite(.timeLimit(.minutes(10))) struct StoreReplacedTests {
    @Test("Always: the directory is removed: signed out, and the next sign-in begins a new store")
    func removed() async throws {
        let world = try World.signedIn()
        let app = world.app()
        _ = await app.setRequestor()
        let id = await app.metadata(.deviceID)
        try FileManager.default.removeItem(atPath: world.directory.path)
        #expect(await app.check() == Outcome.no)
        #expect(await app.metadata(.deviceID) != id)
        #expect(await app.setRequestor() == Outcome.complete)
        #expect(await app.check() == Outcome.yes)
        #expect(await world.app().setRequestor() == Outcome.complete)
    }

    @Test(
        "S4.R: the directory is removed while the login page is up: no token is found on the session, and nothing hangs"
    )
    func removedInALogin() async throws {
        let world = try World()
        let app = world.app()
        _ = await app.setRequestor()
        app.core.setSelectedProvider("EastFiber")
        _ = await app.run(until: "navigateToUrl") { $0.getAuthentication() }
        try FileManager.default.removeItem(atPath: world.directory.path)
        let words = await app.run(until: "setAuthenticationStatus") { $0.handleExternalURL("adobepass://ios.app") }
        #expect(
            words.filter { !$0.hasPrefix("sendTrackingData") }
                == ["status N130 error", "setAuthenticationStatus 0 GENERIC_AUTHENTICATION_ERROR"])
        #expect(await app.setRequestor() == Outcome.complete)
    }

    @Test("Always: an older copy is put back: what it holds counts, under the objects that run")
    func olderCopy() async throws {
        let world = try World()
        let app = world.app()
        _ = await app.setRequestor()
        let file = try StoreFile(world)
        let older = try file.content
        world.platform.change { $0.account = .init(providerIdentifier: World.provider) }
        _ = await app.setRequestor()
        #expect(await app.check() == Outcome.yes)
        // As a backup comes back: another file of this name.
        try older.write(to: URL(fileURLWithPath: file.path + ".back"))
        #expect(rename(file.path + ".back", file.path) == 0)
        #expect(await app.check() == Outcome.no)
        #expect(await app.setRequestor() == Outcome.complete)
        #expect(await app.check() == Outcome.yes)
    }

    @Test("Always: a store of a newer version answers 500 and 0, and is not touched")
    func newerVersion() async throws {
        let world = try World.signedIn()
        do { _ = await world.app().setRequestor() }
        let file = try StoreFile(world)
        let own = try file.content
        try file.execute("PRAGMA user_version = 99")
        let content = try file.content
        world.simulator.clearRequests()
        let app = world.app()
        #expect(await app.setRequestor() == Outcome.failed("500"))
        #expect(await app.check() == Outcome.generic("500"))
        app.core.logout()
        #expect(
            await app.settle() == ["status 500 error", "setAuthenticationStatus 0 GENERIC_AUTHENTICATION_ERROR"])
        #expect(world.takeRequests().isEmpty)
        #expect(try file.content == content)
        #expect(try file.damaged.isEmpty)
        try file.write(own)
        #expect(await app.setRequestor() == Outcome.complete)
        #expect(await app.check() == Outcome.yes)
    }
}
