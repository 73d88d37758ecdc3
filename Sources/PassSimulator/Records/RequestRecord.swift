/// One request as recorded; nothing secret in it.
public struct RequestRecord: Sendable, Hashable {
    /// Which endpoint.
    public var endpoint: Endpoint
    /// The method.
    public var method: String
    /// The path, without query.
    public var path: String
    /// The names of query and form parameters, in order.
    public var parameterNames: [String]
    /// Header fields, names in lower case; the value of a field that may be secret is `<redacted>`. The options of a
    /// host show: `x-device-info`, `ap-application-profile`, `ap-visitor-identifier`; so does
    /// `ap-partner-framework-status`.
    public var headers: [String: String]
    /// The status answered; nil when none was.
    public var status: Int?
    /// The platform the service took the request to come from: `deviceType`, else `osName` of the device information.
    public var platform: String?

    /// Makes a record.
    public init(
        endpoint: Endpoint, method: String, path: String, parameterNames: [String] = [],
        headers: [String: String] = [:], status: Int? = nil, platform: String? = nil
    ) {
        self.endpoint = endpoint
        self.method = method
        self.path = path
        self.parameterNames = parameterNames
        self.headers = headers
        self.status = status
        self.platform = platform
    }
}

extension RequestRecord {
    /// The record of a request. Values of fields nobody needs to see stay out.
    init(_ request: Request, endpoint: Endpoint) {
        self.init(endpoint: endpoint, method: request.method, path: String(request.path.prefix(200)))
        let parameters = request.query + request.form
        parameterNames = parameters.prefix(50).map { String($0.name.prefix(50)) }
        for (name, value) in request.headers {
            headers[name.lowercased()] = Self.shown(name.lowercased(), value)
        }
        platform = Platform.name(of: request)
    }

    private static func shown(_ name: String, _ value: String) -> String {
        switch name {
        case "accept", "accept-encoding", "connection", "content-length", "content-type", "host", "if-none-match",
            "user-agent", "ap-application-profile", "ap-visitor-identifier":
            String(value.prefix(200))
        case "ap-partner-framework-status":
            // Which provider, and whether it may be told: no secret, and what V2 decides by.
            String(value.prefix(2000))
        case "x-device-info":
            // What kind of device it is; a longer one is cut and cannot be read any more.
            String(value.prefix(4000))
        case "authorization":
            // The scheme tells that a token was sent; without one the first word may be the token itself.
            value.lowercased().hasPrefix("bearer ") ? "Bearer <redacted>" : "<redacted>"
        default: "<redacted>"
        }
    }
}
