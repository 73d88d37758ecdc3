import AppleIDSimulator
import Base
import Foundation
import PassSimulator
import TestSupport
import Testing

@testable import AuthenticationServices

/// What strangers, replays, broken clocks and replaced files can do to a sign-in: nothing.
@MainActor
@Suite("Sign in with Apple: hostile surroundings")
struct HostileTests {
    @Test("AS.F7: a form counts once, and neither the form nor its code serves another sign-in")
    func replay() async throws {
        let stage = try Stage()
        let seen = Recorder<String>()
        stage.rewrite.withLock {
            $0 = { body in
                seen.add(body)
                return body
            }
        }
        try await stage.signIn()
        let old = try #require(seen.values.first)
        #expect(!stage.service.handleRedirect(body: Data(old.utf8)))
        // The old answer under the new state: its token carries the old nonce.
        stage.rewrite.withLock { $0 = { fresh in old.replacing(Self.state(old), with: Self.state(fresh)) } }
        let requests = stage.simulator.requestCount(at: .token)
        #expect(await Hearer.outcome(of: [stage.request()]).code == .invalidResponse)
        #expect(stage.log.text.contains("wrongNonce") && stage.simulator.requestCount(at: .token) == requests)
        // Without a token the code alone goes to Apple, who has given it out already.
        stage.rewrite.withLock {
            $0 = { fresh in
                "code=" + (old.split(separator: "&").first { $0.hasPrefix("code=") } ?? "code=").dropFirst(5) + "&"
                    + Self.state(fresh)
            }
        }
        #expect(await Hearer.outcome(of: [stage.request()]).code == .failed)
    }

    nonisolated private static func state(_ body: String) -> String {
        String(body.split(separator: "&").first { $0.hasPrefix("state=") } ?? "")
    }

    @Test("AS.F7: a form that is huge, doubled or no form ends nothing, and the right one still counts")
    func forms() async throws {
        let stage = try Stage()
        let refused = Recorder<Bool>()
        stage.rewrite.withLock { [service = stage.service] rewrite in
            rewrite = { body in
                for hostile in [
                    body + "&" + String(repeating: "x", count: RedirectReply.largest), body + "&" + body,
                    body + "&state=other", body + "&code=%", body + "&%ff=1", "{\"state\":1}", "\0", body + "&a=%00%FF",
                ] {
                    refused.add(!service.handleRedirect(body: Data(hostile.utf8)))
                }
                return body
            }
        }
        #expect(try await stage.signIn().fullName?.givenName == "Jane")
        #expect(refused.count == 8 && refused.values.allSatisfy { $0 })
    }

    @Test("AS.F1: the app may cancel while the token endpoint keeps it waiting")
    func slowToken() async throws {
        let stage = try Stage()
        stage.simulator.setFault(.init(.hold), at: .token)
        let controller = ASAuthorizationController(authorizationRequests: [stage.request()])
        async let outcome = Hearer().outcome(of: controller)
        await stage.simulator.waitForRequests(at: .token)
        controller.cancel()
        #expect(await outcome.code == .canceled)
        stage.simulator.setFault(nil, at: .token)
        stage.simulator.releaseHeld()
    }

    @Test("AS.C1: a clock set back by a day: the sign-in counts, and is asked about at once, not in two days")
    func clockSetBack() async throws {
        let stage = try Stage()
        let user = try await stage.signIn().user
        let asked = stage.simulator.requestCount(at: .token)
        stage.clock.setWall(stage.clock.now - .seconds(86_400))
        #expect(await stage.state(of: user).0 == .authorized)
        #expect(await stage.state(of: user).0 == .authorized)
        #expect(stage.simulator.requestCount(at: .token) == asked + 1)
        #expect(try await stage.signIn().user == user)
    }

    @Test("AS.C3: the keychain's file replaced by an older one: nobody is known, and the next sign-in is kept")
    func replacedFile() async throws {
        let stage = try Stage()
        try stage.keychain.save(Secret("1"), service: "s", account: "a")
        let path = stage.directory.path(of: "keys/keychain.sqlite3")
        try FileManager.default.copyItem(atPath: path, toPath: path + ".old")
        let user = try await stage.signIn().user
        #expect(rename(path + ".old", path) == 0)
        #expect(await stage.state(of: user).0 == .notFound)
        #expect(try await stage.signIn().user == user)
        #expect(await stage.state(of: user).0 == .authorized)
    }
}
