import Base
import Foundation
import TestSupport
import Testing

@testable import AuthenticationServices

@Suite("ID tokens")
struct IdentityTokenTests {
    @Test("AS.T1: a good token is accepted, and read")
    func good() async throws {
        let server = try KeyServer()
        let token = try await server.verifier().verify(
            Secret(Forge().token), audience: Forge.audience, nonce: .sent(Forge.nonce))
        #expect(token.subject.exposed == "001234.fedcba.0987")
        #expect(token.email?.exposed == "a@privaterelay.appleid.com")
        #expect(token.isEmailVerified == true && token.isPrivateEmail == true)
        #expect(token.expiresAt == Timestamp(milliseconds: (Forge.now + 600) * 1000))
        #expect(token.realUserStatus == .unsupported && token.transferSubject == nil)
        #expect(!"\(token)".contains("fedcba") && !"\(token)".contains("privaterelay"))
    }

    @Test("AS.T2: hostile tokens are refused, each with its error", arguments: HostileToken.all)
    func hostile(_ token: HostileToken) async throws {
        let server = try KeyServer([SigningKey.first.jwk, SigningKey.second.jwk])
        let refusal = await server.verifier().refusal(of: token.token)
        #expect(refusal?.code == token.code)
    }

    @Test("there are enough of them, and no two of one name")
    func count() {
        #expect(HostileToken.all.count >= 30)
        #expect(Set(HostileToken.all.map(\.name)).count == HostileToken.all.count)
    }

    @Test(
        "AS.T3: truth values come as such or as text",
        arguments: [("true", true), ("false", false)] as [(String, Bool)])
    func truths(_ text: String, _ value: Bool) async throws {
        let verifier = try KeyServerHolder.shared.get().verifier()
        for sent in [text as Any, value as Any] {
            let token = try await verifier.verify(
                Secret(
                    Forge {
                        $0.claims["email_verified"] = sent
                        $0.claims["is_private_email"] = sent
                        $0.claims["nonce_supported"] = sent
                    }.token), audience: Forge.audience, nonce: .sent(Forge.nonce))
            #expect(token.isEmailVerified == value && token.isPrivateEmail == value)
        }
    }

    @Test(
        "AS.T4: a nonce may be missing only where it is said to be unsupported",
        arguments: [false, "false"] as [any Sendable])
    func nonceUnsupported(_ sent: any Sendable) async throws {
        let token = Forge {
            $0.claims["nonce"] = nil
            $0.claims["nonce_supported"] = sent
        }.token
        #expect(await (try KeyServerHolder.shared.get().verifier()).refusal(of: token) == nil)
    }

    @Test("AS.T5: within the leeway both ends count")
    func leeway() async throws {
        let verifier = try KeyServerHolder.shared.get().verifier()
        #expect(await verifier.refusal(of: Forge { $0.claims["exp"] = Forge.now - 59 }.token) == nil)
        #expect(await verifier.refusal(of: Forge { $0.claims["iat"] = Forge.now + 60 }.token) == nil)
    }

    @Test("an empty address is none, an unknown status unknown, unknown claims nothing")
    func lenience() async throws {
        let token = try await KeyServerHolder.shared.get().verifier().verify(
            Secret(
                Forge {
                    $0.claims["email"] = ""
                    $0.claims["real_user_status"] = 77
                    $0.claims["of_the_future"] = ["a": [1, 2, NSNull()]]
                    $0.claims["exp"] = Double(Forge.now) + 600.5
                    $0.claims["transfer_sub"] = "001.x"
                    $0.header["typ"] = "JWT"
                }.token), audience: Forge.audience, nonce: .sent(Forge.nonce))
        #expect(token.email == nil && token.realUserStatus == .unknown)
        #expect(token.transferSubject?.exposed == "001.x")
        #expect(token.expiresAt == Timestamp(milliseconds: (Forge.now + 600) * 1000))
    }

    @Test("an error tells code and member, and nothing of the token")
    func texts() async throws {
        let refusal = await (try KeyServerHolder.shared.get().verifier()).refusal(
            of: Forge { $0.claims["aud"] = "com.secret.other" }.token)
        #expect(refusal.map { "\($0)" } == "token refused: wrongAudience (aud)")
    }
}

/// One server for tests that do not change it.
enum KeyServerHolder {
    static let shared = Result { try KeyServer() }
}

@Suite("Key sets")
struct KeySetTests {
    private let clock = ManualClock(now: Timestamp(milliseconds: Forge.now * 1000))

    @Test("AS.K1: fetched once for many tokens, and again when its hour is over")
    func cached() async throws {
        let server = try KeyServer()
        let verifier = server.verifier(clock)
        await withTaskGroup { group in
            for _ in 0..<8 { group.addTask { #expect(await verifier.refusal(of: Forge().token) == nil) } }
        }
        #expect(server.requests == 1)
        clock.advance(by: .seconds(300))
        #expect(await verifier.refusal(of: Forge().token) == nil)
        #expect(server.requests == 1)
        clock.advance(by: KeySetCache.lifetime - .seconds(300))
        _ = await verifier.refusal(of: Forge().token)
        #expect(server.requests == 2)
    }

    @Test("AS.K2: an unknown key id asks again, at most once a minute")
    func rotation() async throws {
        let server = try KeyServer()
        let verifier = server.verifier(clock)
        let rotated = Forge {
            $0.key = .second
            $0.header["kid"] = SigningKey.second.id
        }.token
        #expect(await verifier.refusal(of: rotated)?.code == .unknownKey)
        #expect(await verifier.refusal(of: rotated)?.code == .unknownKey)
        #expect(server.requests == 1)
        // Of an id it was not asked for nobody knows: that may pass.
        let other = Forge { $0.header["kid"] = "ZZZZZZ9999" }.token
        #expect(await verifier.refusal(of: other)?.code == .keysUnavailable)
        server.serve([SigningKey.second.jwk])
        #expect(await verifier.refusal(of: rotated)?.code == .unknownKey)
        #expect(server.requests == 1)
        clock.advance(by: KeySetCache.pace)
        #expect(await verifier.refusal(of: rotated) == nil)
        #expect(server.requests == 2)
        // The key withdrawn counts no more; whether it comes back, nobody may ask yet.
        #expect(await verifier.refusal(of: Forge().token)?.code == .keysUnavailable)
    }

    @Test(
        "AS.K3: what is no key set is none",
        arguments: [
            "", "{}", "{\"keys\":{}}", "<html>", "{\"keys\":[],\"keys\":[]}",
            "{\"keys\":[" + String(repeating: "{},", count: 64) + "{}]}",
        ])
    func unreadable(_ document: String) async throws {
        let server = try KeyServer()
        server.serve(text: document)
        #expect(await server.verifier().refusal(of: Forge().token)?.code == .keysUnavailable)
        server.serve([SigningKey.first.jwk])
        #expect(await server.verifier().refusal(of: Forge().token) == nil)
    }

    @Test("AS.K3: a server that is away is no reason to accept")
    func unreachable() async throws {
        let server = try KeyServer()
        let verifier = server.verifier(clock)
        server.stop()
        #expect(await verifier.refusal(of: Forge().token)?.code == .keysUnavailable)
    }

    @Test("AS.K5: a set that cannot be had is asked for after 1, 2, 4 … 30 s, and at once again when it was there")
    func growingPause() async throws {
        let server = try KeyServer()
        server.serve(text: "<html>")
        let verifier = server.verifier(clock)
        var asked = 0
        for pause in [0, 1, 2, 4, 8, 16, 30, 30] {
            if pause > 0 {
                clock.advance(by: .seconds(pause) - .milliseconds(1))
                #expect(await verifier.refusal(of: Forge().token)?.code == .keysUnavailable)
                #expect(server.requests == asked, "after \(pause) s less a little")
                clock.advance(by: .milliseconds(1))
            }
            asked += 1
            await withTaskGroup { group in
                for _ in 0..<3 {
                    group.addTask { #expect(await verifier.refusal(of: Forge().token)?.code == .keysUnavailable) }
                }
            }
            #expect(server.requests == asked, "after \(pause) s")
        }
        server.serve([SigningKey.first.jwk])
        clock.advance(by: .seconds(30))
        #expect(await verifier.refusal(of: Forge().token) == nil)
        clock.advance(by: KeySetCache.lifetime)
        // The pace begins anew: one failure, one second.
        server.serve(text: "<html>")
        #expect(await verifier.refusal(of: Forge().token)?.code == .keysUnavailable)
        server.serve([SigningKey.first.jwk])
        clock.advance(by: .seconds(1))
        // The key is there; the token is over by now.
        #expect(await verifier.refusal(of: Forge().token)?.code == .expired)
    }

    @Test("AS.K5: junk in answer to an unknown key id costs the set nothing, and is asked for at a pace")
    func junkAfterUnknown() async throws {
        let server = try KeyServer()
        let verifier = server.verifier(clock)
        #expect(await verifier.refusal(of: Forge().token) == nil)
        server.serve(text: "{}")
        clock.advance(by: KeySetCache.pace)
        let stranger = Forge { $0.header["kid"] = "ZZZZZZ9999" }.token
        for _ in 0..<5 { #expect(await verifier.refusal(of: stranger)?.code == .keysUnavailable) }
        #expect(server.requests == 2)
        #expect(await verifier.refusal(of: Forge().token) == nil)
        clock.advance(by: .seconds(1))
        for _ in 0..<5 { _ = await verifier.refusal(of: stranger) }
        #expect(server.requests == 3)
    }

    @Test(
        "AS.K4: keys that must not verify are passed over",
        arguments: [
            SigningKey.first.jwk.replacingOccurrences(of: "\"sig\"", with: "\"enc\""),
            SigningKey.first.jwk.replacingOccurrences(of: "\"RS256\"", with: "\"RS512\""),
            SigningKey.first.jwk.replacingOccurrences(of: "\"RSA\"", with: "\"EC\""),
            SigningKey.first.jwk.replacingOccurrences(of: "\"AQAB\"", with: "\"AQ\""),
            SigningKey.first.jwk.replacingOccurrences(of: "\"sig\"", with: "7"),
            SigningKey.short.jwk(id: SigningKey.first.id),
            SigningKey.stranger.jwk + "," + SigningKey.first.jwk,
        ])
    func passedOver(_ keys: String) async throws {
        let server = try KeyServer([keys, SigningKey.second.jwk])
        #expect(await server.verifier().refusal(of: Forge().token)?.code == .unknownKey)
        let other = Forge {
            $0.key = .second
            $0.header["kid"] = SigningKey.second.id
        }
        #expect(await server.verifier().refusal(of: other.token) == nil)
    }
}
