/// Keeps web pages of other origins away from the dashboard.
///
/// A page can send requests to loopback from its reader's browser, or point its own name there. The first cannot set
/// a JSON content type or a header of our own without asking first, which is never granted; the second shows in `Host`.
enum DashboardGate {
    /// Any value will do.
    static let header = "X-Pass-Simulator"

    /// Why a request is not let in; nil when it is.
    static func objection(to request: Request) -> String? {
        if let objection = objection(toHostOf: request) { return objection }
        if let origin = request.header("Origin") {
            guard origin.hasPrefix("http://"), isLoopback(String(origin.dropFirst(7))) else {
                return "'Origin' must be the loopback address."
            }
        }
        if request.method == "GET" || request.method == "HEAD" { return nil }
        guard request.mediaType == "application/json" || request.header(header) != nil else {
            return "To change something, send 'Content-Type: application/json' or '\(header): 1'."
        }
        return nil
    }

    /// Why a request is not let in by the name it was sent to; nil when it is.
    static func objection(toHostOf request: Request) -> String? {
        isLoopback(request.header("Host") ?? "") ? nil : "'Host' must name the loopback address."
    }

    /// Whether a form comes from a page of this service: it holds what only such a page can know, and the browser, if it
    /// says so at all, names this origin.
    static func isOwnForm(_ request: Request, token: String) -> Bool {
        if let origin = request.header("Origin"), origin != "http://\(request.header("Host") ?? "")" { return false }
        let given = request.form.filter { $0.name == "token" }
        return given.count == 1 && given.first?.value.map { isSameID($0, token) } == true
    }

    /// Whether a host and port as addresses have them name the loopback interface.
    static func isLoopback(_ authority: String) -> Bool {
        let lower = authority.lowercased()
        return ["127.0.0.1", "localhost", "[::1]"].contains { host in
            guard lower.hasPrefix(host) else { return false }
            let rest = lower.dropFirst(host.count)
            return rest.isEmpty || (rest.first == ":" && rest.count > 1 && rest.dropFirst().allSatisfy(\.isNumber))
        }
    }
}
