import Base

/// The SAML responses of the simulated identity endpoints: their text, and how it travels.
///
/// Signed like XML-DSig's enveloped signatures, but not by its rules: no canonical XML, no digest of references. The
/// signature (RSA-SHA256) covers the normalised text as it is sent, with the content of `ds:SignatureValue` taken out
/// (rest-v1 #12: a signature over the text before normalisation could not survive it). So a byte more or less shows.
enum SAMLDocument {
    /// What a verified response says.
    struct Assertion: Sendable, Hashable {
        /// The provider's id.
        var provider: String
        /// The verification token it answers; nil when none was given.
        var answers: String?
        /// The provider's id of the person.
        var userID: String
        /// Texts by attribute name.
        var attributes: [String: String]
        /// The first and the last moment it holds, as `xmlDate` writes them: they compare as texts.
        var issued: String
        /// See `issued`.
        var expires: String
    }

    /// The text of a response as an identity endpoint sends it: indented, with CRLF and other line ends, tabs, runs of
    /// blanks and blanks before line ends, so that each step of the normalisation and their order matter.
    static func text(_ assertion: Assertion, id: String, signature: String) -> String {
        let answers = assertion.answers.map { "\n\t\tInResponseTo=\"\(XML.escaped($0))\"" } ?? ""
        var text = "\n  <samlp:Response xmlns:samlp=\"urn:oasis:names:tc:SAML:2.0:protocol\"   ID=\"\(id)\"\(answers) "
        text += "Version=\"2.0\"  IssueInstant=\"\(assertion.issued)\">  \r\n"
        text += "    <saml:Issuer xmlns:saml=\"\(namespace)\">\(XML.escaped(assertion.provider))</saml:Issuer>\r\n"
        text += "\t<ds:Signature xmlns:ds=\"http://www.w3.org/2000/09/xmldsig#\">\n"
        text += "\t  \(signatureStart)\(wrapped(signature))\(signatureEnd)\n\t</ds:Signature>\u{2028}"
        text += "    <saml:Assertion xmlns:saml=\"\(namespace)\">\u{85}\n"
        text += "      <saml:NameID>\(XML.escaped(assertion.userID))</saml:NameID>\n\n"
        text += "      <saml:Conditions  NotOnOrAfter=\"\(assertion.expires)\"/> \n"
        for (name, value) in assertion.attributes.sorted(by: { $0.key < $1.key }) {
            text += "\t\t<saml:Attribute Name=\"\(XML.escaped(name))\">\r\n"
            text += "\t\t  <saml:AttributeValue>\(XML.escaped(value))</saml:AttributeValue>\n"
            text += "\t\t</saml:Attribute> \t \n"
        }
        return text + "    </saml:Assertion>\r  </samlp:Response> \n"
    }

    /// Splits a response into the text its signature covers and the signature; nil when there is not exactly one.
    static func parts(of document: String) -> (covered: String, signature: [UInt8])? {
        let halves = split(document, at: signatureStart)
        guard halves.count == 2 else { return nil }
        let rest = split(halves[1], at: signatureEnd)
        guard rest.count == 2, let signature = decodedBase64(rest[0].filter { $0 != " " }) else { return nil }
        return (halves[0] + signatureStart + signatureEnd + rest[1], signature)
    }

    /// Reads a text known to be `text(_:id:signature:)`, normalised; nil when it is not.
    static func assertion(in document: String) -> Assertion? {
        guard let provider = between(document, "\">", "</saml:Issuer>", after: "<saml:Issuer"),
            let userID = between(document, "<saml:NameID>", "</saml:NameID>"),
            let issued = between(document, "IssueInstant=\"", "\""),
            let expires = between(document, "NotOnOrAfter=\"", "\"")
        else { return nil }
        var attributes: [String: String] = [:]
        for part in split(document, at: "<saml:Attribute Name=\"").dropFirst() {
            guard let name = split(part, at: "\"").first,
                let value = between(part, "<saml:AttributeValue>", "</saml:AttributeValue>")
            else { return nil }
            attributes[unescaped(name)] = value
        }
        return Assertion(
            provider: provider, answers: between(document, "InResponseTo=\"", "\""), userID: userID,
            attributes: attributes, issued: issued, expires: expires)
    }

    private static let namespace = "urn:oasis:names:tc:SAML:2.0:assertion"
    private static let signatureStart = "<ds:SignatureValue>"
    private static let signatureEnd = "</ds:SignatureValue>"

    /// In lines of 64 characters, indented.
    private static func wrapped(_ signature: String) -> String {
        var (text, rest) = ("", Substring(signature))
        while !rest.isEmpty {
            text += "\n\t    \(rest.prefix(64))"
            rest = rest.dropFirst(64)
        }
        return text
    }

    private static func split(_ text: String, at separator: String) -> [String] {
        text.components(separatedBy: separator)
    }

    private static func between(_ text: String, _ start: String, _ end: String, after: String? = nil) -> String? {
        let rest = after.map { split(text, at: $0).dropFirst().joined(separator: $0) } ?? text
        let parts = split(rest, at: start)
        guard parts.count > 1 else { return nil }
        return split(parts.dropFirst().joined(separator: start), at: end).first.map(unescaped)
    }

    private static func unescaped(_ text: String) -> String {
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#13;", "\r"), ("&amp;", "&")]
            .reduce(text) { text, pair in text.replacing(pair.0, with: pair.1) }
    }
}
