import Base

/// The pages about the simulator itself, and what all pages are drawn with. Neither recorded nor throttled, and no fault
/// touches them.
struct WebPages: Sendable {
    let service: Service

    /// Whether a request is for them. The dashboard's own address answers programs with JSON and people with a page.
    static func owns(_ request: Request) -> Bool {
        switch request.path {
        case "/", "/dashboard/page", "/dashboard/page/live": true
        case "/dashboard": ["GET", "HEAD"].contains(request.method) && request.wantsPage
        default: request.path.hasPrefix("/web/") || request.path.hasPrefix("/dashboard/page/")
        }
    }

    /// Answers a request.
    func answer(_ request: Request) -> Response {
        if let objection = DashboardGate.objection(toHostOf: request) { return WebPage.refused(403, objection) }
        if let asset = WebAssets.answer(request) { return asset }
        // The server leaves the content of an answer to HEAD out.
        switch (request.method == "HEAD" ? "GET" : request.method, request.path) {
        case ("GET", "/"): return IndexPage(service: service).response(request)
        case ("GET", "/dashboard"): return DashboardPage(service: service).response(Parameters(request))
        case ("GET", "/dashboard/page/live"): return DashboardPage(service: service).live()
        case ("POST", _) where request.path.hasPrefix("/dashboard/page/"):
            return DashboardForms(service: service).answer(
                request, String(request.path.dropFirst("/dashboard/page/".count)))
        case (_, let path) where Self.readable.contains(path):
            return WebPage.refused(405, "This page can only be read.", headers: [("Allow", "GET, HEAD")])
        case (_, let path) where path.hasPrefix("/dashboard/page/"):
            return WebPage.refused(405, "Forms come here.", headers: [("Allow", "POST")])
        default: return WebPage.refused(404, "There is no such page.")
        }
    }

    private static let readable: Set<String> = WebAssets.paths.union(["/", "/dashboard", "/dashboard/page/live"])
}
