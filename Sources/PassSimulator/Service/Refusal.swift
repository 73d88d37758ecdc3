/// Why an endpoint refuses, with all that a simple and an enhanced error body say (rest-v1, sections 5 and 10).
struct Refusal: Error, Sendable, Hashable {
    var status: Int
    /// The enhanced form's code.
    var code: String
    /// The enhanced form's action.
    var action: String
    /// The simple form's message.
    var message: String
    /// What an engineer wants to know. Never a value that came with the request.
    var details: String?

    init(
        _ status: Int, _ code: String, message: String? = nil, details: String? = nil, action: String = "none"
    ) {
        self.status = status
        self.code = code
        self.action = action
        self.message = message ?? Self.phrase(status)
        self.details = details
    }

    /// A parameter that must be there is not.
    static func missing(_ name: String) -> Refusal {
        Refusal(
            400, codes[name] ?? "invalid_request", message: "Required '\(name)' is not present")
    }

    private static let codes = [
        "deviceId": "invalid_device_id", "requestor": "invalid_requestor", "resource": "missing_resource",
    ]

    /// Something in the request is not as documented.
    static func invalid(_ details: String, code: String = "invalid_request") -> Refusal {
        Refusal(400, code, details: details)
    }

    private static func phrase(_ status: Int) -> String {
        switch status {
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 410: "Gone"
        case 412: "Precondition Failed"
        case 413: "Content Too Large"
        default: "Internal Server Error"
        }
    }

    /// The answer: simple or enhanced, JSON or XML.
    func response(_ format: Format, isEnhanced: Bool) -> Response {
        switch format {
        case .json:
            Response(status, isEnhanced ? enhancedJSON : simpleJSON)
        case .xml:
            Response(
                status, XML("error", isEnhanced ? enhancedXML : simpleXML).document,
                contentType: "application/xml;charset=UTF-8")
        }
    }

    private var simpleJSON: JSON {
        .object(["status": .integer(Int64(status)), "message": .string(message), "details": .optional(details)])
    }

    var enhancedJSON: JSON {
        .object([
            "action": .string(action), "status": .integer(Int64(status)), "code": .string(code),
            "message": .string(message), "details": .optional(details), "helpUrl": .string(Self.help),
            "trace": .string(trace),
        ])
    }

    private var simpleXML: [XML] {
        [XML("status", String(status)), XML("message", message)] + (details.map { [XML("details", $0)] } ?? [])
    }

    var enhancedXML: [XML] {
        [XML("action", action), XML("status", String(status)), XML("code", code), XML("message", message)]
            + (details.map { [XML("details", $0)] } ?? []) + [XML("helpUrl", Self.help), XML("trace", trace)]
    }

    private static let help = "https://help.example/pass/errors"

    /// Names this one answer, as a person asking for help would quote it.
    private var trace: String { hexText(randomBytes(8)) }
}
