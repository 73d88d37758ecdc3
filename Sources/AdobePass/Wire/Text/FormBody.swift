import FoundationEssentials

/// A body of type `application/x-www-form-urlencoded`.
enum FormBody {
    /// The content type that goes with it.
    static let contentType = "application/x-www-form-urlencoded"

    /// Encodes names and values once each, in order; a space becomes `%20`.
    static func encode(_ fields: [(String, String)]) -> Data {
        Data(Query.text(fields).utf8)
    }
}

/// The query part of a URL.
enum Query {
    /// `name=value&name=value`, encoded once, in order.
    static func text(_ fields: [(String, String)]) -> String {
        fields.map { name, value in Percent.encode(name) + "=" + Percent.encode(value) }.joined(separator: "&")
    }

    /// Adds fields to a URL that may have a query already; with no fields the URL stays as it is.
    ///
    /// `base` is an encoded URL without fragment.
    static func append(to base: String, _ fields: [(String, String)]) -> String {
        if fields.isEmpty { return base }
        let joint: String
        if !base.utf8.contains(UInt8(ascii: "?")) {
            joint = "?"
        } else {
            joint = base.hasSuffix("?") || base.hasSuffix("&") ? "" : "&"
        }
        return base + joint + text(fields)
    }
}
