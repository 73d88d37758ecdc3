/// HTTP over libcurl's multi interface: one thread, one connection pool.
public final class CurlTransport: HTTPTransport {
    /// What a host may set.
    public struct Settings: Sendable, Hashable {
        /// A CA bundle file instead of the system's; missing or unreadable = `tls`, with a text that says so.
        public var certificateAuthorityFile: String?
        /// A proxy URL; nil = none, the environment is not read.
        public var proxy: String?
        /// Time to connect. Choice: 10 s.
        public var connectLimit: Duration
        /// Connections at once. Choice: 16.
        public var connectionLimit: Int

        /// Makes settings.
        public init(
            certificateAuthorityFile: String? = nil, proxy: String? = nil, connectLimit: Duration = .seconds(10),
            connectionLimit: Int = 16
        ) {
            self.certificateAuthorityFile = certificateAuthorityFile
            self.proxy = proxy
            self.connectLimit = connectLimit
            self.connectionLimit = connectionLimit
        }
    }

    /// Starts the transport's thread.
    public init(settings: Settings = Settings(), clock: any DeviceClock = SystemClock()) {}

    /// See `HTTPTransport`.
    public func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
        throw HTTPTransportError(.other, "not built yet")
    }
}
