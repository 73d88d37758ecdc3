import FoundationEssentials

/// The body of a refusal, in any of the service's forms.
///
/// Simple and enhanced errors in JSON and XML, bare or under `error` or `errors`, and those of client registration.
/// Source: "REST API V1", errors; "Enhanced Error Codes"; client registration.
enum ErrorBody {
    /// The most characters (Unicode scalars) of any text kept; choice.
    static let textLimit = 200
    /// That of `details`, which a person may have to read; choice.
    static let detailsLimit = 1000

    /// What the body tells; nil if nothing: empty, HTML, another document.
    ///
    /// It never fails, so that the status the caller holds is not lost over the body (P11).
    static func parse(_ body: Data, contentType: String?) -> ServiceErrorDetail? {
        guard let content = try? AnswerBody(body, contentType: contentType) else { return nil }
        switch content {
        case .json(let json):
            return (try? JSONBody.decode(ErrorObject.self, json))?.detail
        case .xml(let xml):
            guard let root = try? XMLElement.parse(xml) else { return nil }
            guard let error = root.name == "error" ? root : root.child("error") else { return nil }
            return detail { error.value($0) }
        }
    }

    /// An error from its fields by name; nil if none is there.
    static func detail(_ field: (String) throws -> String?) rethrows -> ServiceErrorDetail? {
        let detail = ServiceErrorDetail(
            action: try field("action").flatMap { tidy($0) },
            status: try field("status").flatMap { Int($0.trimmed) },
            code: try (field("code") ?? field("error")).flatMap { tidy($0) },
            message: try (field("message") ?? field("error_description")).flatMap { tidy($0) },
            details: try field("details").flatMap { tidy($0, limit: detailsLimit) },
            trace: try field("trace").flatMap { tidy($0) },
            helpURL: try (field("helpUrl") ?? field("helpURL")).flatMap { tidy($0) })
        return detail == ServiceErrorDetail() ? nil : detail
    }

    /// A text fit for one line of a log: control characters and white space become single spaces, the rest is cut.
    private static func tidy(_ text: String, limit: Int = textLimit) -> String? {
        var tidy = String.UnicodeScalarView()
        var count = 0
        var wantsSpace = false
        for scalar in text.unicodeScalars {
            if count == limit { break }
            let isBreak = breaksLine(scalar)
            if isBreak {
                wantsSpace = count > 0
                continue
            }
            if wantsSpace, count < limit - 1 {
                tidy.append(" ")
                count += 1
            }
            wantsSpace = false
            tidy.append(scalar)
            count += 1
        }
        return count == 0 ? nil : String(tidy)
    }

    /// White space, control characters, and the marks that turn the direction of writing round in a whole line.
    private static func breaksLine(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator: true
        default: (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
        }
    }
}

/// An error object, or what wraps it.
private struct ErrorObject: Decodable {
    let detail: ServiceErrorDetail?

    init(from decoder: any Decoder) throws {
        if var list = try? decoder.unkeyedContainer() {
            detail = list.isAtEnd ? nil : try list.decode(ErrorObject.self).detail
            return
        }
        let object = try decoder.container(keyedBy: FieldName.self)
        for wrapper in ["errors", "error"] {
            if let inner = try? object.decode(ErrorObject.self, forKey: FieldName(wrapper)).detail {
                detail = inner
                return
            }
        }
        detail = try ErrorBody.detail { try object.text($0) }
    }
}
