import Base

/// The address that tells the app that a web page is done.
///
/// Source: "iOS/tvOS SDK API Reference", handleExternalURL; "SFSafariViewController support".
package struct RedirectURL: Sendable, Hashable {
    /// `ADOBEPASS_REDIRECT_URL`: seen by the host in a plain web view.
    package static let standard = RedirectURL(scheme: "adobepass", host: "ios.app")
    /// No address a person's browser ends at is longer. Choice.
    private static let longest = 16_384

    package var scheme: String
    package var host: String
    /// Goes on the wire and is not compared: whoever listens on loopback looks at it.
    private var path = ""

    package init(scheme: String, host: String) {
        self.scheme = Self.lowercased(scheme)
        self.host = Self.lowercased(host)
    }

    /// From a text such as `adbe.u-7://adobe.com`; nil when it has no scheme or host.
    package init?(_ text: String) {
        guard let (scheme, host) = Self.parts(of: text) else { return nil }
        self.init(scheme: scheme, host: host)
    }

    /// From the address of a listener on this machine, such as `http://127.0.0.1:8123/abc`; nil for any other.
    package init?(loopback text: String) {
        guard let target = try? RequestTarget(text), target.isLoopback, !target.isSecure, !text.contains("?") else {
            return nil
        }
        self.init(text)
        path = String(text.dropFirst(self.text.count))
    }

    /// The address itself.
    package var text: String { "\(scheme)://\(host)\(path)" }

    /// S4.R, S4.R2: same scheme and host, whatever their case; path, query and fragment are free.
    package func matches(_ url: String) -> Bool {
        guard url.utf8.count <= Self.longest, let (scheme, host) = Self.parts(of: url) else { return false }
        return Self.lowercased(scheme).isSameID(as: self.scheme) && Self.lowercased(host).isSameID(as: self.host)
    }

    /// ASCII letters alone: Swift makes the Kelvin sign a k, a browser takes it for another letter.
    private static func lowercased(_ text: String) -> String {
        String(decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    private static func parts(of url: String) -> (scheme: String, host: String)? {
        guard let colon = url.firstIndex(of: ":") else { return nil }
        let rest = url[url.index(after: colon)...]
        guard rest.hasPrefix("//") else { return nil }
        let host = rest.dropFirst(2).prefix { !"/?#".contains($0) }
        return host.isEmpty ? nil : (String(url[..<colon]), String(host))
    }
}

/// S4.R2: whether a host may open a login address at all.
///
/// It must be absolute, http(s), encoded, without a user name, and plain http only to this machine: what our own requests
/// may go to, but with a fragment if it likes.
package func isUsableLoginURL(_ url: String) -> Bool {
    let isPrintable = url.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    let address = String(url.prefix { $0 != "#" })
    return isPrintable && (try? RequestTarget(address)) != nil
}
