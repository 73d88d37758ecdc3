import Base

/// The service's base URL, taken apart once.
struct ServiceAddress: Sendable, Hashable {
    /// The URL without a slash at its end; paths are put behind it.
    let base: String
    /// Host and port: with whom a pace is kept.
    let authority: String
    /// Whether it names this machine.
    let isLoopback: Bool

    /// Takes any text; what is no URL is refused when a request is sent.
    init(_ baseURL: String) {
        var base = Substring(baseURL)
        while base.hasSuffix("/") { base.removeLast() }
        self.base = String(base)
        let target = try? RequestTarget(self.base)
        authority = target.map { "\($0.host.lowercased()):\($0.port)" } ?? self.base
        isLoopback = target?.isLoopback ?? false
    }
}
