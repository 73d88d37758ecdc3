/// An app as it is registered at the stand-in.
public struct AppleClient: Sendable, Hashable {
    /// The Services ID.
    public var id: String
    /// The developer team.
    public var teamID: String
    /// The id of the team's key.
    public var keyID: String
    /// The redirect addresses, to the letter; empty = any on loopback.
    public var redirectURIs: Set<String>

    /// Registers an app.
    public init(
        id: String = "com.example.juice", teamID: String = "TEAM123456", keyID: String = "KEY1234567",
        redirectURIs: Set<String> = []
    ) {
        self.id = id
        self.teamID = teamID
        self.keyID = keyID
        self.redirectURIs = redirectURIs
    }

    /// Whether answers may go there. Apple takes neither loopback nor plain http; this stand-in must.
    func mayRedirect(to address: String) -> Bool {
        if !redirectURIs.isEmpty { return redirectURIs.contains(address) }
        return address.hasPrefix("http://127.0.0.1:") || address.hasPrefix("http://localhost:")
    }
}
