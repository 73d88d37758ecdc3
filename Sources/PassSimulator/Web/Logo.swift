/// A provider's logo, drawn from its name: the same in every run, and nothing is fetched.
enum Logo {
    /// White letters on each have a contrast of 4.5:1 and more.
    private static let colours = [
        "#0b57d0", "#9c2777", "#8a4b08", "#1a6b3c", "#6a3fb5", "#b3261e", "#0f6674", "#4a5568",
    ]

    static func svg(_ name: String) -> HTML {
        let number = hash(name)
        let colour = colours[Int(number % UInt32(colours.count))]
        let shapes: [HTML] = [
            "<circle cx=\"20\" cy=\"20\" r=\"20\" fill=\"\(colour)\"/>",
            "<rect width=\"40\" height=\"40\" rx=\"9\" fill=\"\(colour)\"/>",
            "<path d=\"M20 0 40 20 20 40 0 20Z M4 4h32v32H4z\" fill=\"\(colour)\"/>",
        ]
        return """
            <svg class="logo" viewBox="0 0 40 40" width="40" height="40" aria-hidden="true" focusable="false">\
            \(shapes[Int(number / 8 % UInt32(shapes.count))])<text x="20" y="20.5" fill="#fff" font-size="15" \
            font-weight="700" text-anchor="middle" dominant-baseline="central">\(initials(name))</text></svg>
            """
    }

    /// The first letter or digit of the first two words that have one.
    static func initials(_ name: String) -> String {
        let words = name.split(whereSeparator: \.isWhitespace)
        let letters = words.compactMap { word in word.first { $0.isLetter || $0.isNumber } }
        let text = letters.prefix(2).map { $0.uppercased().prefix(1) }.joined()
        return text.isEmpty ? "TV" : text
    }

    /// FNV-1a: Swift's own hash differs from run to run.
    private static func hash(_ name: String) -> UInt32 {
        name.utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
    }
}
