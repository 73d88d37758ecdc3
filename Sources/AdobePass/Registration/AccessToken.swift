import Base

/// An access token and the client it was given to.
struct AccessToken: Sendable, Hashable {
    let secret: Secret
    let clientID: String
    private let usableUntil: Timestamp

    /// So long before its end a token is not used any more, since it must last for the request.
    ///
    /// Never more than a tenth of its life. Choice.
    private static let margin = Duration.seconds(30)

    /// The token kept with credentials, if there is one.
    init?(_ client: StoredClient) {
        guard let secret = client.accessToken, let end = client.accessTokenExpires, !secret.isEmpty else {
            return nil
        }
        self.secret = secret
        usableUntil = end
        clientID = client.clientID
    }

    /// Whether it may be used at `now`, the device's time, by which its end was set at receipt (E06).
    ///
    /// An end further off than any token lives was set while the clock was wrong.
    func isGood(at now: Timestamp) -> Bool {
        now < usableUntil && usableUntil - now <= AccessTokenBody.longestLife
    }

    /// The header field it is sent in.
    var field: (name: String, value: String) { ("Authorization", "Bearer " + secret.exposed) }

    /// Until when a token received at `now` is used (E01).
    static func usableUntil(end: Timestamp, receivedAt now: Timestamp) -> Timestamp {
        let life = max(.zero, min(end - now, AccessTokenBody.longestLife))
        return now + (life - min(margin, life / 10))
    }
}
