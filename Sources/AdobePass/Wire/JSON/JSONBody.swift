import FoundationEssentials

/// Decoding with the one error of this folder.
enum JSONBody {
    /// Reads a document that must be JSON.
    static func read<Value: Decodable>(
        _ type: Value.Type, _ body: Data, contentType: String?
    ) throws(UnreadableAnswer) -> Value {
        guard case .json(let json) = try AnswerBody(body, contentType: contentType) else {
            throw UnreadableAnswer("the body is not JSON")
        }
        return try decode(type, json)
    }

    /// Decodes JSON; an `UnreadableAnswer` thrown inside comes out as it is.
    static func decode<Value: Decodable>(_ type: Value.Type, _ json: Data) throws(UnreadableAnswer) -> Value {
        if !JSONDepth.isBounded(json) { throw UnreadableAnswer("JSON deeper than \(JSONDepth.limit) levels") }
        do {
            return try JSONDecoder().decode(type, from: json)
        } catch let error as UnreadableAnswer {
            throw error
        } catch {
            // The decoder's own words may quote the body.
            throw UnreadableAnswer("the JSON is malformed or of another shape")
        }
    }
}

extension KeyedDecodingContainer<FieldName> {
    /// The scalar under this name as text; nil if there is none.
    func text(_ name: String) throws -> String? {
        try decodeIfPresent(ScalarText.self, forKey: FieldName(name))?.text
    }

    /// The scalars under these names as texts.
    func texts(_ names: [String]) throws -> [String: String] {
        var texts: [String: String] = [:]
        for name in names { texts[name] = try text(name) }
        return texts
    }
}
