import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Why an address given on the command line cannot be the service's; nil when it can.
func objection(to url: String) -> String? {
    guard let parts = URLComponents(string: url), let scheme = parts.scheme?.lowercased(),
        ["http", "https"].contains(scheme)
    else { return "an address begins with https:// (or http:// on this machine)" }
    guard let host = parts.host?.lowercased(), !host.isEmpty, parts.port.map({ (1...65_535).contains($0) }) ?? true
    else { return "its host or port cannot be read" }
    guard parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil,
        url.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return "it must hold a host and a path alone" }
    let isLocal = ["localhost", "[::1]", "::1"].contains(host) || host.wholeMatch(of: /127(\.\d{1,3}){3}/) != nil
    return scheme == "https" || isLocal ? nil : "plain http is for this machine alone"
}

/// Software statements are far shorter.
private let longest = 64 << 10

/// The software statement in a file; ends the process with one line where there is none.
func statement(in file: String) -> String {
    func give(up reason: String) -> Never {
        SampleSupport.give(up: "the software statement '\(file)' cannot be read: \(reason)", code: 2)
    }
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { give(up: String(cString: strerror(errno))) }
    defer { close(descriptor) }
    var (bytes, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
    while bytes.count < longest {
        let count = read(descriptor, &chunk, chunk.count)
        if count < 0 { give(up: String(cString: strerror(errno))) }
        if count == 0 { break }
        bytes += chunk.prefix(count)
    }
    let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    // A signed JWT: three parts in base64url, the first of them an object.
    guard bytes.count < longest, let match = text.wholeMatch(of: /([\w-]+)\.[\w-]+\.[\w-]+/.asciiOnlyWordCharacters()),
        let head = Data(base64URL: match.1), (try? JSONSerialization.jsonObject(with: head)) is [String: Any]
    else { give(up: "it holds no signed JWT") }
    return text
}

extension Data {
    fileprivate init?(base64URL text: Substring) {
        let plain = text.replacing("-", with: "+").replacing("_", with: "/")
        self.init(base64Encoded: plain + String(repeating: "=", count: (4 - plain.count % 4) % 4))
    }
}
