import FoundationEssentials

/// A JSON value whose objects keep their order when written.
///
/// Not the SDK's: the service and its client share no wire code, so that an error in one cannot hide in the other.
package enum JSON: Sendable, Hashable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    indirect case array([JSON])
    indirect case object([Member])

    /// A member of an object.
    package struct Member: Sendable, Hashable {
        package var name: String
        package var value: JSON

        /// A member of that name.
        package init(name: String, value: JSON) {
            self.name = name
            self.value = value
        }
    }

    /// An object, in this order.
    package static func object(_ members: KeyValuePairs<String, JSON>) -> JSON {
        .object(members.map { Member(name: $0.key, value: $0.value) })
    }

    /// An array of texts.
    package static func strings(_ texts: [String]) -> JSON { .array(texts.map(JSON.string)) }

    /// A text, or null.
    package static func optional(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }

    /// Reads a document; nil when it is none, or names a member of an object twice: readers differ in which counts (RFC
    /// 8259, section 4). Members come sorted by name.
    package init?(parsing data: [UInt8]) {
        guard let value = try? JSONDecoder().decode(JSON.self, from: Data(data)), !JSONNames.repeat(in: data) else {
            return nil
        }
        self = value
    }

    /// The member of that name; nil also when this is no object.
    package subscript(name: String) -> JSON? {
        members?.first { $0.name == name }?.value
    }

    var members: [Member]? {
        if case .object(let members) = self { members } else { nil }
    }

    package var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    package var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    package var integer: Int64? {
        switch self {
        case .integer(let value): value
        case .number(let value): Int64(exactly: value)
        default: nil
        }
    }

    /// The texts of an array of texts; nil when it is anything else.
    var strings: [String]? {
        guard case .array(let values) = self else { return nil }
        let texts = values.compactMap(\.string)
        return texts.count == values.count ? texts : nil
    }
}

extension JSON {
    /// The document, on one line.
    package var text: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        case .number(let value): text += value.isFinite ? String(value) : "null"
        case .string(let value): Self.write(value, to: &text)
        case .array(let values):
            text += "["
            for (index, value) in values.enumerated() {
                if index > 0 { text += "," }
                value.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { text += "," }
                Self.write(member.name, to: &text)
                text += ":"
                member.value.write(to: &text)
            }
            text += "}"
        }
    }

    private static func write(_ value: String, to text: inout String) {
        text += "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where scalar.value < 0x20: text += "\\u00" + hexText([UInt8(scalar.value)])
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}

extension JSON: Decodable {
    private struct Name: CodingKey {
        let stringValue: String
        let intValue: Int? = nil
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    package init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: Name.self) {
            let names = container.allKeys.sorted { $0.stringValue < $1.stringValue }
            self = .object(
                try names.map { Member(name: $0.stringValue, value: try container.decode(JSON.self, forKey: $0)) })
        } else if var container = try? decoder.unkeyedContainer() {
            var values: [JSON] = []
            while !container.isAtEnd { values.append(try container.decode(JSON.self)) }
            self = .array(values)
        } else {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let value = try? container.decode(Bool.self) {
                self = .bool(value)
            } else if let value = try? container.decode(Int64.self) {
                self = .integer(value)
            } else if let value = try? container.decode(Double.self) {
                self = .number(value)
            } else {
                self = .string(try container.decode(String.self))
            }
        }
    }
}

extension JSON: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) { self = .string(text) }
}

extension JSON {
    /// An object, sorted by name.
    static func object(_ members: [String: JSON]) -> JSON {
        .object(members.sorted { $0.key < $1.key }.map { Member(name: $0.key, value: $0.value) })
    }

    /// The members as a dictionary, each read by `parse`; nil when this is no object or one cannot be read.
    func dictionary<Value>(of parse: (JSON) -> Value?) -> [String: Value]? {
        guard let members else { return nil }
        var values: [String: Value] = [:]
        for member in members {
            guard let value = parse(member.value) else { return nil }
            values[member.name] = value
        }
        return values
    }

    var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }
}
