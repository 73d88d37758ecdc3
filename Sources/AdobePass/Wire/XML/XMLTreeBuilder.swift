import CLibXML2

/// Collects what the parser reports.
///
/// A value that stays in its place while one parse runs: the parser is given its address. As an object it would check
/// at every access that no other is under way, which took a sixth of the time.
struct XMLTreeBuilder {
    /// Choice: the documents due are 6 elements deep.
    static let depthLimit = 64
    /// Attributes of one element; choice.
    static let attributeLimit = 256
    /// Elements, attributes and texts together; choice: 1,000 MVPDs have some 40,000.
    static let nodeLimit = 500_000

    /// Why the document is refused, if it is; set once.
    private(set) var refusal: String?
    /// The parser that reports here; stopped at a refusal.
    var parser: xmlParserCtxtPtr?

    private var nodes: [XMLDocument.Node] = []
    private var attributes: [XMLDocument.Attribute] = []
    private var bytes: [UInt8] = []
    private var names: [String] = []
    private var nameIndices: [UnsafePointer<xmlChar>: Int32] = [:]
    /// The elements not yet ended, outermost first.
    private var open: [(node: Int32, lastChild: Int32)] = []

    /// The document, if its root was seen to its end and nothing was refused.
    var document: XMLDocument? {
        guard refusal == nil, open.isEmpty, !nodes.isEmpty else { return nil }
        return XMLDocument(nodes: nodes, attributes: attributes, names: names, bytes: bytes)
    }

    mutating func refuse(_ reason: String) {
        if refusal == nil { refusal = reason }
        if let parser { xmlStopParser(parser) }
    }

    mutating func start(
        name: UnsafePointer<xmlChar>, attributes given: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, count: Int
    ) {
        guard refusal == nil else { return }
        if open.count == Self.depthLimit { return refuse("XML deeper than \(Self.depthLimit) elements") }
        if count > Self.attributeLimit { return refuse("XML with more than \(Self.attributeLimit) attributes a tag") }
        guard let name = index(of: name) else { return refuse("an XML name cannot be kept") }
        let firstAttribute = Int32(attributes.count)
        if let given {
            // Five pointers each: local name, prefix, namespace, start and end of the value.
            for place in stride(from: 0, to: count * 5, by: 5) {
                guard let pointer = given[place], let name = index(of: pointer), let start = given[place + 3],
                    let end = given[place + 4]
                else { return refuse("an XML attribute cannot be kept") }
                attributes.append(XMLDocument.Attribute(name: name, value: keep(start, count: end - start)))
            }
        }
        let index = Int32(nodes.count)
        append(XMLDocument.Node(name: name, range: firstAttribute..<Int32(attributes.count)))
        open.append((node: index, lastChild: -1))
    }

    mutating func end() {
        _ = open.popLast()
    }

    mutating func characters(_ start: UnsafePointer<xmlChar>, count: Int) {
        guard refusal == nil, let parent = open.last else { return }
        let range = keep(start, count: count)
        let last = Int(parent.lastChild)
        if last >= 0, nodes[last].isText, nodes[last].range.upperBound == range.lowerBound {
            // The parser hands out a text in pieces.
            nodes[last].range = nodes[last].range.lowerBound..<range.upperBound
        } else {
            append(XMLDocument.Node(name: -1, range: range))
        }
    }

    private mutating func append(_ node: XMLDocument.Node) {
        let index = Int32(nodes.count)
        if nodes.count + attributes.count >= Self.nodeLimit {
            return refuse("XML with more than \(Self.nodeLimit) elements, attributes and texts")
        }
        nodes.append(node)
        guard let parent = open.indices.last else { return }
        if open[parent].lastChild < 0 {
            nodes[Int(open[parent].node)].firstChild = index
        } else {
            nodes[Int(open[parent].lastChild)].nextSibling = index
        }
        open[parent].lastChild = index
    }

    /// Copies bytes; the body's size limit keeps the offsets well inside 32 bits.
    private mutating func keep(_ start: UnsafePointer<xmlChar>, count: Int) -> Range<Int32> {
        let first = Int32(bytes.count)
        bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
        return first..<Int32(bytes.count)
    }

    /// The index of a name.
    ///
    /// The parser's own dictionary gives equal names one address, for as long as it lives.
    private mutating func index(of name: UnsafePointer<xmlChar>) -> Int32? {
        guard let parser,
            let unique = xmlDictOwns(parser.pointee.dict, name) == 1
                ? name : xmlDictLookup(parser.pointee.dict, name, -1)
        else { return nil }
        if let known = nameIndices[unique] { return known }
        let index = Int32(names.count)
        names.append(String(cString: unique))
        nameIndices[unique] = index
        return index
    }
}
