import Base

/// The dashboard for people: the same switches as over HTTP, as forms that need no script.
struct DashboardPage: Sendable {
    let service: Service

    /// More providers of a requestor are searched for.
    private static let most = 12

    /// `GET /dashboard`; `find` narrows the providers, `open` unfolds one, `done` says what has been done.
    func response(_ parameters: Parameters, status: Int = 200, problem: String? = nil) -> Response {
        let find = (try? parameters["find"]) ?? ""
        let open = (try? parameters["open"]) ?? ""
        let done = (try? parameters["done"]) ?? nil
        let token = service.pageToken
        let notice = problem.map { WebPage.Notice.problem($0) } ?? done.flatMap { Action.done[$0] }.map { .success($0) }
        return service.state.withLock { state in
            let moment = Moment(service.clock, skew: state.dashboard.clockSkew)
            let requestors = state.dashboard.requestors.values.sorted { $0.id < $1.id }
            return WebPage(
                title: "Dashboard", notice: notice,
                body: """
                    <div class="columns"><div class="column">
                    \(requestors.map { providers(of: $0, find: find, open: open, token: token) })
                    \(SettingsForm.html(state.dashboard, token: token))</div>
                    <div class="column">\(LiveLists(state, at: moment).html)
                    \(FaultForm.html(state.faults, token: token))\(Action.panel(token: token))</div></div>
                    """, width: .desk, script: WebAssets.live
            ).response(status)
        }
    }

    /// `GET /dashboard/page/live`: the lists alone.
    func live() -> Response {
        let lists = service.state.withLock { state in
            LiveLists(state, at: Moment(service.clock, skew: state.dashboard.clockSkew))
        }
        return Response(
            200, lists.html.markup, contentType: "text/html;charset=UTF-8",
            headers: [
                ("Cache-Control", "no-store"), ("Content-Security-Policy", "default-src 'none'; sandbox"),
                ("X-Content-Type-Options", "nosniff"),
            ])
    }

    private func providers(
        of requestor: Dashboard.Requestor, find: String, open: String, token: String
    ) -> HTML {
        let wanted = trimmed(find).lowercased()
        let found = requestor.mvpds.filter { mvpd in
            wanted.isEmpty || mvpd.displayName.lowercased().contains(wanted) || mvpd.id.lowercased().contains(wanted)
        }
        // The one just changed stays in sight.
        var shown = Array(found.prefix(Self.most))
        if let opened = found.dropFirst(Self.most).first(where: { isSameID($0.id, open) }) { shown.append(opened) }
        let entries = shown.map { mvpd in
            ProviderForm(requestor: requestor.id, mvpd: mvpd, find: find, token: token)
                .html(isOpen: isSameID(mvpd.id, open))
        }
        let field = Form.Field(
            label: "Search TV providers", name: "find", type: "search", value: find, isRequired: false,
            id: "find-\(requestor.id)")
        let search: HTML = """
            <form method="get" action="/dashboard" class="search">\(field.html)\(Form.button("Search", style: "plain"))\
            </form>
            """
        let rest: HTML = """
            <p class="hint">\(found.count - shown.count) more. Search to narrow the list.</p>
            """
        return """
            <section class="panel" aria-labelledby="requestor-\(requestor.id)"><h2 id="requestor-\(requestor.id)">\
            \(requestor.name) <code>\(requestor.id)</code></h2>
            <p class="quiet">Domains: \(requestor.domains.joined(separator: ", ")). \
            \(requestor.mvpds.count) TV providers.</p>
            \(search, if: requestor.mvpds.count > Self.most)\(entries)\(rest, if: found.count > shown.count)</section>
            """
    }
}
