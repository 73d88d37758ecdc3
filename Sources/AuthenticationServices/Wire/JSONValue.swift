import Base

/// A JSON document read strictly: what two readers could take differently is refused.
enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    /// A number without fraction and exponent that fits.
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONValue])
    /// By the bytes of the name: Swift takes composed and decomposed letters for equal, JSON does not.
    case object([ExactText: JSONValue])

    /// The member of that name; nil also when this is no object.
    subscript(name: String) -> JSONValue? {
        if case .object(let members) = self { members[ExactText(name)] } else { nil }
    }

    /// The text, if it is one.
    var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The integer, if it is one.
    var integer: Int64? {
        if case .integer(let value) = self { value } else { nil }
    }
}
