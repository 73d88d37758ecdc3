public import FoundationEssentials

/// A request as it goes on the wire. `url` is sent byte for byte: whoever builds it has encoded it once.
public struct HTTPRequest: Sendable {
    /// `GET`, `POST`, `DELETE`, …
    public var method: String
    /// The absolute, already encoded URL. Plain `http` is refused unless its host is loopback.
    public var url: String
    /// Header fields, in order.
    public var headers: [(name: String, value: String)]
    /// The body, already encoded.
    public var body: Data?
    /// The most bytes of answer body taken; more is `bodyTooLarge`. Choice: 16 MiB.
    public var bodyLimit: Int
    /// How long the whole exchange may take, connecting included, on the injected clock. Choice: 30 s.
    public var timeLimit: Duration

    /// Makes a request.
    public init(
        method: String = "GET", url: String, headers: [(name: String, value: String)] = [], body: Data? = nil,
        bodyLimit: Int = 16 << 20, timeLimit: Duration = .seconds(30)
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.bodyLimit = bodyLimit
        self.timeLimit = timeLimit
    }
}

/// An answer, whatever its status. Redirects are answers like any other: they are never followed.
public struct HTTPResponse: Sendable {
    /// The status code.
    public var status: Int
    /// Header fields as received, in order.
    public var headers: [(name: String, value: String)]
    /// The whole body, decoded. An answer that announces no length ends where the connection does, over TLS too, and
    /// compression may stop early: whether such a body is whole, only its reader can tell.
    public var body: Data

    /// Makes an answer.
    public init(status: Int, headers: [(name: String, value: String)] = [], body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The first field of that name, whatever its case.
    public subscript(header name: String) -> String? {
        headers.first { $0.name.isEqualIgnoringCase(name) }?.value
    }
}

extension String {
    /// Whether it is the same field name: letters of ASCII in any case, everything else byte for byte.
    fileprivate func isEqualIgnoringCase(_ other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8) { $0.inLowerCase == $1.inLowerCase }
    }
}

extension UInt8 {
    fileprivate var inLowerCase: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }
}

/// Why no answer came.
public struct HTTPTransportError: Error, Sendable, Hashable {
    /// The kinds of failure a caller tells apart.
    public enum Code: Sendable, Hashable {
        /// The URL is not an absolute http(s) URL as it goes on the wire, or the method or a header holds what must
        /// not go there (line breaks, controls, the framing fields of the transport).
        case invalidURL
        /// Plain http to another machine.
        case insecure
        /// Name not resolved, refused, reset, closed without an answer, proxy not reached.
        case unreachable
        /// Certificate, name or protocol not accepted; no TLS spoken there; the CA bundle is missing or unreadable.
        case tls
        /// The request's time limit, or the transport's limit to connect, passed.
        case timedOut
        /// The connection ended inside the body, or the body's chunks or compression are broken.
        case incompleteBody
        /// The body is larger than the request's limit.
        case bodyTooLarge
        /// The calling task was cancelled.
        case cancelled
        /// Anything else the HTTP library reports.
        case other
    }

    /// What kind of failure.
    public var code: Code
    /// A sentence for the log, without URL query, header or body.
    public var message: String

    /// Makes an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

/// Sends requests. One instance serves a whole process or object; calls may come from any task, many at once.
public protocol HTTPTransport: Sendable {
    /// Sends `request` and gives the whole answer.
    ///
    /// Ends when the answer is complete, the time limit passes on the injected clock, or the task is cancelled
    /// (`cancelled`, the connection closed). Follows no redirect, keeps no cookie, answers no challenge.
    func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse
}
