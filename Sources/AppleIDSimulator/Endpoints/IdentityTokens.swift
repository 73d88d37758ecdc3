import Base
import PassSimulator

/// Issues ID tokens.
struct IdentityTokens {
    let issuer: String
    let client: AppleClient

    /// A token about a consent; `fields` are added.
    func token(
        about consent: Provider.Consent, nonce: String?, extra: [(String, JSON)] = [], _ provider: Provider,
        at now: Timestamp
    ) -> String? {
        let seconds = now.milliseconds / 1000
        let settings = provider.settings
        func bool(_ value: Bool) -> JSON { settings.writesBooleansAsText ? .string("\(value)") : .bool(value) }
        var members: [(String, JSON)] = [
            ("iss", .string(issuer)), ("aud", .string(client.id)), ("sub", .string(consent.subject)),
            ("iat", .integer(seconds)), ("exp", .integer(seconds + settings.identityTokenLifetime)),
            ("email", .string(consent.email)), ("email_verified", bool(true)),
            ("is_private_email", bool(consent.isRelay)), ("auth_time", .integer(seconds)),
            ("nonce_supported", .bool(settings.supportsNonce)),
        ]
        if settings.supportsNonce, let nonce { members.append(("nonce", .string(nonce))) }
        if let subject = consent.transferSubject { members.append(("transfer_sub", .string(subject))) }
        members += extra
        return provider.keys.last?.token(.object(members.map { JSON.Member(name: $0.0, value: $0.1) }))
    }

    /// The half of a digest that binds a token to what comes with it.
    static func half(_ text: String) -> JSON { .string(base64URL(Array(sha256(Array(text.utf8)).prefix(16)))) }
}
