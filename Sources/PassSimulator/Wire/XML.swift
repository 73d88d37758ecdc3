/// An element: with children or with a text.
package struct XML: Sendable, Hashable {
    var name: String
    var attributes: [String]
    var text: String
    var children: [XML]

    /// An element with a text.
    init(_ name: String, _ text: String) {
        self.name = name
        attributes = []
        self.text = text
        children = []
    }

    /// An element with children. `attributes` are written as they are.
    init(_ name: String, attributes: [String] = [], _ children: [XML]) {
        self.name = name
        self.attributes = attributes
        text = ""
        self.children = children
    }

    /// The whole document.
    var document: String {
        var document = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>"
        write(to: &document)
        return document
    }

    private func write(to document: inout String) {
        let start = ([name] + attributes).joined(separator: " ")
        if text.isEmpty, children.isEmpty {
            document += "<\(start)/>"
            return
        }
        document += "<\(start)>" + Self.escaped(text)
        for child in children { child.write(to: &document) }
        document += "</\(name)>"
    }

    /// A text as character data or attribute value; what XML 1.0 cannot say becomes U+FFFD.
    package static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;".unicodeScalars
            case "<": escaped += "&lt;".unicodeScalars
            case ">": escaped += "&gt;".unicodeScalars
            case "\"": escaped += "&quot;".unicodeScalars
            case "\r": escaped += "&#13;".unicodeScalars
            case "\n", "\t": escaped.append(scalar)
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
                escaped.append("\u{FFFD}")
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
