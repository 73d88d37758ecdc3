/// What the pages are drawn with: the same for every service.
package enum WebAssets {
    /// The script that keeps the dashboard's lists up to date.
    static let live = "/web/live.js"
    /// The script that sends a page's one form at once.
    package static let submit = "/web/submit.js"

    /// Where they are.
    static let paths: Set = ["/web/style.css", live, submit, "/web/icon.svg"]

    /// The asset a request asks for; nil = none.
    package static func answer(_ request: Request) -> Response? {
        // The server leaves the content of an answer to HEAD out.
        guard ["GET", "HEAD"].contains(request.method) else { return nil }
        switch request.path {
        case "/web/style.css": return response(PackageResources.style_css, "text/css;charset=UTF-8")
        case live: return response(PackageResources.live_js, "text/javascript;charset=UTF-8")
        case submit: return response(PackageResources.submit_js, "text/javascript;charset=UTF-8")
        case "/web/icon.svg": return response(PackageResources.icon_svg, "image/svg+xml")
        default: return nil
        }
    }

    private static func response(_ bytes: [UInt8], _ type: String) -> Response {
        Response(
            200, String(decoding: bytes, as: UTF8.self), contentType: type,
            // Asked for again by each page: another version may listen at this port.
            headers: [("Cache-Control", "no-cache"), ("X-Content-Type-Options", "nosniff")])
    }
}
