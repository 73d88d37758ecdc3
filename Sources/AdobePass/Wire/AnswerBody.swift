import FoundationEssentials

/// A body told apart by its first character; the content type is a hint only, since services get it wrong.
enum AnswerBody {
    /// A JSON document, valid UTF-8, without lead.
    case json(Data)
    /// Something that begins like XML; HTML does too.
    case xml(Data)

    /// Tells the kind of body.
    ///
    /// A body that is not UTF-8 is read as Latin-1 when its content type says so (XML may say it itself).
    init(_ body: Data, contentType: String?) throws(UnreadableAnswer) {
        let content = Self.withoutLead(body)
        guard let first = content.first else { throw UnreadableAnswer("the body is empty") }
        switch first {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard let text = Self.utf8(content, contentType) else { throw UnreadableAnswer("JSON that is not UTF-8") }
            self = .json(text)
        case UInt8(ascii: "<"):
            // The parser judges bytes by the document's own declaration; without one the content type counts.
            let isDeclared = String(decoding: content.prefix(200), as: UTF8.self).contains("encoding")
            let isLatin1 = !isDeclared && Self.saysLatin1(contentType)
            self = .xml(isLatin1 ? Self.utf8(content, contentType) ?? content : content)
        default:
            throw UnreadableAnswer("the body is neither JSON nor XML")
        }
    }

    /// The body without byte order mark and white space in front (P07).
    static func withoutLead(_ body: Data) -> Data {
        var rest = body[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        return rest.drop(while: \.isASCIISpace)
    }

    /// The content as UTF-8, from Latin-1 if need be and the content type says so; nil if it is neither.
    private static func utf8(_ content: Data, _ contentType: String?) -> Data? {
        let isValid = content.withUnsafeBytes { String(validating: $0, as: UTF8.self) != nil }
        if isValid { return content }
        guard saysLatin1(contentType) else { return nil }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: content.lazy.map { Unicode.Scalar($0) })
        return Data(String(text).utf8)
    }

    private static func saysLatin1(_ contentType: String?) -> Bool {
        let contentType = contentType?.lowercased() ?? ""
        return ["iso-8859-1", "latin1", "windows-1252"].contains { contentType.contains($0) }
    }
}
