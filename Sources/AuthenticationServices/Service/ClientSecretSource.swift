public import Base
import Foundation

/// Who proves to Apple that the app is itself.
public enum ClientSecretSource: Sendable {
    /// A developer key on this device: for servers, kiosks and tests. Whoever reads the key can speak for the app, so it
    /// must not be shipped to people.
    case key(DeveloperKey)
    /// The app's server signs, and gives the finished client secret. What it throws fails the sign-in with
    /// `ASAuthorizationError.failed`.
    case provided(@Sendable () async throws -> Secret)
}

/// A key for Sign in with Apple, as a developer account hands it out.
public struct DeveloperKey: Sendable, Hashable {
    /// The team.
    public var teamID: String
    /// The key's id, ten characters.
    public var keyID: String
    /// The `.p8` file; read at each use, and never kept.
    public var file: String

    /// Names a key.
    public init(teamID: String, keyID: String, file: String) {
        self.teamID = teamID
        self.keyID = keyID
        self.file = file
    }
}

extension DeveloperKey {
    /// How long a client secret counts. Choice: an hour, far below the six months allowed, yet more than clocks differ.
    private static let lifetime: Int64 = 3600
    /// A `.p8` file has some 250 bytes.
    private static let largestFile = 16 << 10

    /// A client secret (a JWT): `iss` the team, `sub` the client, `aud` the provider, signed with ES256.
    func clientSecret(clientID: String, audience: String, now: Timestamp) throws(ASAuthorizationError) -> Secret {
        guard let handle = FileHandle(forReadingAtPath: file),
            let data = try? handle.read(upToCount: Self.largestFile), let text = String(data: data, encoding: .utf8),
            let key = ECPrivateKey(pem: Secret(text))
        else { throw ASAuthorizationError(.unknown, "the developer key cannot be read, or is no key on P-256") }
        let seconds = now.milliseconds / 1000
        let header = JSONText.object([("alg", .text("ES256")), ("kid", .text(keyID))])
        let claims = JSONText.object([
            ("iss", .text(teamID)), ("iat", .integer(seconds)), ("exp", .integer(seconds + Self.lifetime)),
            ("aud", .text(audience)), ("sub", .text(clientID)),
        ])
        let message = Base64URL.text(header.utf8) + "." + Base64URL.text(claims.utf8)
        guard let signature = key.signature(of: Array(message.utf8)) else {
            throw ASAuthorizationError(.unknown, "the developer key cannot sign")
        }
        return Secret(message + "." + Base64URL.text(signature))
    }
}
