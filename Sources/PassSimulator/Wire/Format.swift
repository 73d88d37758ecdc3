/// How a body is written.
enum Format: String, Sendable, Hashable, CaseIterable {
    case json
    case xml

    /// What a request asks for, by the first of: suffix of the path, `format`, `Accept`. XML is the default
    /// (rest-v1: common rules; the order is a choice).
    static func wanted(by request: Request, suffix: Format?) -> Format {
        if let suffix { return suffix }
        if let format = request.query.first(where: { $0.name == "format" })?.value.flatMap(Format.init) {
            return format
        }
        return accepted(request.header("Accept") ?? "") ?? .xml
    }

    /// What an error outside of any endpoint is written in: as wanted, and where nothing was said as the path's others are.
    static func ofError(_ request: Request) -> Format {
        let isJSONs = ["/api/v2/", "/idp/", "/o/client/"].contains { request.path.hasPrefix($0) }
        let suffix = allCases.first { request.path.hasSuffix(".\($0)") }
        return isJSONs || request.mediaType == "application/json" ? .json : wanted(by: request, suffix: suffix)
    }

    /// The format with the greatest weight, the first of equals; nil when neither is named.
    private static func accepted(_ field: String) -> Format? {
        var best: (format: Format, weight: Double)?
        for range in field.lowercased().split(separator: ",") {
            let parts = range.split(separator: ";").map { trimmed($0) }
            let format: Format
            switch parts.first {
            case "application/json": format = .json
            case "application/xml", "text/xml": format = .xml
            default: continue
            }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }
            let weight = quality.flatMap { Double($0.dropFirst(2)) } ?? 1
            if weight > best?.weight ?? 0 { best = (format, weight) }
        }
        return best?.format
    }
}
