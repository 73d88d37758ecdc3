import Base

extension ServiceAddress {
    /// An address the service names for a browser, absolute or relative to the base, made absolute.
    ///
    /// Nil for one that leads to another machine than the service's own, in its API's or its browsers' channel, and for
    /// one without TLS unless it is this machine (L15).
    func browserURL(_ url: String) -> String? {
        guard let absolute = absolute(url) else { return nil }
        return [base, browserBase].contains { isSameOrigin(absolute, $0) } ? absolute : nil
    }

    /// The path behind the base of an address the service names for the next request.
    ///
    /// Nil for one that leads anywhere else: the access token goes to the service's own base alone.
    func requestPath(_ url: String) -> String? {
        guard let absolute = absolute(url), isSameOrigin(absolute, base) else { return nil }
        let (path, prefix) = (Self.path(of: absolute), Self.path(of: base))
        guard path.hasPrefix(prefix + "/"), !Self.climbs(path) else { return nil }
        return String(path.dropFirst(prefix.count))
    }

    /// Whether a segment is `.` or `..`, encoded or not: such a path leads elsewhere than it begins.
    private static func climbs(_ path: Substring) -> Bool {
        path.prefix { $0 != "?" }.split(separator: "/").contains { segment in
            let plain = segment.lowercased().replacing("%2e", with: ".")
            return plain == "." || plain == ".."
        }
    }

    /// Nil for what is no address, or none that everybody reads alike.
    private func absolute(_ url: String) -> String? {
        guard !url.utf8.contains(UInt8(ascii: "\\")) else { return nil }
        let scheme = url.prefix { $0 != ":" && $0 != "/" && $0 != "?" }
        if scheme.count < url.count, url[scheme.endIndex] == ":" { return url }
        // `//host/…` is relative to a scheme, not to a base.
        if url.hasPrefix("//") || url.isEmpty { return nil }
        return base + (url.hasPrefix("/") ? url : "/" + url)
    }

    private func isSameOrigin(_ url: String, _ base: String) -> Bool {
        guard let target = try? RequestTarget(url), let own = try? RequestTarget(base) else { return false }
        return target.isSecure == own.isSecure && target.port == own.port
            && target.host.lowercased() == own.host.lowercased()
    }

    /// What follows the authority of an absolute address.
    private static func path(of url: String) -> Substring {
        guard let start = url.firstRange(of: "://") else { return "" }
        return url[start.upperBound...].drop { $0 != "/" && $0 != "?" }
    }
}
