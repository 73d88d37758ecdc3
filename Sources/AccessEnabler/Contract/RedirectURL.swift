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

    package init(scheme: String, host: String) {
        self.scheme = scheme.lowercased()
        self.host = host.lowercased()
    }

    /// From a text such as `adbe.u-7://adobe.com`; nil when it has no scheme or host.
    package init?(_ text: String) {
        guard let (scheme, host) = Self.parts(of: text) else { return nil }
        self.init(scheme: scheme, host: host)
    }

    /// The address itself.
    package var text: String { "\(scheme)://\(host)" }

    /// S4.R, S4.R2: same scheme and host, whatever their case; path, query and fragment are free.
    package func matches(_ url: String) -> Bool {
        guard url.utf8.count <= Self.longest, let (scheme, host) = Self.parts(of: url) else { return false }
        return scheme.lowercased() == self.scheme && host.lowercased() == self.host
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
/// It must be absolute, http(s), without blanks or control characters, and plain http only to this machine.
package func isUsableLoginURL(_ url: String) -> Bool {
    guard url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7f && $0 != UInt8(ascii: "\\") }) else { return false }
    let lowered = url.lowercased()
    let isSecure = lowered.hasPrefix("https://")
    guard isSecure || lowered.hasPrefix("http://") else { return false }
    let authority = lowered.dropFirst(isSecure ? 8 : 7).prefix { !"/?#".contains($0) }
    guard !authority.isEmpty, !authority.contains("@") else { return false }
    return isSecure || isLoopback(authority)
}

private func isLoopback(_ authority: Substring) -> Bool {
    if authority == "[::1]" || authority.hasPrefix("[::1]:") { return true }
    let host = authority.prefix { $0 != ":" }
    if host == "localhost" { return true }
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return numbers.count == 4 && numbers.allSatisfy { $0 != nil } && numbers[0] == 127
}
