/// A request as it came, with the parts every endpoint wants.
package struct Request: Sendable {
    /// `GET`, `POST`, …
    package var method = ""
    /// The path as sent: still percent-encoded, without the query.
    package var path: String
    /// The query's parameters.
    package var query: [Parameter]
    /// Header fields in order, as sent.
    package var headers: [(name: String, value: String)] = []
    /// The body.
    package var body: [UInt8] = []
    /// The body was larger than `bodyLimit`; it is not kept.
    package var isTooLarge = false
    /// The address of the peer.
    var peer = ""

    /// The most bytes of body taken: a SAML response fits many times over.
    static let bodyLimit = 1 << 20

    /// A request for a target as it stands in the request line.
    init(target: String) {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = String(parts.first ?? "")
        query = parts.count == 2 ? Parameter.list(String(parts[1])) : []
    }

    /// The first header field of that name, whatever its case.
    package func header(_ name: String) -> String? {
        let wanted = name.lowercased()
        return headers.first { $0.name.lowercased() == wanted }?.value
    }

    /// The media type of the body, in lower case, without parameters.
    package var mediaType: String? {
        header("Content-Type")?.split(separator: ";").first.map { trimmed($0).lowercased() }
    }

    /// The parameters of a form body; empty when it is none.
    package var form: [Parameter] {
        guard mediaType == "application/x-www-form-urlencoded", let text = String(validating: body, as: UTF8.self)
        else { return [] }
        return Parameter.list(text)
    }
}

/// A parameter of a query or a form.
package struct Parameter: Sendable, Hashable {
    /// The name, decoded.
    package var name: String
    /// The value as sent.
    var raw: String

    /// The value decoded once; nil when its encoding is broken or it is no UTF-8.
    package var value: String? { percentDecoded(raw, plusIsSpace: true) }

    /// The parameters of `a=1&b=2`.
    static func list(_ text: String) -> [Parameter] {
        text.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts.first ?? "")
            return Parameter(
                name: percentDecoded(name, plusIsSpace: true) ?? name, raw: parts.count == 2 ? String(parts[1]) : "")
        }
    }
}
