/// A page for a person: works in a browser without scripts, by keyboard alone, and from a command line.
package struct WebPage: Sendable {
    /// What a page says before anything else; read aloud when it comes.
    package enum Notice: Sendable, Hashable {
        /// Something was wrong with what the person did.
        case problem(String)
        /// It worked.
        case success(String)
    }

    /// How much room it takes.
    package enum Width: Sendable, Hashable {
        /// One thing to do, on any screen.
        case card
        /// For people at work on the simulator: with the way to the other pages.
        case desk
    }

    var title: String
    var notice: Notice?
    /// Above the title.
    var emblem: HTML
    /// The main part.
    var body: HTML
    var width: Width
    /// Where a form may lead, beyond this service: browsers look at redirects too.
    var formTargets: [String]
    /// The service it is of.
    var site: WebSite
    /// The address of the one script it may run.
    var script: String?

    /// Makes a page; see the members.
    package init(
        title: String, notice: Notice? = nil, emblem: HTML = .nothing, body: HTML, width: Width = .card,
        formTargets: [String] = [], site: WebSite = .passSimulator, script: String? = nil
    ) {
        self.title = title
        self.notice = notice
        self.emblem = emblem
        self.body = body
        self.width = width
        self.formTargets = formTargets
        self.site = site
        self.script = script
    }

    /// Where a problem is said, for the field it speaks of.
    static let problemID = "problem"

    /// The page as an answer.
    package func response(_ status: Int = 200, headers: [(name: String, value: String)] = []) -> Response {
        Response(
            status, document.markup, contentType: "text/html;charset=UTF-8",
            headers: [
                ("Cache-Control", "no-store"), ("Content-Security-Policy", policy),
                ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"),
                // `no-referrer` would blank the origin of forms, which the dashboard looks at.
                ("Referrer-Policy", "same-origin"),
            ] + headers)
    }

    private var policy: String {
        let scripts = script == nil ? "" : "script-src 'self'; connect-src 'self'; "
        let targets = (["'self'"] + formTargets).joined(separator: " ")
        return "default-src 'none'; style-src 'self'; img-src 'self'; \(scripts)form-action \(targets); "
            + "base-uri 'none'; frame-ancestors 'none'"
    }

    private var document: HTML {
        """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>\(spokenTitle)</title><link rel="stylesheet" href="/web/style.css">
        <link rel="icon" href="/web/icon.svg" type="image/svg+xml">\(run)</head>
        <body class="\(width == .desk ? "desk" : "card")">\(site.navigation, if: width == .desk)
        <main>\(emblem)<h1>\(title)</h1>\(said)\(body)</main>
        <footer>\(site.footer)</footer></body></html>
        """
    }

    private var run: HTML { script.map { "<script src=\"\($0)\" defer></script>" } ?? .nothing }

    /// The first thing a screen reader says.
    private var spokenTitle: String {
        if case .problem = notice { "Error: \(title)" } else { title }
    }

    private var said: HTML {
        switch notice {
        case nil: .nothing
        case .problem(let text): "<p role=\"alert\" class=\"notice problem\" id=\"\(Self.problemID)\">\(text)</p>"
        case .success(let text): "<p role=\"status\" class=\"notice success\">\(text)</p>"
        }
    }
}

/// What the pages of one service share.
package struct WebSite: Sendable, Hashable {
    /// Above the pages for people at work on the simulator.
    var navigation: HTML
    /// Below every page.
    var footer: String

    /// Describes a service.
    package init(navigation: HTML, footer: String) {
        self.navigation = navigation
        self.footer = footer
    }

    static let passSimulator = WebSite(
        navigation: """
            <header><nav aria-label="Pages"><a class="brand" href="/">Pass simulator</a>\
            <a href="/dashboard">Dashboard</a><a href="/activate">Activate a TV</a></nav></header>
            """, footer: "Local simulator: nothing you type here leaves this machine.")
}

extension WebPage {
    /// An address as a security policy names it: scheme and host, or the scheme alone where there is no host to speak
    /// of.
    package static func formTarget(_ address: String) -> String {
        guard let mark = address.firstRange(of: "://") else { return "" }
        let scheme = address[..<mark.lowerBound].lowercased()
        guard scheme.wholeMatch(of: /[a-z][a-z0-9+.\-]*/) != nil else { return "" }
        guard ["http", "https"].contains(scheme) else { return "\(scheme):" }
        let host = address[mark.upperBound...].prefix { !"/?#".contains($0) }
        guard host.wholeMatch(of: /[A-Za-z0-9.\-:\[\]]+/) != nil else { return "\(scheme):" }
        return "\(scheme)://\(host)"
    }

    /// A person came here by an address that does not work.
    static func refused(
        _ status: Int, _ why: String, headers: [(name: String, value: String)] = []
    ) -> Response {
        WebPage(
            title: "This page cannot be shown", notice: .problem(why),
            body: "<p>Go back to your app or your TV and start again.</p>"
        ).response(status, headers: headers)
    }
}

extension Request {
    /// Whether a person asks, with a browser.
    var wantsPage: Bool { header("Accept")?.lowercased().contains("text/html") ?? false }
}
