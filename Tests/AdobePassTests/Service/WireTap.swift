import AdobePass
import Base

/// Sees every request as it goes out, byte for byte.
final class WireTap: HTTPTransport {
    private let sent = Lock<[HTTPRequest]>([])
    private let transport: any HTTPTransport

    init(_ transport: any HTTPTransport) { self.transport = transport }

    var requests: [HTTPRequest] { sent.withLock { $0 } }
    /// The targets, without scheme and host.
    var targets: [String] {
        requests.map { request in "/" + request.url.split(separator: "/", maxSplits: 2).dropFirst(2).joined() }
    }

    /// The last request whose path ends so.
    func last(_ end: String) -> HTTPRequest? {
        requests.last { $0.url.prefix { $0 != "?" }.hasSuffix(end) }
    }

    func clear() { sent.withLock { $0 = [] } }

    func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
        sent.withLock { $0.append(request) }
        return try await transport.send(request)
    }
}
