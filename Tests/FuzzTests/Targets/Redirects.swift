import Foundation

@testable import AccessEnabler
@testable import Base

extension FuzzTarget {
    /// An address a browser ended at (second part), looked at by an app whose redirect is the first part.
    static let redirects = FuzzTarget("redirects", longestInput: 1024) { input in
        let parts = input.parts(2)
        let (own, url) = (parts[0].text, parts[1].text)
        if let redirect = RedirectURL(own) { try check(redirect, url) }
        try check(.standard, url)
        try check(.standard, own)
        try checkTarget(url)
        try checkTarget(own)
    }

    private static func check(_ redirect: RedirectURL, _ url: String) throws(Broken) {
        try hold(redirect.matches(redirect.text), "a redirect is not its own")
        try hold(RedirectURL(redirect.text) == redirect, "a redirect does not survive being written")
        guard redirect.matches(url) else { return }
        // Byte by byte: what only looks like the redirect is another address to a browser.
        let start = Array(url.utf8.prefix(redirect.text.utf8.count)).map(lowercased)
        try hold(start == redirect.text.utf8.map(lowercased), "another scheme or host is taken for the redirect")
        let next = url.utf8.dropFirst(start.count).first
        try hold(next.map { "/?#".utf8.contains($0) } ?? true, "a longer host is taken for the redirect")
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

    /// L05, T08: what we read in a URL is what curl reads in it.
    private static func checkTarget(_ url: String) throws(Broken) {
        if isUsableLoginURL(url) {
            try hold(url.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "an address that is not encoded is opened")
        }
        guard let target = try? RequestTarget(url) else { return }
        guard let curl = CurlReading(url) else { throw Broken(description: "curl cannot read the URL") }
        try hold(curl.isSameHost(as: target.host), "curl asks another host")
        try hold(curl.port == target.port, "curl asks another port")
        try hold(curl.scheme == (target.isSecure ? "https" : "http"), "curl speaks another protocol")
        try hold(curl.user == nil, "curl finds a user name")
        try hold(target.isSecure || target.isLoopback, "plain http leaves this machine")
    }
}
