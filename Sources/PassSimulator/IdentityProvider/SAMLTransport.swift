extension SAMLDocument {
    /// A response as the client has to send it (rest-v1, section 7, a to c): each run of blanks and tabs becomes one
    /// blank, then line ends go, then whitespace at both ends.
    static func normalised(_ document: String) -> String {
        var scalars = String.UnicodeScalarView()
        var isInRun = false
        for scalar in document.unicodeScalars {
            let isBlank = scalar == " " || scalar == "\t"
            if isBlank, isInRun { continue }
            isInRun = isBlank
            if !isLineEnd(scalar) { scalars.append(isBlank ? " " : scalar) }
        }
        return trimmed(String(scalars))
    }

    /// Whether a text still holds what normalisation takes out. Its signature alone tells whether it was done rightly.
    static func isNormalised(_ document: String) -> Bool {
        !document.unicodeScalars.contains { $0 == "\t" || isLineEnd($0) } && trimmed(document) == document
    }

    /// The base64 text of a form value as it came; nil when `+ / =` were not percent-encoded, anything else was, or
    /// all was encoded twice.
    static func wireText(_ raw: String) -> String? {
        guard let text = percentDecoded(raw, plusIsSpace: false), !text.contains("%") else { return nil }
        var encoded = ""
        for character in text {
            switch character {
            case "+": encoded += "%2B"
            case "/": encoded += "%2F"
            case "=": encoded += "%3D"
            default: encoded.append(character)
            }
        }
        // `%2b` is as good as `%2B`; base64 in another case is not.
        return encoded == upperCaseEscapes(raw) ? text : nil
    }

    private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
        ("\u{A}"..."\u{D}").contains(scalar) || scalar == "\u{85}" || scalar == "\u{2028}" || scalar == "\u{2029}"
    }

    private static func upperCaseEscapes(_ text: String) -> String {
        let parts = text.split(separator: "%", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(String(parts.first ?? "")) { text, part in
            text + "%" + part.prefix(2).uppercased() + part.dropFirst(2)
        }
    }
}
