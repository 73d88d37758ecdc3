/// A parsed document: its nodes in document order, in flat arrays.
///
/// Handed out as `XMLElement`s.
///
/// One array entry a node, names kept once, texts as bytes: a configuration of 1,000 MVPDs is some 40,000 nodes, and
/// most of its texts are never asked for.
final class XMLDocument: Sendable {
    /// An element, or a piece of text among an element's children.
    struct Node: Sendable {
        /// Index into `names`; -1 for a piece of text.
        var name: Int32
        /// The first child, or -1.
        var firstChild: Int32 = -1
        /// The next child of the same parent, or -1.
        var nextSibling: Int32 = -1
        /// An element: its range in `attributes`.
        ///
        /// A text: its range in `bytes`.
        var range: Range<Int32>

        var isText: Bool { name < 0 }
    }

    /// An attribute: index into `names`, value as range in `bytes`.
    struct Attribute: Sendable {
        var name: Int32
        var value: Range<Int32>
    }

    let nodes: [Node]
    let attributes: [Attribute]
    let names: [String]
    let bytes: [UInt8]

    init(nodes: [Node], attributes: [Attribute], names: [String], bytes: [UInt8]) {
        self.nodes = nodes
        self.attributes = attributes
        self.names = names
        self.bytes = bytes
    }

    /// The UTF-8 text of a range in `bytes`, unchanged: neither composed nor decomposed (P08).
    func text(_ range: Range<Int32>) -> String {
        String(decoding: bytes[Int(range.lowerBound)..<Int(range.upperBound)], as: UTF8.self)
    }
}
