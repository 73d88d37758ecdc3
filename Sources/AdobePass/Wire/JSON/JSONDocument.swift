import FoundationEssentials

/// A parsed JSON document: its values in document order, in one flat array.
///
/// Decoding a configuration of 1,000 MVPDs into typed values by `JSONDecoder` takes more than ten times as long. Values are
/// told by their place (`Node`) and asked for here, so that walking through them counts no references.
struct JSONDocument: Sendable {
    /// The place of a value.
    struct Node: Sendable, Hashable {
        fileprivate var index: Int
    }

    enum Kind: Sendable {
        case null, isFalse, isTrue, number, string, array, object
    }

    /// A range in the document's bytes, as it stands there.
    struct Piece: Sendable {
        var start: Int32 = 0
        var end: Int32 = 0
        /// Whether there are escapes to resolve.
        var isEscaped = false
    }

    /// What is known of a value.
    struct Entry: Sendable {
        var kind: Kind
        /// The name it has as a member of an object, without its quotes.
        var name: Piece
        /// A number, or a string without its quotes.
        var text = Piece()
        /// The index behind everything inside it: that of its next sibling, if there is one.
        var end: Int32 = 0
    }

    private let entries: [Entry]
    private let bytes: [UInt8]

    /// The entries of `bytes`, as `JSONScanner` found them; one at least.
    init(entries: [Entry], bytes: [UInt8]) {
        self.entries = entries
        self.bytes = bytes
    }

    /// The one value that holds all others.
    var root: Node { Node(index: 0) }

    func kind(of node: Node) -> Kind { entries[node.index].kind }

    /// The name a member has in its object; empty in a list.
    func name(of node: Node) -> String { text(entries[node.index].name) }

    /// The name a member has in its object, in UTF-8.
    func withName<Result>(of node: Node, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let name = entries[node.index].name
        if name.isEscaped { return Array(text(name).utf8).withUnsafeBufferPointer(body) }
        return bytes.withUnsafeBufferPointer {
            body(UnsafeBufferPointer(rebasing: $0[Int(name.start)..<Int(name.end)]))
        }
    }

    /// A text, number or truth value as text: services write numbers as texts and the other way round.
    ///
    /// Numbers in the shortest form that keeps their value; nil for what is no scalar, or no number we can hold.
    func text(of node: Node) -> String? {
        let entry = entries[node.index]
        return switch entry.kind {
        case .string: text(entry.text)
        case .number: number(entry.text).text
        case .isTrue: "true"
        case .isFalse: "false"
        case .null, .array, .object: nil
        }
    }

    /// The values in a list, or the members of an object, in order.
    func forEach(in node: Node, _ body: (Node) -> Void) {
        let end = Int(entries[node.index].end)
        var next = node.index + 1
        while next < end {
            body(Node(index: next))
            next = Int(entries[next].end)
        }
    }

    /// As `forEach`, all together.
    func children(of node: Node) -> [Node] {
        var children: [Node] = []
        forEach(in: node) { children.append($0) }
        return children
    }

    /// The member of an object with that name, byte for byte; of repeated ones the first.
    func member(_ name: String, of node: Node) -> Node? {
        guard kind(of: node) == .object else { return nil }
        return children(of: node).first { withName(of: $0) { $0.elementsEqual(name.utf8) } }
    }

    /// The value with everything inside it.
    func value(of node: Node) -> JSONValue {
        let entry = entries[node.index]
        return switch entry.kind {
        case .null: .null
        case .isTrue: .bool(true)
        case .isFalse: .bool(false)
        case .string: .string(text(entry.text))
        case .number: number(entry.text)
        case .array: .array(children(of: node).map { value(of: $0) })
        case .object:
            .object(Dictionary(children(of: node).map { (name(of: $0), value(of: $0)) }) { first, _ in first })
        }
    }

    private func number(_ piece: Piece) -> JSONValue {
        let text = text(piece)
        if let whole = Int64(text) { return .integer(whole) }
        guard let number = Double(text), number.isFinite else { return .null }
        return Int64(exactly: number).map { .integer($0) } ?? .number(number)
    }

    /// The text of a piece, its escapes resolved, else unchanged: neither composed nor decomposed (P08).
    private func text(_ piece: Piece) -> String {
        let raw = bytes[Int(piece.start)..<Int(piece.end)]
        return piece.isEscaped
            ? String(decoding: JSONEscapes.resolved(raw), as: UTF8.self) : String(decoding: raw, as: UTF8.self)
    }
}
