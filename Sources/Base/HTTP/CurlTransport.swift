#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// HTTP over libcurl's multi interface: one thread, one connection pool.
///
/// Speaks HTTP/1.1, so that one connection carries one exchange and a cancelled exchange closes its connection
/// (choice). Follows no redirect, keeps no cookie, reads no `.netrc` and no proxy from the environment, answers no
/// challenge, speaks TLS 1.2 or later. Connections are kept and used again; when a kept one turns out dead before any
/// byte of an answer, an idempotent request is sent once more on a fresh one, any other fails as `unreachable`.
/// Bodies may come gzip encoded and are decoded, unless the request has its own `Accept-Encoding`; the header fields
/// stay as received. Releasing the last reference stops the thread.
public final class CurlTransport: HTTPTransport {
    /// What a host may set.
    public struct Settings: Sendable, Hashable {
        /// A CA bundle file instead of the system's; missing or unreadable = `tls`, with a text that says so.
        public var certificateAuthorityFile: String?
        /// A proxy URL; nil = none, the environment is not read.
        ///
        /// Loopback is always reached directly.
        public var proxy: String?
        /// Time to connect, TLS included, on the system's clock.
        ///
        /// Choice: 10 s.
        public var connectLimit: Duration
        /// Connections at once; at least 1.
        ///
        /// Choice: 16.
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

    private let settings: Settings
    private let clock: any DeviceClock
    private let loop: CurlLoop

    /// Starts the transport's thread.
    public init(settings: Settings = Settings(), clock: any DeviceClock = SystemClock()) {
        self.settings = settings
        self.clock = clock
        loop = CurlLoop(connectionLimit: max(1, settings.connectionLimit))
    }

    deinit { loop.stop() }

    /// See `HTTPTransport`.
    public func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
        let target = try RequestTarget(request.url)
        try RequestFields.check(request)
        if target.isSecure { try checkCertificateAuthorities() }
        return try await loop.exchange(request, with: target, settings, on: clock).get()
    }

    /// libcurl reports a missing bundle only when it connects anew, and in words about certificates.
    private func checkCertificateAuthorities() throws(HTTPTransportError) {
        guard let path = settings.certificateAuthorityFile else { return }
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            throw HTTPTransportError(.tls, "CA bundle \(path) cannot be read: \(String(cString: strerror(errno)))")
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else {
            throw HTTPTransportError(.tls, "CA bundle \(path) is no file or empty")
        }
    }
}

extension HTTPTransportError {
    static func late(_ target: RequestTarget, _ limit: Duration) -> HTTPTransportError {
        HTTPTransportError(.timedOut, "\(target.host): no whole answer within \(limit)")
    }

    static let cancelled = HTTPTransportError(.cancelled, "the request was cancelled")
}
