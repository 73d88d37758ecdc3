import Base

/// What a loopback listener says to a request, decided by its head alone.
struct LoopbackGate: Sendable {
    let port: UInt16
    let path: String
    /// What the redirect must carry; nil = nothing.
    let state: String?
    let title: String

    /// No browser sends a longer head.
    static let longestHead = 16_384

    enum Verdict: Equatable {
        /// The head is not whole yet.
        case incomplete
        /// This is it.
        case redirect(LoopbackRedirect)
        /// An error; nothing changes.
        case refused(Int)
    }

    func judge(_ bytes: [UInt8]) -> Verdict {
        guard let end = Self.endOfHead(bytes) else {
            return bytes.count > Self.longestHead ? .refused(431) : .incomplete
        }
        guard end <= Self.longestHead else { return .refused(431) }
        let head = bytes[..<end]
        guard head.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x0D || $0 == 0x0A || $0 == 0x09 }) else {
            return .refused(400)
        }
        let lines = String(decoding: head, as: UTF8.self).components(on: "\r\n")
        let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else { return .refused(400) }
        guard let hosts = hosts(in: lines.dropFirst()), hosts == ["127.0.0.1:\(port)"] else { return .refused(400) }
        let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard target.first.map({ $0 == path }) == true else { return .refused(404) }
        guard words[0] == "GET" else { return .refused(405) }
        guard let query = query(target.count == 2 ? target[1] : "") else { return .refused(400) }
        let redirect = LoopbackRedirect(url: "http://127.0.0.1:\(port)\(words[1])", query: query)
        if let state, redirect["state"] != state { return .refused(400) }
        return .redirect(redirect)
    }

    /// The values of `Host`; nil when a line is no header field.
    private func hosts(in lines: ArraySlice<String>) -> [String]? {
        var hosts: [String] = []
        for line in lines {
            guard let colon = line.firstIndex(of: ":"), colon != line.startIndex else { return nil }
            guard line[..<colon].lowercased() == "host" else { continue }
            hosts.append(String(line[line.index(after: colon)...].drop { $0 == " " }))
        }
        return hosts
    }

    private func query(_ text: Substring) -> [LoopbackRedirect.Item]? {
        var items: [LoopbackRedirect.Item] = []
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Form.decoded(parts[0]), let value = Form.decoded(parts.count == 2 ? parts[1] : "") else {
                return nil
            }
            items.append(.init(name: name, value: value))
        }
        return items
    }

    /// Where the head ends, without its last line break.
    private static func endOfHead(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 4 else { return nil }
        return (0...(bytes.count - 4)).first { start in
            bytes[start] == 0x0D && bytes[start + 1] == 0x0A && bytes[start + 2] == 0x0D && bytes[start + 3] == 0x0A
        }
    }

    /// The whole answer to a verdict; empty while there is none.
    func answer(to verdict: Verdict) -> [UInt8] {
        switch verdict {
        case .incomplete: []
        case .redirect: EndPage(title: title, text: "You can close this page.").bytes
        case .refused(let status):
            EndPage(status, title: "Nothing here", text: "This address is not the one waited for.").bytes
        }
    }
}

extension String {
    fileprivate func components(on separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}
