/// Markup that is safe to send: a text put into it is escaped, so that a hostile name stays a name.
struct HTML: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The markup as it is sent.
    let markup: String

    private init(markup: String) { self.markup = markup }

    init(stringLiteral markup: String) { self.init(markup: markup) }

    init(stringInterpolation: StringInterpolation) { self.init(markup: stringInterpolation.markup) }

    /// Nothing.
    static let nothing: HTML = ""

    static func + (left: HTML, right: HTML) -> HTML { HTML(markup: left.markup + right.markup) }

    /// What a literal of markup may hold: texts, numbers, and other markup.
    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var markup = ""

        init(literalCapacity: Int, interpolationCount: Int) { markup.reserveCapacity(literalCapacity * 2) }

        mutating func appendLiteral(_ literal: String) { markup += literal }

        /// A text, escaped.
        mutating func appendInterpolation(_ text: String) { markup += XML.escaped(text) }

        mutating func appendInterpolation(_ number: Int) { markup += String(number) }

        mutating func appendInterpolation(_ html: HTML) { markup += html.markup }

        mutating func appendInterpolation(_ parts: [HTML]) { for part in parts { markup += part.markup } }

        /// Markup that is there only then.
        mutating func appendInterpolation(_ html: HTML, if isThere: Bool) { if isThere { markup += html.markup } }
    }
}
