import Foundation

/// Checks a JSON document against the part of JSON Schema our schemas use; a keyword it does not know is a finding, too.
struct SchemaChecker {
    private let root: [String: Any]
    private static let silent: Set<String> = ["$schema", "title", "description", "$defs"]

    init(_ schema: String) throws {
        let object = try JSONSerialization.jsonObject(with: Data(schema.utf8))
        guard let root = object as? [String: Any] else { throw CocoaError(.propertyListReadCorrupt) }
        self.root = root
    }

    /// What does not fit, each with its place.
    func findings(_ document: String) throws -> [String] {
        check(try JSONSerialization.jsonObject(with: Data(document.utf8), options: .fragmentsAllowed), root, "$")
    }

    private func check(_ value: Any, _ schema: [String: Any], _ place: String) -> [String] {
        schema.flatMap { keyword, rule -> [String] in
            if Self.silent.contains(keyword) { return [] }
            return check(value, keyword, rule, schema, place)
        }
    }

    private func check(
        _ value: Any, _ keyword: String, _ rule: Any, _ schema: [String: Any], _ place: String
    ) -> [String] {
        let object = value as? [String: Any]
        let list = value as? [Any]
        switch (keyword, rule) {
        case ("type", let name as String):
            return isOf(value, name) ? [] : ["\(place) is no \(name)"]
        case ("type", let names as [String]):
            return names.contains { isOf(value, $0) } ? [] : ["\(place) is none of \(names)"]
        case ("const", _):
            return isEqual(value, rule) ? [] : ["\(place) is not \(rule)"]
        case ("enum", let values as [Any]):
            return values.contains { isEqual(value, $0) } ? [] : ["\(place) is \(value), none of \(values)"]
        case ("required", let names as [String]):
            return names.filter { object?[$0] == nil }.map { "\(place) has no \($0)" }
        case ("properties", let rules as [String: [String: Any]]):
            return rules.flatMap { name, rule in
                object?[name].map { check($0, rule, "\(place).\(name)") } ?? []
            }
        case ("additionalProperties", let isAllowed as Bool) where !isAllowed:
            let known = Set((schema["properties"] as? [String: Any] ?? [:]).keys)
            return (object ?? [:]).keys.filter { !known.contains($0) }.map { "\(place) has an unknown \($0)" }
        case ("additionalProperties", let rule as [String: Any]):
            let known = Set((schema["properties"] as? [String: Any] ?? [:]).keys)
            return (object ?? [:]).filter { !known.contains($0.key) }
                .flatMap { check($0.value, rule, "\(place).\($0.key)") }
        case ("items", let rule as [String: Any]):
            return (list ?? []).enumerated().flatMap { check($1, rule, "\(place)[\($0)]") }
        case ("minItems", let least as Int): return (list?.count ?? least) >= least ? [] : ["\(place) is too short"]
        case ("maxItems", let most as Int): return (list?.count ?? most) <= most ? [] : ["\(place) is too long"]
        case ("minLength", let least as Int):
            return ((value as? String)?.count ?? least) >= least ? [] : ["\(place) is too short"]
        case ("minimum", let least as Double):
            return ((value as? NSNumber)?.doubleValue ?? least) >= least ? [] : ["\(place) is too small"]
        case ("oneOf", let rules as [[String: Any]]):
            let count = rules.count { check(value, $0, place).isEmpty }
            return count == 1 ? [] : ["\(place) fits \(count) of \(rules.count) shapes"]
        case ("$ref", let path as String):
            let name = path.replacingOccurrences(of: "#/$defs/", with: "")
            guard let rule = (root["$defs"] as? [String: [String: Any]])?[name] else { return ["no \(path)"] }
            return check(value, rule, place)
        default:
            return ["the schema has \(keyword) at \(place), which is not checked"]
        }
    }

    private func isOf(_ value: Any, _ type: String) -> Bool {
        switch type {
        case "object": value is [String: Any]
        case "array": value is [Any]
        case "string": value is String
        case "null": value is NSNull
        case "boolean": isTruth(value)
        case "number": value is NSNumber && !isTruth(value)
        case "integer":
            !isTruth(value) && (value as? NSNumber).map { $0.doubleValue.rounded() == $0.doubleValue } == true
        default: false
        }
    }

    private func isTruth(_ value: Any) -> Bool {
        (value as? NSNumber).map { String(cString: $0.objCType) == "c" } ?? false
    }

    private func isEqual(_ left: Any, _ right: Any) -> Bool {
        guard isTruth(left) == isTruth(right) else { return false }
        return (left as? NSObject) == (right as? NSObject)
            || (left as? String).map { $0 == right as? String } == true
            || (left as? NSNumber).map { $0 == right as? NSNumber } == true
    }
}
