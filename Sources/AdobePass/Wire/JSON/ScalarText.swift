/// A JSON text, number or truth value as text: services write numbers as texts and the other way round.
///
/// Only a text that is malformed itself fails; a list, an object or `null` has no text.
struct ScalarText: Decodable {
    /// The text; nil if the value is no scalar.
    let text: String?

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            text = nil
        } else if let value = try container.decodeIfType(String.self) {
            text = value
        } else if let value = try container.decodeIfType(Bool.self) {
            text = value ? "true" : "false"
        } else {
            text = Self.number(in: container)
        }
    }

    /// A number in the shortest form that keeps its value; nil for what is none.
    private static func number(in container: any SingleValueDecodingContainer) -> String? {
        if let whole = try? container.decode(Int64.self) { return String(whole) }
        return (try? container.decode(Double.self)).map { String($0) }
    }
}

/// Texts in a list, however it is wrapped: `["a"]`, `"a"`, `[{"name": "a"}]`, `{"item": ["a"]}`.
///
/// Blank ones are left out.
struct TextList: Decodable {
    /// The texts in order.
    let texts: [String]

    init(from decoder: any Decoder) throws {
        if let texts = try? [String](from: decoder) {
            self.texts = texts.filter { !$0.isBlank }
        } else if var list = try? decoder.unkeyedContainer() {
            var texts: [String] = []
            while !list.isAtEnd { texts += try list.decode(TextList.self).texts }
            self.texts = texts
        } else if let object = try? decoder.container(keyedBy: FieldName.self) {
            let name = FieldName("name")
            let keys = object.contains(name) ? [name] : object.allKeys.sorted { $0.stringValue < $1.stringValue }
            texts = try keys.flatMap { try object.decode(TextList.self, forKey: $0).texts }
        } else {
            let text = try ScalarText(from: decoder).text
            texts = text.flatMap { $0.isBlank ? nil : [$0] } ?? []
        }
    }
}

extension SingleValueDecodingContainer {
    /// The value, or nil if it is of another type.
    ///
    /// A value that is malformed throws.
    fileprivate func decodeIfType<Value: Decodable>(_ type: Value.Type) throws -> Value? {
        do {
            return try decode(type)
        } catch DecodingError.typeMismatch, DecodingError.valueNotFound {
            return nil
        }
    }
}
