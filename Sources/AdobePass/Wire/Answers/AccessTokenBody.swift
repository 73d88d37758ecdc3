import Base
import FoundationEssentials

/// The answer to `POST /o/client/token`, JSON.
///
/// Source: "Dynamic Client Registration", retrieve access token.
struct AccessTokenBody: Sendable, Hashable {
    /// The longest life believed: the documented one.
    ///
    /// Choice; a longer one is cut to it, never trusted for ever (E01).
    static let longestLife = Duration.seconds(24 * 60 * 60)

    /// The access token.
    var token: Secret
    /// The end of its life by the clock that gave `receivedAt`, ms since 1970.
    var expires: Timestamp

    /// Reads the answer.
    ///
    /// `expires_in` is in seconds and counts from receipt; `created_at`, by the service's clock, does not count. A life
    /// that is missing, 0 or negative is unreadable (E01).
    static func parse(_ body: Data, receivedAt: Timestamp) throws(UnreadableAnswer) -> AccessTokenBody {
        let object = try JSONBody.read(AccessTokenObject.self, body, contentType: nil)
        guard let seconds = object.lifetime, seconds > 0 else {
            throw UnreadableAnswer("an access token without a lifetime")
        }
        return AccessTokenBody(token: object.token, expires: receivedAt + min(.seconds(seconds), longestLife))
    }
}

private struct AccessTokenObject: Decodable {
    let token: Secret
    let lifetime: Int64?

    /// No service takes a longer header field. Choice.
    private static let longestToken = 16_384

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: FieldName.self)
        // Whatever else it is, it must fit into one header line.
        guard let text = try object.text("access_token"), !text.isEmpty, text.utf8.count <= Self.longestToken,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw UnreadableAnswer("an answer without a usable access_token") }
        token = Secret(text)
        lifetime = try object.text("expires_in").flatMap(WholeNumber.parse)
    }
}
