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
        return Self.isOnLoopback(address)
    }

    /// Whether a browser sent there stays on this machine, as every browser reads addresses: host and port to the letter,
    /// and nothing that one takes for an end of the host, or for a line's end.
    private static func isOnLoopback(_ address: String) -> Bool {
        guard address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "#") })
        else { return false }
        for start in ["http://127.0.0.1:", "http://localhost:"] where address.hasPrefix(start) {
            let port = address.dropFirst(start.count).prefix { $0 != "/" && $0 != "?" }
            return port.allSatisfy(\.isWholeNumber) && UInt16(port) != nil
        }
        return false
    }
}
