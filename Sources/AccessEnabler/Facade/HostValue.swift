/// Values of untyped lists and dictionaries, as hosts of the original SDK hand them over and expect them.
enum HostValue {
    /// A text: of strings themselves, of numbers, truth values, URLs and Foundation's objects their description; nil for
    /// none.
    static func text(_ value: Any?) -> String? {
        if let text = value as? String { return text }
        return (value as? any CustomStringConvertible)?.description
    }

    /// The texts of a list; a nil list is empty.
    static func texts(_ list: [Any]?) -> [String] {
        (list ?? []).compactMap { text($0) }
    }

    /// The texts of a dictionary; a nil dictionary is empty.
    static func texts(_ dictionary: [AnyHashable: Any]?) -> [String: String] {
        var texts: [String: String] = [:]
        for (key, value) in dictionary ?? [:] {
            if let name = text(key.base), let value = text(value) { texts[name] = value }
        }
        return texts
    }

    /// A number.
    static func number(_ value: Any?) -> Int32? {
        text(value).flatMap { Int32($0) }
    }

    /// A truth value; false for none.
    static func flag(_ value: Any?) -> Bool {
        ["true", "yes", "1"].contains(text(value)?.lowercased())
    }

    /// A JSON value in Swift's own types, as `JSONSerialization` would give it: `String`, `Bool`, `Int`, `Double`, `[Any]`,
    /// `[String: Any]`. A null within is `JSONValue.null`, where there it is `NSNull`.
    static func any(_ value: JSONValue) -> Any {
        switch value {
        case .null: return value
        case .bool(let value): return value
        case .integer(let value): return Int(value)
        case .number(let value): return value
        case .string(let value): return value
        case .array(let values): return values.map(any)
        case .object(let values): return values.mapValues(any)
        }
    }
}
