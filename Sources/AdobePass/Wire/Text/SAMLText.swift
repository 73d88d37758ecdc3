import FoundationEssentials

/// The SAML response as the exchange wants it.
///
/// Source: "Apple SSO Cookbook (REST API V1)", exchange of the SAML response; the letters are its steps in order.
enum SAMLText {
    /// (a) Each run of spaces and tabs becomes one space; (b) newlines go; (c) so does whitespace at both ends.
    ///
    /// Two runs that only a newline parted stay two spaces: the steps are done in this order, once.
    static func normalise(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        var inRun = false
        for scalar in text.unicodeScalars {
            let isBlank = scalar == " " || scalar == "\t"
            if isBlank {
                if !inRun { scalars.append(" ") }
            } else if !isNewline(scalar) {
                scalars.append(scalar)
            }
            inRun = isBlank
        }
        let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.generalCategory == .spaceSeparator }
        guard let first = scalars.firstIndex(where: { !isSpace($0) }),
            let last = scalars.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return String(scalars[first...last])
    }

    /// (a) to (d): normalised, UTF-8, standard base64 in one line.
    ///
    /// As a value for `FormBody.encode`, which does (e).
    static func base64(_ text: String) -> String {
        Data(normalise(text).utf8).base64EncodedString()
    }

    /// (a) to (e): ready to stand in a form body, percent-encoded once.
    ///
    /// Never to be encoded again.
    static func formEncoded(_ text: String) -> String {
        Percent.encode(base64(text))
    }

    private static func isNewline(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }
}
