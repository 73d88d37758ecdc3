/// One request a second for each address, after a burst of 10 that does not refill (rest-v1 #22).
struct Throttle: Sendable {
    private struct Visitor {
        var burst = 10
        var lastPass: Duration?
    }

    private var visitors: [String: Visitor] = [:]

    /// More addresses than a loopback service ever sees; beyond them it starts over.
    private static let capacity = 10_000

    /// Whether a request may pass; counts it.
    mutating func passes(_ address: String, at uptime: Duration) -> Bool {
        if visitors.count >= Self.capacity, visitors[address] == nil { visitors = [:] }
        var visitor = visitors[address] ?? Visitor()
        defer { visitors[address] = visitor }
        let isPaced = visitor.lastPass.map { uptime - $0 >= .seconds(1) } ?? false
        if !isPaced {
            guard visitor.burst > 0 else { return false }
            visitor.burst -= 1
        }
        visitor.lastPass = uptime
        return true
    }

    /// Forgets all addresses.
    mutating func reset() { visitors = [:] }
}
