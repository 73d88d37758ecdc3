/// A text that must not show itself: tokens, SAML, client secrets, user ids.
///
/// Printing, interpolating, dumping or reflecting it gives a fixed word. Only `exposed` gives the text, so every use
/// can be found by that name.
public struct Secret: Hashable, Sendable {
    /// The text itself. For the wire and the store only, never for a log or an error.
    public let exposed: String

    /// Wraps a secret text.
    public init(_ text: String) {
        exposed = text
    }

    /// Whether there is no text at all.
    public var isEmpty: Bool { exposed.isEmpty }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Always the same word.
    public var description: String { "<redacted>" }
    /// Always the same word.
    public var debugDescription: String { "<redacted>" }
    /// Shows no child.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
