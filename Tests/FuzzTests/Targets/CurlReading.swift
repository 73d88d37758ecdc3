import CCurl
import Foundation

/// A URL as curl reads it.
struct CurlReading {
    let scheme: String
    let host: String
    let port: Int
    let user: String?
    /// Without dot segments, which curl takes out before it sends.
    let path: String

    init?(_ url: String) {
        let handle = curl_url()
        defer { curl_url_cleanup(handle) }
        guard curl_url_set(handle, CURLUPART_URL, url, 0) == CURLUE_OK,
            let scheme = Self.part(CURLUPART_SCHEME, of: handle), let host = Self.part(CURLUPART_HOST, of: handle),
            let port = Self.part(CURLUPART_PORT, of: handle).flatMap({ Int($0) })
        else { return nil }
        self.scheme = scheme
        self.host = host
        self.port = port
        user = Self.part(CURLUPART_USER, of: handle)
        path = Self.part(CURLUPART_PATH, of: handle) ?? ""
    }

    /// Whether both are the same scheme, host and port.
    func isSameOrigin(as other: CurlReading) -> Bool {
        scheme == other.scheme && port == other.port && isSameHost(as: other.host)
    }

    /// Whether a host is this one, whatever its case; IPv6 addresses have several spellings, of which curl picks one.
    func isSameHost(as other: String) -> Bool {
        if host.lowercased() == other.lowercased() { return true }
        guard let left = Self.ipv6(host), let right = Self.ipv6(other) else { return false }
        return left == right
    }

    private static func ipv6(_ literal: String) -> [UInt8]? {
        guard literal.hasPrefix("["), literal.hasSuffix("]") else { return nil }
        var address = [UInt8](repeating: 0, count: 16)
        return inet_pton(AF_INET6, String(literal.dropFirst().dropLast()), &address) == 1 ? address : nil
    }

    private static func part(_ part: CURLUPart, of handle: OpaquePointer?) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(handle, part, &text, UInt32(CURLU_DEFAULT_PORT)) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }
}
