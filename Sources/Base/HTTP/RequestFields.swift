/// What of a request's method and header may go on the wire.
enum RequestFields {
    /// Refuses what could end a line early, or frame the body otherwise than the transport does.
    ///
    /// - Throws: `invalidURL`; the text never holds a value.
    static func check(_ request: HTTPRequest) throws(HTTPTransportError) {
        guard isToken(request.method) else { throw .invalidURL("the method is no HTTP token") }
        for (name, value) in request.headers {
            guard isToken(name) else { throw .invalidURL("a header name is no HTTP token") }
            guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
                throw .invalidURL("the value of header \(name) holds a control character")
            }
            guard !framing.contains(name.lowercased()) else {
                throw .invalidURL("header \(name) belongs to the transport")
            }
        }
    }

    /// Whether the method may be sent again without being asked for twice (RFC 9110, 9.2.2).
    static func isIdempotent(_ method: String) -> Bool {
        ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"].contains(method)
    }

    /// Whether the method expects a body, so that an empty one is announced (RFC 9110, 8.6).
    static func announcesBody(_ method: String) -> Bool {
        ["POST", "PUT", "PATCH"].contains(method)
    }

    private static let framing: Set = ["content-length", "transfer-encoding", "expect"]

    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(tokenBytes.contains)
    }

    private static let tokenBytes = Set(
        "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
}

extension HTTPTransportError {
    static func invalidURL(_ message: String) -> HTTPTransportError {
        HTTPTransportError(.invalidURL, message)
    }
}
