/// How the stand-in behaves where Apple's behaviour was seen to differ, or may.
public struct AppleIDSettings: Sendable, Hashable {
    /// Truth values as text.
    public var writesBooleansAsText = true
    /// Sends `nonce` back and says that it does.
    public var supportsNonce = true
    /// Announces proof keys in the discovery document. The proof of a challenge that was sent is demanded in any case.
    public var supportsProofKey = false
    /// Asks for a second factor.
    public var asksForCode = true
    /// How long an ID token lasts, in s.
    public var identityTokenLifetime: Int64 = 86_400

    /// The usual behaviour.
    public init() {}
}
