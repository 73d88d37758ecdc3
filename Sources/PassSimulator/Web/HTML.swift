/// Markup that is safe to send: a text put into it is escaped, so that a hostile name stays a name.
package struct HTML: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The markup as it is sent.
    package let markup: String

    private init(markup: String) { self.markup = markup }

    package init(stringLiteral markup: String) { self.init(markup: markup) }

    package init(stringInterpolation: StringInterpolation) { self.init(markup: stringInterpolation.markup) }

    /// Nothing.
    package static let nothing: HTML = ""

    package static func + (left: HTML, right: HTML) -> HTML { HTML(markup: left.markup + right.markup) }

    /// What a literal of markup may hold: texts, numbers, and other markup.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var markup = ""

        package init(literalCapacity: Int, interpolationCount: Int) { markup.reserveCapacity(literalCapacity * 2) }

        package mutating func appendLiteral(_ literal: String) { markup += literal }

        /// A text, escaped.
        package mutating func appendInterpolation(_ text: String) { markup += XML.escaped(text) }

        package mutating func appendInterpolation(_ number: Int) { markup += String(number) }

        package mutating func appendInterpolation(_ html: HTML) { markup += html.markup }

        package mutating func appendInterpolation(_ parts: [HTML]) { for part in parts { markup += part.markup } }

        /// Markup that is there only then.
        package mutating func appendInterpolation(_ html: HTML, if isThere: Bool) {
            if isThere { markup += html.markup }
        }
    }
}
