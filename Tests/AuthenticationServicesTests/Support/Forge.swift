import Base
import COpenSSL
import Foundation
import TestSupport

@testable import AuthenticationServices

/// Makes tokens, good and bad.
struct Forge {
    static let issuer = "https://issuer.example"
    static let audience = "com.example.juice"
    static let nonce = "n-0S6_WzA2Mj"
    /// Seconds since 1970 at which tests take place.
    static let now: Int64 = 1_796_050_800

    var key = SigningKey.first
    var header: [String: Any] = ["alg": "RS256", "kid": SigningKey.first.id]
    var claims: [String: Any] = [
        "iss": issuer, "aud": audience, "sub": "001234.fedcba.0987", "iat": now - 10, "exp": now + 600,
        "nonce": nonce, "nonce_supported": true, "email": "a@privaterelay.appleid.com", "email_verified": "true",
        "is_private_email": true,
    ]

    init() {}

    init(_ change: (inout Forge) -> Void) {
        change(&self)
    }

    /// The signed token.
    var token: String { Self.token(header: Self.json(header), payload: Self.json(claims), key: key) }

    static func json(_ object: [String: Any]) -> String {
        let data = try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    /// Signs header and payload as they are.
    static func token(header: String, payload: String, key: SigningKey = .first) -> String {
        let message = Base64URL.text(Array(header.utf8)) + "." + Base64URL.text(Array(payload.utf8))
        return message + "." + Base64URL.text(key.signature(of: Array(message.utf8)))
    }

    /// As `token`, but with an HMAC.
    func hmacToken(secret: String) -> String {
        let message =
            Base64URL.text(Array(Self.json(header).utf8)) + "." + Base64URL.text(Array(Self.json(claims).utf8))
        var code = [UInt8](repeating: 0, count: 32)
        var size = 0
        precondition(
            EVP_Q_mac(
                nil, "HMAC", nil, "SHA256", nil, secret, secret.utf8.count, message, message.utf8.count, &code, 32,
                &size)
                != nil)
        return message + "." + Base64URL.text(code)
    }
}

/// The key endpoint of an issuer, on loopback.
final class KeyServer: Sendable {
    private let server: LoopbackServer
    private let document: Lock<String>

    init(_ keys: [String] = [SigningKey.first.jwk]) throws {
        let document = Lock(Self.document(keys))
        self.document = document
        server = try LoopbackServer { _ in
            LoopbackServer.answer(200, [("Content-Type", "application/json")], text: document.withLock { $0 })
        }
    }

    func serve(_ keys: [String]) { document.withLock { $0 = Self.document(keys) } }
    func serve(text: String) { document.withLock { $0 = text } }
    func stop() { server.stop() }

    var requests: Int { server.requests.count }

    /// A verifier over this server, of tokens by `Forge.issuer`.
    func verifier(_ clock: any DeviceClock = ManualClock(now: Timestamp(milliseconds: Forge.now * 1000)))
        -> IdentityTokenVerifier
    {
        IdentityTokenVerifier(
            issuer: Forge.issuer, leeway: .seconds(60),
            keys: KeySetCache(url: server.url("/auth/keys"), CurlTransport(), clock), clock: clock)
    }

    private static func document(_ keys: [String]) -> String { "{\"keys\":[\(keys.joined(separator: ","))]}" }
}

extension IdentityTokenVerifier {
    /// The error a token is refused with; nil = accepted.
    func refusal(of token: String, nonce: IdentityToken.Nonce = .sent(Forge.nonce)) async -> TokenError? {
        do throws(TokenError) {
            _ = try await verify(Secret(token), audience: Forge.audience, nonce: nonce)
            return nil
        } catch {
            return error
        }
    }
}
