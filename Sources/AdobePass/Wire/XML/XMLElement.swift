/// An element of a parsed document.
///
/// All names are local names: prefixes and namespaces vary between services.
struct XMLElement: Sendable {
    private let document: XMLDocument
    private let node: XMLDocument.Node

    /// The element at `index`, which is handed out only if it is no text.
    init(_ document: XMLDocument, at index: Int32) {
        self.document = document
        node = document.nodes[Int(index)]
    }

    /// The local name.
    var name: String { document.names[Int(node.name)] }

    /// The place of the name among those of the document.
    var nameIndex: Int { Int(node.name) }

    /// The names of all elements and attributes of the document, each once.
    var documentNames: [String] { document.names }

    /// The text directly inside, without that of children; white space is kept.
    var text: String {
        var text = ""
        var next = node.firstChild
        while next >= 0 {
            let child = document.nodes[Int(next)]
            if child.isText { text = text.isEmpty ? document.text(child.range) : text + document.text(child.range) }
            next = child.nextSibling
        }
        return text
    }

    /// Attributes in order; namespace declarations are not among them.
    var attributes: [(name: String, value: String)] {
        document.attributes[Int(node.range.lowerBound)..<Int(node.range.upperBound)].map { attribute in
            (document.names[Int(attribute.name)], document.text(attribute.value))
        }
    }

    /// The elements directly inside, in order.
    var children: [XMLElement] {
        var children: [XMLElement] = []
        forEach { children.append($0) }
        return children
    }

    /// As `children`, one by one.
    func forEach(_ body: (XMLElement) -> Void) {
        var next = node.firstChild
        while next >= 0 {
            let child = XMLElement(document, at: next)
            if !child.node.isText { body(child) }
            next = child.node.nextSibling
        }
    }

    /// The first child element of that name.
    func child(_ name: String) -> XMLElement? {
        var next = node.firstChild
        while next >= 0 {
            let child = document.nodes[Int(next)]
            if !child.isText, document.names[Int(child.name)] == name { return XMLElement(document, at: next) }
            next = child.nextSibling
        }
        return nil
    }

    /// The text of the first child of that name, else the attribute of that name.
    func value(_ name: String) -> String? {
        child(name)?.text ?? attributes.first { $0.name == name }?.value
    }
}
