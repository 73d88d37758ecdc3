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

    /// Whether the host names this machine: `localhost`, 127.0.0.0/8 or ::1 in their ordinary spellings.
    package let isLoopback: Bool
    /// Whether the host is the name `localhost`, whatever its case.
    let isLocalhost: Bool

    /// The most bytes of a URL. Choice: 512 KiB, half of what libcurl takes for a whole request header.
    static let longest = 512 << 10

    /// Reads and judges an absolute, already encoded URL.
    ///
    /// Byte by byte: it is done for every request, and characters take a hundred times as long.
    /// - Throws: `invalidURL`, or `insecure` for plain http to another machine. The texts never hold the URL.
    package init(_ url: String) throws(HTTPTransportError) {
        let bytes = url.utf8
        guard bytes.count <= Self.longest else { throw .invalidURL("the URL is longer than \(Self.longest) bytes") }
        guard bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .invalidURL("the URL holds a blank, a control or a character that is not encoded")
        }
        guard !bytes.contains(UInt8(ascii: "#")) else { throw .invalidURL("the URL holds a fragment") }
        let rest: Substring.UTF8View
        if let end = bytes.end(ofScheme: "https://") {
            (isSecure, rest) = (true, bytes[end...])
        } else if let end = bytes.end(ofScheme: "http://") {
            (isSecure, rest) = (false, bytes[end...])
        } else {
            throw .invalidURL("not an absolute http or https URL")
        }
        let authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        guard let (host, port) = Self.split(authority), Self.isHost(host) else {
            throw .invalidURL("the URL's host or port cannot be read, or it holds a user name")
        }
        self.host = String(Substring(host))
        self.port = port ?? (isSecure ? 443 : 80)
        isLocalhost = host.isEqual("localhost")
        isLoopback = isLocalhost || Self.isLoopbackIPv4(host) || Self.isLoopbackIPv6(host)
        guard isSecure || isLoopback else {
            throw HTTPTransportError(.insecure, "plain http to another machine is refused: \(self.host)")
        }
        guard !Self.endsInNumber(host) || Self.isPlainIPv4(host) else {
            throw .invalidURL("the URL's host is an address in another form than four decimal numbers")
        }
    }

    private static func split(_ authority: Substring.UTF8View) -> (host: Substring.UTF8View, port: Int?)? {
        let host: Substring.UTF8View
        if authority.first == UInt8(ascii: "[") {
            guard let end = authority.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            host = authority[...end]
        } else {
            host = authority.prefix { $0 != UInt8(ascii: ":") }
        }
        let rest = authority[host.endIndex...]
        if rest.isEmpty { return (host, nil) }
        let digits = rest.dropFirst()
        guard rest.first == UInt8(ascii: ":"), (1...5).contains(digits.count), digits.allSatisfy(\.isDigit),
            let port = Int(Substring(digits)), (1...65_535).contains(port)
        else { return nil }
        return (host, port)
    }

    private static func isHost(_ host: Substring.UTF8View) -> Bool {
        if host.first == UInt8(ascii: "[") { return ipv6(host) != nil }
        return !host.isEmpty
            && host.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
                default: byte.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                }
            }
    }

    /// Whether libcurl, as browsers do, takes the host for an IPv4 address in one of its many spellings.
    private static func endsInNumber(_ host: Substring.UTF8View) -> Bool {
        guard let last = host.split(separator: UInt8(ascii: ".")).last else { return false }
        return last.allSatisfy(\.isDigit) || last.starts(with: "0x".utf8) || last.starts(with: "0X".utf8)
    }

    private static func isLoopbackIPv4(_ host: Substring.UTF8View) -> Bool {
        host.starts(with: "127.".utf8) && isPlainIPv4(host)
    }

    /// Four decimal numbers without leading zeros: other spellings are octal to some and decimal to others.
    private static func isPlainIPv4(_ host: Substring.UTF8View) -> Bool {
        let parts = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                part.allSatisfy(\.isDigit) && UInt8(Substring(part)) != nil
                    && (part.count == 1 || part.first != UInt8(ascii: "0"))
            }
    }

    private static func isLoopbackIPv6(_ host: Substring.UTF8View) -> Bool {
        guard host.first == UInt8(ascii: "["), let address = ipv6(host) else { return false }
        return address == [UInt8](repeating: 0, count: 15) + [1]
    }

    private static func ipv6(_ literal: Substring.UTF8View) -> [UInt8]? {
        var address = [UInt8](repeating: 0, count: 16)
        let text = String(Substring(literal.dropFirst().dropLast()))
        return inet_pton(AF_INET6, text, &address) == 1 ? address : nil
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}

extension String.UTF8View {
    fileprivate func end(ofScheme scheme: StaticString) -> Index? {
        guard let end = index(startIndex, offsetBy: scheme.utf8CodeUnitCount, limitedBy: endIndex),
            self[..<end].isEqual(scheme)
        else { return nil }
        return end
    }
}

extension Substring.UTF8View {
    /// Whether it is `word`, which is in lower case but for the case of letters.
    fileprivate func isEqual(_ word: StaticString) -> Bool {
        elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)) { byte, lower in
            byte == lower || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) && byte | 0x20 == lower
        }
    }
}
