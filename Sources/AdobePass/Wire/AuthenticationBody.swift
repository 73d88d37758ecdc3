import Base
import FoundationEssentials

/// The answer to `GET tokens/authn`, JSON or XML.
struct AuthenticationBody: Sendable, Hashable {
    /// The programmer's id, if told.
    var requestor: String?
    /// The MVPD's id, if told.
    var mvpd: String?
    /// The end of the token's life, ms since 1970.
    var expires: Timestamp
    /// The MVPD's id of the person, if told.
    var userID: Secret?

    static func parse(_ body: Data, contentType: String?) throws(UnreadableAnswer) -> AuthenticationBody {
        throw UnreadableAnswer("the authentication cannot be read yet")
    }
}
