import Base

/// The first page: what this is, and how to point a host at it.
struct IndexPage: Sendable {
    let service: Service

    func response(_ request: Request) -> Response {
        let url = "http://" + (request.header("Host") ?? "127.0.0.1")
        let dashboard = service.state.withLock { $0.dashboard }
        let requestors = dashboard.requestors.values.sorted { $0.id < $1.id }
        let known = requestors.map { requestor -> HTML in
            "<li><code>\(requestor.id)</code>, \(requestor.name): \(requestor.mvpds.count) TV providers</li>"
        }
        let code = """
            let core = AccessEnablerCore(
                softwareStatement: statement,
                applicationID: "com.example.tv",
                service: .restV2At("\(url)"),
                delegate: host)
            core.setRequestor("\(requestors.first?.id ?? "")")
            """
        return WebPage(
            title: "A local stand-in for Adobe Pass",
            body: """
                <div class="columns"><div class="column"><section class="panel"><h2>What this is</h2>
                <p>A service on this machine that a host of the AccessEnabler cannot tell from the documented one: client
                registration, REST API V1 and V2, the pages of the TV providers, and their identity endpoint. It knows
                no real account and asks no other service.</p>
                <ul><li><a href="/dashboard">Dashboard</a>: change what the service does, see what is asked of it</li>
                <li><a href="/activate">Activate a TV</a>: the page for a second screen</li></ul></section>
                <section class="panel"><h2>Who can sign in</h2>
                <p>At every TV provider, unless the dashboard says otherwise: user name <code>viewer</code>, password
                <code>secret</code>.</p><ul>\(known)</ul></section></div>
                <section class="panel"><h2>Point a host at it</h2>
                <ol><li>Base URL: <code>\(url)</code></li>
                <li>Software statement: <a href="/dashboard/statement.jwt" download="statement.jwt">\
                /dashboard/statement.jwt</a></li></ol>
                <pre tabindex="0" role="region" aria-label="A host in Swift"><code>\(code)</code></pre>
                <p>For REST API V1, <code>.restV1At(…)</code> in place of <code>.restV2At(…)</code>.</p>
                <h3>From a command line</h3>
                <pre tabindex="0" role="region" aria-label="Commands"><code>curl -fso statement.jwt \(url)/dashboard/statement.jwt
                curl \(url)/dashboard
                curl \(url)/dashboard/requests
                curl \(url)/idp/providers</code></pre></section></div>
                """, width: .desk, script: WebAssets.live
        ).response()
    }
}
