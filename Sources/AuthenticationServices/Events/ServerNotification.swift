public import Base

/// What Apple's server tells the app's server about a person.
///
/// Source: "Processing changes for Sign in with Apple accounts".
public struct ServerNotification: Sendable, Hashable {
    /// What happened.
    public enum Kind: Sendable, Hashable {
        /// Mail to the relay address is not passed on any more.
        case emailDisabled
        /// Mail to the relay address is passed on again.
        case emailEnabled
        /// The person stopped using the app with their account.
        case consentRevoked
        /// The person deleted their account; Apple's older documents call it `account-delete`.
        case accountDeleted
        /// Something this version does not know, by its name.
        case other(String)

        init(_ type: String) {
            self =
                switch type {
                case "email-disabled": .emailDisabled
                case "email-enabled": .emailEnabled
                case "consent-revoked": .consentRevoked
                case "account-deleted", "account-delete": .accountDeleted
                default: .other(type)
                }
        }
    }

    /// What happened.
    public let kind: Kind
    /// To whom.
    public let user: Secret
    /// When; nil when Apple does not say. One that comes late may be older than the person's latest sign-in: compare before
    /// deleting anything.
    public let time: Timestamp?
    /// The address concerned, with the kinds about mail.
    public let email: Secret?
    /// Whether that address is a relay.
    public let isPrivateEmail: Bool?
    /// Apple's id of the notification; the same one may come twice.
    public let id: String

    /// Reads the claims of a verified token. `events` is an object in a text.
    init(_ claims: Claims) throws(TokenError) {
        id = try claims.text("jti")
        guard let value = try? JSONReader.value(of: Array(try claims.text("events").utf8)), case .object = value else {
            throw TokenError(.wrongType, member: "events")
        }
        let event = Claims(value)
        kind = Kind(try event.text("type"))
        user = Secret(try event.text("sub"))
        time = try event.optionalInteger("event_time").map { Timestamp(milliseconds: $0) }
        email = try event.optionalText("email").map { Secret($0) }
        isPrivateEmail = try event.optionalBool("is_private_email")
    }
}
