public import Base

/// Client credentials and the access token got with them. Kept per service URL and software statement.
public struct ClientCredentials: Sendable, Hashable {
    /// The registered client's id.
    public var clientID: String
    /// Its secret.
    public var clientSecret: Secret
    /// The end of the secret's life, ms since 1970; nil = never.
    public var secretExpires: Timestamp?
    /// The access token, if one was got.
    public var accessToken: Secret?
    /// The end of the access token's life by this device's clock at receipt, ms since 1970.
    public var accessTokenExpires: Timestamp?

    /// Makes credentials.
    public init(
        clientID: String, clientSecret: Secret, secretExpires: Timestamp? = nil, accessToken: Secret? = nil,
        accessTokenExpires: Timestamp? = nil
    ) {
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.secretExpires = secretExpires
        self.accessToken = accessToken
        self.accessTokenExpires = accessTokenExpires
    }
}
