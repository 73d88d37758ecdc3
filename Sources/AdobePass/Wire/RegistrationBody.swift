import Base
import FoundationEssentials

/// The answer to `POST /o/client/register`, JSON.
struct RegistrationBody: Sendable, Hashable {
    /// The registered client's id.
    var clientID: String
    /// Its secret.
    var clientSecret: Secret
    /// The end of the secret's life, ms since 1970; nil = never (E05).
    var secretExpires: Timestamp?

    static func parse(_ body: Data) throws(UnreadableAnswer) -> RegistrationBody {
        throw UnreadableAnswer("the registration cannot be read yet")
    }
}
