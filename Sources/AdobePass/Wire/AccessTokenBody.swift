import Base
import FoundationEssentials

/// The answer to `POST /o/client/token`, JSON.
struct AccessTokenBody: Sendable, Hashable {
    /// The access token.
    var token: Secret
    /// The end of its life by the clock that gave `receivedAt`, ms since 1970.
    var expires: Timestamp

    static func parse(_ body: Data, receivedAt: Timestamp) throws(UnreadableAnswer) -> AccessTokenBody {
        throw UnreadableAnswer("the access token cannot be read yet")
    }
}
