/// What a header field can say (RFC 9110, section 5); anything else could forge a field.
enum HeaderField {
    /// A token.
    static func isName(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !Array("()<>@,;:\\\"/[]?={}".utf8).contains($0) }
    }

    /// Printable, and not blank at either end.
    static func isValue(_ text: String) -> Bool {
        trimmed(text) == text && !text.isEmpty && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
}
