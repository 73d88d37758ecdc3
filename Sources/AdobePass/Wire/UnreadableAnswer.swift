/// A body that is not the document due: cut, malformed, another kind of document, a required field missing.
package struct UnreadableAnswer: Error, Sendable, Hashable {
    /// A sentence for the log.
    ///
    /// It never quotes the body, which may hold secrets (T12).
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}
