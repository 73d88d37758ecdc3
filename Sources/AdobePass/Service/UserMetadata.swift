/// User metadata: JSON values by key.
public struct UserMetadata: Sendable, Hashable {
    /// The values, as read.
    public var values: [String: JSONValue]
    /// Which of them are encrypted.
    public var encryptedKeys: Set<String>

    /// Makes user metadata.
    public init(values: [String: JSONValue], encryptedKeys: Set<String>) {
        self.values = values
        self.encryptedKeys = encryptedKeys
    }
}
