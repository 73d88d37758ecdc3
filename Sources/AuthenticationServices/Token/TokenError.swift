/// Why a signed token was refused: an ID token, or the token of a server-to-server notification.
///
/// Holds no value of the token.
public struct TokenError: Error, Sendable, Hashable {
    /// The reasons. The first that applies is told, in this order.
    public enum Code: Sendable, Hashable, CaseIterable {
        /// Larger than a token may be.
        case oversized
        /// Not three parts in base64url, or a part is not a JSON object (RFC 7515, 3.1).
        case malformed
        /// A member stands twice in an object: two readers could see two tokens.
        case duplicateMember
        /// Signed otherwise than with RS256, or not at all.
        case unsupportedAlgorithm
        /// Asks for extensions (`crit`, `b64`), of which none is known.
        case criticalHeader
        /// Brings or names a key of its own (`jwk`, `jku`, `x5c`, `x5u`, …): keys come from the issuer's key set alone.
        case embeddedKey
        /// No `kid`, or one that cannot be one.
        case invalidKeyID
        /// No key of that id in the issuer's key set.
        case unknownKey
        /// The issuer's key set could not be had, or is none, or was asked for too short a time ago.
        case keysUnavailable
        /// The signature is not the key's on these bytes.
        case invalidSignature
        /// A claim is missing that must be there.
        case missingClaim
        /// A claim has another type or form than it must have.
        case wrongType
        /// Issued by somebody else.
        case wrongIssuer
        /// Issued to somebody else.
        case wrongAudience
        /// Over.
        case expired
        /// Issued, or valid only, later than now.
        case notYetValid
        /// The nonce is not the one sent.
        case wrongNonce
        /// The nonce sent has not come back, though the issuer supports it.
        case missingNonce
        /// Not about the person or the code it should be about.
        case wrongSubject
    }

    /// Which reason.
    public var code: Code
    /// The name of the claim or header member concerned, if one is.
    public var member: String?

    /// Makes an error.
    public init(_ code: Code, member: String? = nil) {
        self.code = code
        self.member = member
    }
}

extension TokenError: CustomStringConvertible {
    /// The code and the member: for a log.
    public var description: String { "token refused: \(code)" + (member.map { " (\($0))" } ?? "") }
}
