public import PlatformAccount

/// How a browser comes back to a host: to a port of this machine, or by a URL scheme.
public final class WayBack: Sendable {
    /// The listener whose address the SDK is to send pages to; nil where a scheme brings them back.
    public let listener: LoopbackListener?
    private let scheme: URLSchemeListener?

    /// Listens from now on.
    ///
    /// - Throws: `LoopbackListenerError` when no port can be had.
    public init(_ scheme: URLScheme?, title: String) throws {
        self.scheme = scheme.map(URLSchemeListener.init)
        listener = scheme == nil ? try LoopbackListener(title: title) : nil
    }

    /// Tells each address that comes.
    public func watch(_ come: @escaping @Sendable (String) -> Void) -> Task<Void, Never> {
        Task { [listener, scheme] in
            if let scheme { for await url in scheme.redirects { come(url) } }
            if let listener { for await redirect in listener.redirects { come(redirect.url) } }
        }
    }

    /// A page is out.
    public func expect() { scheme?.expect() }

    /// Listens no more.
    public func stop() {
        scheme?.stop()
        listener?.stop()
    }
}
