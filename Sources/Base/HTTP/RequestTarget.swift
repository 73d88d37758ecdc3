#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Where a request goes, read strictly from its URL: what this parser and libcurl's could read differently is refused.
package struct RequestTarget: Hashable, Sendable {
    /// Whether TLS is spoken.
    package let isSecure: Bool
    /// The host as written, an IPv6 literal with its brackets.
    package let host: String
    /// The port written, or the scheme's.
    package let port: Int

    /// The most bytes of a URL. Choice: 512 KiB, half of what libcurl takes for a whole request header.
    static let longest = 512 << 10

    /// Reads and judges an absolute, already encoded URL.
    ///
    /// - Throws: `invalidURL`, or `insecure` for plain http to another machine. The texts never hold the URL.
    package init(_ url: String) throws(HTTPTransportError) {
        guard url.utf8.count <= Self.longest else { throw .invalidURL("the URL is longer than \(Self.longest) bytes") }
        guard url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .invalidURL("the URL holds a blank, a control or a character that is not encoded")
        }
        guard !url.utf8.contains(UInt8(ascii: "#")) else { throw .invalidURL("the URL holds a fragment") }
        let start: String.Index
        if let end = url.end(ofScheme: "https://") {
            (isSecure, start) = (true, end)
        } else if let end = url.end(ofScheme: "http://") {
            (isSecure, start) = (false, end)
        } else {
            throw .invalidURL("not an absolute http or https URL")
        }
        let authority = url[start...].prefix { $0 != "/" && $0 != "?" }
        guard let (host, port) = Self.split(authority), let host = Self.checked(host) else {
            throw .invalidURL("the URL's host or port cannot be read, or it holds a user name")
        }
        self.host = host
        self.port = port ?? (isSecure ? 443 : 80)
        guard isSecure || isLoopback else {
            throw HTTPTransportError(.insecure, "plain http to another machine is refused: \(host)")
        }
        guard !Self.endsInNumber(host) || Self.isPlainIPv4(host) else {
            throw .invalidURL("the URL's host is an address in another form than four decimal numbers")
        }
    }

    /// Whether the host names this machine: `localhost`, 127.0.0.0/8 or ::1 in their ordinary spellings.
    package var isLoopback: Bool {
        isLocalhost || Self.isLoopbackIPv4(host) || Self.isLoopbackIPv6(host)
    }

    /// Whether the host is the name `localhost`, whatever its case.
    var isLocalhost: Bool { host.lowercased() == "localhost" }

    private static func split(_ authority: Substring) -> (host: Substring, port: Int?)? {
        let host: Substring
        if authority.first == "[" {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            host = authority[...end]
        } else {
            host = authority.prefix { $0 != ":" }
        }
        let rest = authority[host.endIndex...]
        if rest.isEmpty { return (host, nil) }
        let digits = rest.dropFirst()
        guard rest.first == ":", (1...5).contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isNumber }),
            let port = Int(digits), (1...65_535).contains(port)
        else { return nil }
        return (host, port)
    }

    private static func checked(_ host: Substring) -> String? {
        if host.first == "[" { return ipv6(host) == nil ? nil : String(host) }
        let isName = host.allSatisfy { $0.isLetter || $0.isNumber || $0 == "." || $0 == "-" || $0 == "_" }
        return isName && !host.isEmpty ? String(host) : nil
    }

    /// Whether libcurl, as browsers do, takes the host for an IPv4 address in one of its many spellings.
    private static func endsInNumber(_ host: String) -> Bool {
        guard let last = host.utf8.split(separator: UInt8(ascii: ".")).last else { return false }
        return last.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            || last.starts(with: "0x".utf8) || last.starts(with: "0X".utf8)
    }

    private static func isLoopbackIPv4(_ host: String) -> Bool {
        host.utf8.starts(with: "127.".utf8) && isPlainIPv4(host)
    }

    /// Four decimal numbers without leading zeros: other spellings are octal to some and decimal to others.
    private static func isPlainIPv4(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8($0).map(String.init) == String($0) }
    }

    private static func isLoopbackIPv6(_ host: String) -> Bool {
        guard host.first == "[", let address = ipv6(host[...]) else { return false }
        return address == [UInt8](repeating: 0, count: 15) + [1]
    }

    private static func ipv6(_ literal: Substring) -> [UInt8]? {
        var address = [UInt8](repeating: 0, count: 16)
        return inet_pton(AF_INET6, String(literal.dropFirst().dropLast()), &address) == 1 ? address : nil
    }
}

extension String {
    fileprivate func end(ofScheme scheme: String) -> Index? {
        guard prefix(scheme.count).lowercased() == scheme else { return nil }
        return index(startIndex, offsetBy: scheme.count)
    }
}
