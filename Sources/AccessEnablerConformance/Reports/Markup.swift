extension Unicode.Scalar {
    /// It turns to a terminal, breaks lines, or turns the direction of what follows.
    var isTreacherous: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: properties.isBidiControl
        }
    }
}

/// Text inside XML and HTML: an implementation under test may have written it.
enum Markup {
    /// Text in an element or a quoted attribute. What XML cannot hold becomes U+FFFD.
    static func text(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "\n", "\t": escaped.unicodeScalars.append(scalar)
            case "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar.isTreacherous ? "\u{FFFD}" : scalar)
            }
        }
        return escaped
    }

    /// Text in a quoted attribute in which line ends must stay.
    static func attribute(_ text: String) -> String {
        Self.text(text).replacing("\n", with: "&#10;").replacing("\t", with: "&#9;")
    }
}
