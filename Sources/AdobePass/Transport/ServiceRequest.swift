import Base
import FoundationEssentials

/// A request to the service, before it is known with which access token and when it goes.
struct ServiceRequest: Sendable {
    /// Which step of the protocol it is.
    var stage: ServiceError.Stage
    /// The method.
    var method = "GET"
    /// The path behind the base URL, encoded.
    var path: String
    /// The query, not yet encoded.
    var query: [(String, String)] = []
    /// Which kind of body is wanted.
    var accept = MediaType.json
    /// Other header fields.
    var headers: [(name: String, value: String)] = []
    /// The body, encoded.
    var body: Data?
    /// What the service may echo and nobody must see.
    var secrets: [Secret] = []

    /// Whether it may be sent again although it is no `GET`.
    var mayBeRepeated = false

    /// Sending it twice does what sending it once does.
    var isIdempotent: Bool { method == "GET" || mayBeRepeated }

    /// As it goes on the wire.
    func onWire(to address: ServiceAddress, timeLimit: Duration) -> HTTPRequest {
        HTTPRequest(
            method: method, url: Query.append(to: address.base + path, query),
            headers: [("Accept", accept), ("User-Agent", SDKVersion.userAgent)] + headers, body: body,
            timeLimit: timeLimit)
    }
}

/// The media types asked for.
enum MediaType {
    static let json = "application/json"
    static let any = "*/*"
}

/// Which SDK speaks.
enum SDKVersion {
    /// The version of this package.
    static let text = "0.1.0"
    /// `User-Agent` of every request.
    static let userAgent = "AccessEnabler-Linux/" + text
}
