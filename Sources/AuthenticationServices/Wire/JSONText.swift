/// Writes JSON objects, their members in the order given.
enum JSONText {
    /// A value to write.
    enum Value: Sendable {
        case text(String)
        case integer(Int64)
        case bool(Bool)
    }

    /// An object.
    static func object(_ members: [(String, Value)]) -> String {
        let written = members.map { name, value in
            let text =
                switch value {
                case .text(let text): quoted(text)
                case .integer(let integer): String(integer)
                case .bool(let bool): bool ? "true" : "false"
                }
            return "\(quoted(name)):\(text)"
        }
        return "{\(written.joined(separator: ","))}"
    }

    private static func quoted(_ text: String) -> String {
        var quoted = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\":
                quoted.append("\\")
                quoted.append(scalar)
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                quoted += ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).unicodeScalars
            default: quoted.append(scalar)
            }
        }
        return "\"\(String(quoted))\""
    }
}
