extension String {
    /// Whether both texts are the same bytes.
    ///
    /// Ids are compared so: Swift takes composed and decomposed accents for equal, the service does not (P08).
    package func isSameID(as other: String) -> Bool {
        utf8.elementsEqual(other.utf8)
    }
}

/// A text as a dictionary key, equal only to the same bytes.
package struct ExactText: Hashable, Sendable {
    private let bytes: [UInt8]

    /// Takes the text's bytes.
    package init(_ text: String) {
        bytes = Array(text.utf8)
    }
}
