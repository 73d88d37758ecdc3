import Foundation

@testable import AdobePass
@testable import Base

extension FuzzTarget {
    /// An address the service names (second part), resolved against its base URL (first part).
    static let addresses = FuzzTarget("addresses", longestInput: 1024) { input in
        let parts = input.parts(2)
        for base in [parts[0].text, "https://api.auth.adobe.com/pass", "http://127.0.0.1:8080"] {
            try check(base, parts[1].text)
        }
    }

    /// L15: the person's login and the access token go to the service's own machine alone, as curl reads it.
    private static func check(_ base: String, _ url: String) throws(Broken) {
        let address = ServiceAddress(base)
        // A base with a query would be a mistake of the host that gave it.
        guard let own = CurlReading(address.base), !base.utf8.contains(UInt8(ascii: "?")) else { return }
        if let opened = address.browserURL(url) {
            guard let curl = CurlReading(String(opened.prefix { $0 != "#" })) else {
                throw Broken(description: "an address that cannot be read is opened")
            }
            let browsers = CurlReading(address.browserBase)
            let isOwn = [own, browsers].contains { $0.map { curl.isSameOrigin(as: $0) } ?? false }
            try hold(isOwn, "an address of another machine is opened")
            try hold(curl.user == nil, "an address with a user name is opened")
        }
        if let path = address.requestPath(url) {
            guard let curl = CurlReading(address.base + path) else {
                throw Broken(description: "a path that cannot be read is asked for")
            }
            try hold(curl.isSameOrigin(as: own), "the access token goes to another machine")
            let root = own.path.hasSuffix("/") ? own.path : own.path + "/"
            try hold(curl.path.hasPrefix(root), "the access token goes to another part of the machine")
        }
    }
}
