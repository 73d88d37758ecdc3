/// Where a page may send a browser when it is done: back to an application.
///
/// Https, http on this machine, and schemes an application can register. What a browser itself runs, shows or fetches under
/// a scheme is no application's.
enum RedirectAddress {
    /// Whether an address is one; absolute, without blanks or control characters, so that nothing can be put into the
    /// answer's head.
    static func isAllowed(_ text: String) -> Bool {
        guard let mark = text.firstRange(of: "://"), text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            return false
        }
        let scheme = text[..<mark.lowerBound].lowercased()
        let host = text[mark.upperBound...].prefix { !"/?#".contains($0) }
        switch scheme {
        case "https": return !host.isEmpty && !host.contains { "@\\".contains($0) }
        case "http": return DashboardGate.isLoopback(String(host))
        default: return scheme.wholeMatch(of: /[a-z][a-z0-9+.\-]*/) != nil && !browsersOwn.contains(scheme)
        }
    }

    private static let browsersOwn: Set<String> = [
        "about", "blob", "chrome", "chrome-extension", "cid", "data", "file", "filesystem", "ftp", "ftps", "gopher",
        "intent", "jar", "javascript", "ldap", "ldaps", "livescript", "mailto", "mhtml", "moz-extension", "nfs", "sftp",
        "sms", "smb", "ssh", "tel", "telnet", "vbscript", "view-source", "ws", "wss",
    ]
}
