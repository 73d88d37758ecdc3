extension Fault {
    /// Reads `{"effect": "delay", "milliseconds": 50, "times": 2}`.
    init(reading body: JSON) throws(BadInput) {
        guard let members = body.members else { throw BadInput("The body must be a JSON object.") }
        guard let name = body["effect"]?.string, let known = Self.fields[name] else {
            throw BadInput("'effect' must be one of: \(Self.fields.keys.sorted().joined(separator: ", ")).")
        }
        if let stray = members.first(where: { !(known + ["effect", "times"]).contains($0.name) }) {
            throw BadInput("'\(stray.name.prefix(50))' is not known for '\(name)'.")
        }
        times = try body.number("times", 1...1_000_000)
        switch name {
        case "status":
            effect = .status(
                try body.required("status", 200...599), body: try body.text("body", or: ""),
                contentType: try body.headerText("contentType", or: "text/plain"), headers: try body.headers())
        case "delay": effect = .delay(milliseconds: try body.required("milliseconds", 0...600_000))
        case "hold": effect = .hold
        case "truncated": effect = .truncated
        case "truncatedWithoutLength": effect = .truncatedWithoutLength
        case "html": effect = .html
        case "reset": effect = .reset
        case "throttled": effect = .throttled
        case "redirect":
            effect = .redirect(try body.required("status", 300...399), to: try body.headerText("to"))
        case "body":
            effect = .body(
                try body.text("body", or: ""), contentType: try body.headerText("contentType", or: "application/json"))
        case "enhancedError":
            guard let code = body["code"]?.string, ErrorsV2.codes.contains(code) else {
                throw BadInput("'code' must be one of: \(ErrorsV2.codes.joined(separator: ", ")).")
            }
            effect = .enhancedError(code)
        default: effect = .drip(milliseconds: try body.required("milliseconds", 0...60_000))
        }
    }

    /// The effects, and what each needs to know.
    static let fields: [String: [String]] = [
        "status": ["status", "body", "contentType", "headers"], "delay": ["milliseconds"], "hold": [],
        "truncated": [], "truncatedWithoutLength": [], "html": [], "reset": [], "throttled": [],
        "redirect": ["status", "to"], "body": ["body", "contentType"], "drip": ["milliseconds"],
        "enhancedError": ["code"],
    ]

    /// As `init(reading:)` reads it.
    var json: JSON {
        var members: [(String, JSON)]
        switch effect {
        case .status(let status, let body, let contentType, let headers):
            members = [
                ("effect", "status"), ("status", .integer(Int64(status))), ("body", .string(body)),
                ("contentType", .string(contentType)), ("headers", .object(headers.mapValues(JSON.string))),
            ]
        case .delay(let milliseconds):
            members = [("effect", "delay"), ("milliseconds", .integer(Int64(milliseconds)))]
        case .hold: members = [("effect", "hold")]
        case .truncated: members = [("effect", "truncated")]
        case .truncatedWithoutLength: members = [("effect", "truncatedWithoutLength")]
        case .html: members = [("effect", "html")]
        case .reset: members = [("effect", "reset")]
        case .throttled: members = [("effect", "throttled")]
        case .redirect(let status, let address):
            members = [("effect", "redirect"), ("status", .integer(Int64(status))), ("to", .string(address))]
        case .body(let body, let contentType):
            members = [("effect", "body"), ("body", .string(body)), ("contentType", .string(contentType))]
        case .enhancedError(let code): members = [("effect", "enhancedError"), ("code", .string(code))]
        case .drip(let milliseconds):
            members = [("effect", "drip"), ("milliseconds", .integer(Int64(milliseconds)))]
        }
        if let times { members.append(("times", .integer(Int64(times)))) }
        return .object(members.map { JSON.Member(name: $0.0, value: $0.1) })
    }
}

extension JSON {
    fileprivate func number(_ name: String, _ range: ClosedRange<Int64>) throws(BadInput) -> Int? {
        guard let value = self[name] else { return nil }
        guard let number = value.integer, range.contains(number) else {
            throw BadInput("'\(name)' must be a whole number from \(range.lowerBound) to \(range.upperBound).")
        }
        return Int(number)
    }

    fileprivate func required(_ name: String, _ range: ClosedRange<Int64>) throws(BadInput) -> Int {
        guard let number = try number(name, range) else { throw BadInput("'\(name)' must be given.") }
        return number
    }

    fileprivate func text(_ name: String, or standard: String) throws(BadInput) -> String {
        guard let value = self[name] else { return standard }
        guard let text = value.string else { throw BadInput("'\(name)' must be a text.") }
        return text
    }

    fileprivate func headers() throws(BadInput) -> [String: String] {
        guard let value = self["headers"] else { return [:] }
        guard let headers = value.dictionary(of: \.string) else {
            throw BadInput("'headers' must be an object of texts.")
        }
        guard headers.allSatisfy({ HeaderField.isName($0.key) && HeaderField.isValue($0.value) }) else {
            throw BadInput("'headers' must hold names and values that HTTP can say.")
        }
        return headers
    }

    fileprivate func headerText(_ name: String, or standard: String? = nil) throws(BadInput) -> String {
        if self[name] == nil, let standard { return standard }
        guard let text = self[name]?.string, HeaderField.isValue(text) else {
            throw BadInput("'\(name)' must be a text that a header field can hold.")
        }
        return text
    }
}
