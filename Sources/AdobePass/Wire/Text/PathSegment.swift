/// One segment of a path.
enum PathSegment {
    /// Percent-encoded once.
    ///
    /// `.` and `..` would be taken for a way through the tree, so their dots are written out too.
    static func encode(_ text: String) -> String {
        if text == "." || text == ".." { return String(repeating: "%2E", count: text.count) }
        return Percent.encode(text)
    }
}
