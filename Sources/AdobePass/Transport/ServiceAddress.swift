/// The service's base URL, taken apart once.
struct ServiceAddress: Sendable, Hashable {
    /// The URL without a slash at its end; paths are put behind it.
    let base: String
    /// Host and, where it is not the scheme's own, port, in lower case: with whom a pace is kept.
    let authority: String
    /// Whether it names this machine.
    let isLoopback: Bool

    init(_ baseURL: String) {
        var base = Substring(baseURL)
        while base.hasSuffix("/") { base.removeLast() }
        self.base = String(base)

        let lowered = base.lowercased()
        let scheme = lowered.hasPrefix("https://") ? "https://" : lowered.hasPrefix("http://") ? "http://" : ""
        let rest = lowered.dropFirst(scheme.count)
        let whole = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let authority = whole.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        let ownPort = scheme == "https://" ? ":443" : ":80"
        self.authority = String(authority.hasSuffix(ownPort) ? authority.dropLast(ownPort.count) : authority)
        isLoopback = Self.isLoopback(Self.host(of: authority))
    }

    private static func host(of authority: Substring) -> Substring {
        if authority.hasPrefix("[") { return authority.dropFirst().prefix { $0 != "]" } }
        return authority.prefix { $0 != ":" }
    }

    /// `localhost`, `::1` and 127.0.0.0/8, written out in full: a name that only begins so is another machine.
    private static func isLoopback(_ host: Substring) -> Bool {
        if host == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127"
            && parts.allSatisfy { part in part.utf8.allSatisfy { (48...57).contains($0) } && UInt8(part) != nil }
    }
}
