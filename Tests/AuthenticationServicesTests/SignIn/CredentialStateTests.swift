import Base
import Foundation
import PassSimulator
import TestSupport
import Testing

@testable import AppleIDSimulator
@testable import AuthenticationServices

@MainActor
@Suite("Credential states and notifications", .serialized)
struct CredentialStateTests {
    private static let day = Duration.seconds(86_400)

    /// How often the notification is posted while `body` runs.
    private func revocations(_ body: () async throws -> Void) async rethrows -> Int {
        let count = Lock(0)
        let token = NotificationCenter.default.addObserver(
            forName: ASAuthorizationAppleIDProvider.credentialRevokedNotification, object: nil, queue: nil
        ) { _ in count.withLock { $0 += 1 } }
        defer { NotificationCenter.default.removeObserver(token) }
        try await body()
        return count.withLock { $0 }
    }

    @Test("AS.C1: authorized, and asked at most once a day")
    func authorized() async throws {
        let stage = try Stage()
        let user = try await stage.signIn().user
        let before = stage.simulator.requestCount(at: .token)
        #expect(await stage.state(of: user).0 == .authorized)
        stage.clock.advance(by: Self.day - .seconds(1))
        #expect(await stage.state(of: user).0 == .authorized)
        #expect(stage.simulator.requestCount(at: .token) == before)
        stage.clock.advance(by: .seconds(1))
        await withTaskGroup { group in
            for _ in 0..<5 { group.addTask { #expect(await stage.state(of: user).0 == .authorized) } }
        }
        #expect(stage.simulator.requestCount(at: .token) == before + 1)
    }

    @Test("AS.C2: revoked: known at the next check, told once, and for good")
    func revoked() async throws {
        let stage = try Stage()
        let user = try await stage.signIn().user
        stage.simulator.endConsent(of: "jane@example.com")
        #expect(await stage.state(of: user).0 == .authorized)
        stage.clock.advance(by: Self.day)
        let count = await revocations {
            #expect(await stage.state(of: user).0 == .revoked)
            #expect(await stage.state(of: user).0 == .revoked)
        }
        #expect(count == 1)
        #expect(try stage.service.users().isEmpty)
        // The next sign-in is a first one again.
        let again = try await stage.signIn()
        #expect(again.fullName?.givenName == "Jane" && again.user != user)
        #expect(try await stage.provider.credentialState(forUserID: again.user) == .authorized)
    }

    @Test("AS.C3: not found: never signed in, forgotten, or never finished")
    func notFound() async throws {
        let stage = try Stage()
        #expect(await stage.state(of: "nobody").0 == .notFound)
        #expect(await stage.state(of: "").0 == .notFound)
        stage.simulator.setFault(.init(.reset, times: 1), at: .token)
        _ = await Hearer.outcome(of: [stage.request()])
        let user = try #require(stage.simulator.subject(of: "jane@example.com"))
        #expect(await stage.state(of: user).0 == .notFound)
        try await stage.signIn()
        #expect(await stage.state(of: user).0 == .authorized)
        try stage.service.forget(user: user)
        #expect(await stage.state(of: user).0 == .notFound)
    }

    @Test("AS.C4: transferred")
    func transferred() async throws {
        let stage = try Stage()
        let user = try await stage.signIn().user
        stage.simulator.transfer("jane@example.com")
        stage.clock.advance(by: Self.day)
        #expect(await stage.state(of: user).0 == .transferred)
    }

    @Test("AS.C5: Apple away: what was known last, with an error, and asked again after an hour")
    func away() async throws {
        let stage = try Stage()
        let user = try await stage.signIn().user
        stage.clock.advance(by: Self.day)
        stage.simulator.setFault(.init(.status(503, body: "", contentType: "text/plain", headers: [:])), at: .token)
        let asked = stage.simulator.requestCount(at: .token)
        let (state, error) = await stage.state(of: user)
        #expect(state == .authorized && error?.code == .failed)
        #expect(await stage.state(of: user).1 == nil)
        #expect(stage.simulator.requestCount(at: .token) == asked + 1)
        stage.clock.advance(by: .seconds(3600))
        await #expect(throws: ASAuthorizationError.self) {
            _ = try await stage.provider.credentialState(forUserID: user)
        }
        stage.simulator.setFault(nil, at: .token)
        stage.clock.advance(by: .seconds(3600))
        #expect(try await stage.provider.credentialState(forUserID: user) == .authorized)
    }

    @Test("AS.C6: without a service nobody is found, and the error says why")
    func unconfigured() async {
        await #expect(throws: ASAuthorizationError.self) {
            _ = try await ASAuthorizationAppleIDProvider().credentialState(forUserID: "a")
        }
    }

    @Test("AS.C7: another process sees the sign-in")
    func otherProcess() async throws {
        let stage = try Stage()
        let user = try await stage.signIn().user
        let other = SignInWithAppleService(
            stage.service.configuration,
            storage: SQLiteKeychain(path: stage.directory.path(of: "keys/keychain.sqlite3")),
            clock: stage.clock, present: nil)
        #expect(try other.users() == [user])
    }

    @Test("AS.R1: revoking ends the sign-in at Apple and here")
    func revocation() async throws {
        let stage = try Stage()
        let user = try await stage.signIn().user
        stage.simulator.setFault(.init(.reset), at: .revoke)
        await #expect(throws: ASAuthorizationError.self) { try await stage.service.revoke(user: user) }
        #expect(await stage.state(of: user).0 == .authorized)
        stage.simulator.setFault(nil, at: .revoke)
        try await stage.service.revoke(user: user)
        #expect(await stage.state(of: user).0 == .notFound)
        #expect(stage.simulator.subject(of: "jane@example.com") == nil)
        try await stage.service.revoke(user: user)
        #expect(try await stage.signIn().fullName != nil)
    }

    @Test(
        "AS.N1, AS.N2: a consent taken away and an account deleted end the sign-in; the same one again counts once",
        arguments: [
            ("consent-revoked", ServerNotification.Kind.consentRevoked), ("account-deleted", .accountDeleted),
            ("account-delete", .accountDeleted),
        ])
    func endingNotifications(_ type: String, _ kind: ServerNotification.Kind) async throws {
        let stage = try Stage()
        let user = try await stage.signIn().user
        let body = Data(try #require(stage.simulator.notification(type, about: user, id: "one")).utf8)
        let count = try await revocations {
            let notification = try #require(try await stage.service.handleNotification(body: body))
            #expect(notification.kind == kind && notification.user.exposed == user && notification.id == "one")
            #expect(notification.time == stage.clock.now)
            #expect(try await stage.service.handleNotification(body: body) == nil)
        }
        #expect(count == 1)
        #expect(await stage.state(of: user).0 == .revoked)
    }

    @Test(
        "AS.N5: one that comes late, or again, does not end a newer sign-in",
        arguments: ["consent-revoked", "account-delete"])
    func late(_ type: String) async throws {
        let stage = try Stage()
        let user = try await stage.signIn().user
        let early = Data(try #require(stage.simulator.notification(type, about: user)).utf8)
        let again = Data(try #require(stage.simulator.notification(type, about: user, id: "another id")).utf8)
        stage.clock.advance(by: .seconds(10))
        #expect(try await stage.signIn().user == user)
        let count = try await revocations {
            // The app's server still hears of it, and when it was.
            let notification = try #require(try await stage.service.handleNotification(body: early))
            #expect(notification.time == stage.clock.now - .seconds(10))
            #expect(try await stage.service.handleNotification(body: early) == nil)
            #expect(try await stage.service.handleNotification(body: again) != nil)
        }
        #expect(count == 0)
        #expect(await stage.state(of: user).0 == .authorized)
        let now = Data(try #require(stage.simulator.notification(type, about: user)).utf8)
        #expect(try await stage.service.handleNotification(body: now) != nil)
        #expect(await stage.state(of: user).0 == .revoked)
    }

    @Test("AS.N5: what counts is when it happened, though it is signed only after the newer sign-in")
    func happenedBefore() async throws {
        let stage = try Stage()
        let user = try await stage.signIn().user
        let service = stage.simulator.service
        for (time, state) in [
            (stage.clock.now - .seconds(10), ASAuthorizationAppleIDProvider.CredentialState.authorized),
            (stage.clock.now + .seconds(10), .revoked),
        ] {
            stage.clock.advance(by: .seconds(20))
            let body = try #require(service.notification("consent-revoked", about: user, id: nil, at: time))
            #expect(try await stage.service.handleNotification(body: Data(body.utf8))?.time == time)
            #expect(await stage.state(of: user).0 == state)
        }
    }

    @Test("AS.C8: an answer about a sign-in that was replaced meanwhile does not end the new one")
    func replacedMeanwhile() async throws {
        let stage = try Stage()
        let user = try await stage.signIn().user
        let old = stage.simulator.service.state.withLock { Array($0.refreshTokens.keys) }
        stage.clock.advance(by: Self.day)
        stage.simulator.setFault(.init(.hold, times: 1), at: .token)
        async let state = stage.state(of: user)
        await stage.simulator.waitForRequests(at: .token, count: 2)
        // What Apple says to the old token, told only once the person has signed in anew.
        #expect(try await stage.signIn().user == user)
        stage.simulator.service.state.withLock { for token in old { $0.refreshTokens[token] = nil } }
        stage.simulator.releaseHeld()
        #expect(await state.0 == .authorized)
        #expect(await stage.state(of: user).0 == .authorized)
        #expect(try stage.service.users() == [user])
    }

    @Test(
        "AS.N3: notifications about mail change nothing", arguments: ["email-disabled", "email-enabled", "new-thing"])
    func mail(_ type: String) async throws {
        let stage = try Stage()
        stage.mood.withLock { $0.hidesAddress = true }
        let credential = try await stage.signIn()
        let body = try #require(stage.simulator.notification(type, about: credential.user))
        let notification = try #require(try await stage.service.handleNotification(body: Data(body.utf8)))
        if type.hasPrefix("email") {
            #expect(notification.email?.exposed == credential.email && notification.isPrivateEmail == true)
        } else {
            #expect(notification.kind == .other("new-thing"))
        }
        #expect(await stage.state(of: credential.user).0 == .authorized)
    }

    @Test("AS.N4: what Apple did not sign is refused, and does nothing")
    func forged() async throws {
        let stage = try Stage()
        let credential = try await stage.signIn()
        let stranger = try AppleIDSimulator(clock: stage.clock)
        let forged = try #require(stranger.notification("consent-revoked", about: credential.user))
        let token = String(data: credential.identityToken ?? Data(), encoding: .utf8) ?? ""
        for body in [
            forged, "{\"payload\":\"\(token)\"}", "{}", "", "[]", "{\"payload\":7}", "{\"payload\":\"a.b.c\"}",
        ] {
            await #expect(throws: TokenError.self) {
                _ = try await stage.service.handleNotification(body: Data(body.utf8))
            }
        }
        #expect(await stage.state(of: credential.user).0 == .authorized)
    }
}
