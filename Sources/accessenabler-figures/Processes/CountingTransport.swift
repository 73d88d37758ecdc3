import Base

/// Counts the requests that go out.
final class CountingTransport: HTTPTransport {
    private let transport = CurlTransport()
    private let sent = Lock(0)

    /// How many so far.
    var count: Int { sent.withLock { $0 } }

    func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
        sent.withLock { $0 += 1 }
        return try await transport.send(request)
    }
}
