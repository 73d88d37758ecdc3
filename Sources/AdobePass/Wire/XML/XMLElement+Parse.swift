import CLibXML2
import FoundationEssentials

extension XMLElement {
    /// The largest body read; the transport's limit is the same.
    static let bodyLimit = 16 << 20

    /// The root element of a complete, well-formed document without a document type declaration.
    ///
    /// Leading white space and a byte order mark are passed over (P07), a declared encoding is obeyed (P08), undeclared
    /// namespace prefixes are let through (P09). Everything else a strict parser objects to is an error: cut documents
    /// and second roots (P02), bad bytes (P01), bare `&` (P06), unknown entities. No network, no file, no output.
    static func parse(_ body: Data) throws(UnreadableAnswer) -> XMLElement {
        let content = AnswerBody.withoutLead(body)
        if content.isEmpty { throw UnreadableAnswer("the body is empty") }
        if content.count > bodyLimit { throw UnreadableAnswer("the body is larger than \(bodyLimit) bytes") }
        _ = library

        var builder = XMLTreeBuilder()
        var mark = xmlshim_mark()
        let isComplete = withUnsafeMutablePointer(to: &mark) { mark in
            let former = xmlshim_listen(mark)
            defer { xmlshim_restore(former) }
            return withUnsafeMutablePointer(to: &builder) { feed(content, to: $0) }
        }
        if let refusal = builder.refusal { throw UnreadableAnswer(refusal) }
        guard isComplete, let document = builder.document else {
            throw UnreadableAnswer("XML not well-formed: line \(mark.line), libxml2 error \(mark.code)")
        }
        return XMLElement(document, at: 0)
    }

    /// Runs the parser over the whole content; whether it got to a good end.
    private static func feed(_ content: Data, to builder: UnsafeMutablePointer<XMLTreeBuilder>) -> Bool {
        var handler = handler
        guard let parser = xmlCreatePushParserCtxt(&handler, builder, nil, 0, nil) else { return false }
        builder.pointee.parser = parser
        defer {
            builder.pointee.parser = nil
            xmlFreeParserCtxt(parser)
        }
        // NOENT only turns `&amp;` in attributes into `&`: with no document type no entity can be declared.
        xmlCtxtUseOptions(parser, Int32(XML_PARSE_NONET.rawValue | XML_PARSE_NOENT.rawValue))
        return content.withUnsafeBytes { bytes in
            let characters = bytes.bindMemory(to: CChar.self)
            for start in stride(from: 0, to: characters.count, by: pieceSize) {
                let piece = UnsafeBufferPointer(rebasing: characters[start...].prefix(pieceSize))
                xmlParseChunk(parser, piece.baseAddress, Int32(piece.count), 0)
                if parser.pointee.disableSAX != 0 || builder.pointee.refusal != nil { return false }
                if let input = parser.pointee.input, input.pointee.end - input.pointee.cur > tagLimit {
                    builder.pointee.refuse("XML with a tag or comment larger than \(tagLimit) bytes")
                    return false
                }
            }
            xmlParseChunk(parser, nil, 0, 1)
            return parser.pointee.wellFormed == 1 && parser.pointee.disableSAX == 0
        }
    }

    /// What the parser is given at once: a small part of the 10 MB it takes (P04).
    private static let pieceSize = 32 << 10

    /// What may stand unread until a tag or comment ends; choice.
    ///
    /// The parser compares every attribute of a tag with every other, so that one tag of 2 MB would take it half a
    /// minute.
    private static let tagLimit = 64 << 10

    /// Sets the parser library up, once a process.
    private static let library: Void = xmlInitParser()

    /// The handler every parse starts from: what is not set here is not read.
    private static var handler: xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = UInt32(XML_SAX2_MAGIC)
        handler.startElementNs = { context, name, _, _, _, _, count, _, attributes in
            guard let name else { return }
            XMLElement.builder(context)?.pointee.start(name: name, attributes: attributes, count: Int(count))
        }
        handler.endElementNs = { context, _, _, _ in
            XMLElement.builder(context)?.pointee.end()
        }
        handler.characters = { context, start, count in
            guard let start else { return }
            XMLElement.builder(context)?.pointee.characters(start, count: Int(count))
        }
        handler.ignorableWhitespace = handler.characters
        handler.internalSubset = { context, _, _, _ in
            XMLElement.builder(context)?.pointee.refuse("XML with a document type declaration")
        }
        handler.reference = { context, _ in
            XMLElement.builder(context)?.pointee.refuse("XML with an unknown entity")
        }
        return handler
    }

    private static func builder(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<XMLTreeBuilder>? {
        context?.assumingMemoryBound(to: XMLTreeBuilder.self)
    }
}
