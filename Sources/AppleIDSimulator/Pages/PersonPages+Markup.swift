import PassSimulator

extension WebSite {
    /// The pages of this provider.
    static let appleID = WebSite(
        navigation: """
            <header><nav aria-label="Pages"><a class="brand" href="/">Apple ID simulator</a></nav></header>
            """, footer: "A local stand-in for Apple: never type a real password here.")
}

extension PersonPages {
    static let over = WebPage(
        title: "This page is over", body: "<p>Go back to the app and start again.</p>", site: .appleID
    ).response(400)

    func signInPage(_ session: String, _ request: AuthorizeRequest, username: String = "", problem: String? = nil)
        -> Response
    {
        let name = Form.Field(
            label: "Apple Account", name: "username", type: "email", autocomplete: "username", value: username,
            isWrong: problem != nil, isFirst: true)
        let password = Form.Field(
            label: "Password", name: "password", type: "password", autocomplete: "current-password",
            isWrong: problem != nil)
        return page(
            "Sign in to \(client.id) with your Apple Account", session, request, "/person/sign-in", problem,
            "\(name.html)\(password.html)")
    }

    func codePage(_ session: String, _ request: AuthorizeRequest, problem: String? = nil) -> Response {
        let code = Form.Field(
            label: "Code from your trusted device", name: "code", autocomplete: "one-time-code",
            isWrong: problem != nil, isFirst: true, more: " inputmode=\"numeric\"")
        return page("Two-factor authentication", session, request, "/person/code", problem, code.html)
    }

    /// At the first sign-in name and address are asked for; later there is only the question itself.
    func consentPage(_ session: String, _ account: AppleAccount, _ provider: inout Provider) -> Response {
        guard let request = provider.visits[session]?.request else { return Self.over }
        provider.visits[session]?.step = .consent
        var fields: HTML = "<p>Signed in as \(account.address).</p>"
        if provider.consent(of: account.address) == nil {
            if request.wantsName {
                let first = Self.name("First name", "firstName", account.givenName, "given-name")
                let last = Self.name("Last name", "lastName", account.familyName, "family-name")
                fields = "\(fields)\(first)\(last)"
            }
            if request.wantsEmail {
                let choices = [
                    (value: "share", label: "Share my email (\(account.address))"), ("hide", "Hide my email"),
                ]
                let address = Form.choice("Email", name: "address", value: "share", of: choices, scope: "person")
                fields = "\(fields)\(address)"
            }
        }
        return page(
            "Use your Apple Account with \(client.id)?", session, request, "/person/consent", nil, fields)
    }

    /// Back to the app, in the way it asked for.
    func goBack(_ request: AuthorizeRequest, _ fields: [(String, String)]) -> Response {
        let fields = fields + (request.state.map { [("state", $0)] } ?? [])
        guard request.mode == "form_post" else {
            let text = fields.map { "\($0.0)=\(percentEncoded($0.1))" }.joined(separator: "&")
            let mark = request.mode == "fragment" ? "#" : request.redirectURI.contains("?") ? "&" : "?"
            return Response(
                303, headers: [("Location", request.redirectURI + mark + text), ("Cache-Control", "no-store")])
        }
        return WebPage(
            title: "Back to the app",
            body: Form.post(
                request.redirectURI, hidden: fields, "<div class=\"actions\">\(Form.button("Continue"))</div>"),
            formTargets: [WebPage.formTarget(request.redirectURI)], site: .appleID, script: WebAssets.submit
        ).response()
    }

    /// A step of the person's: what it asks for, and the way out.
    private func page(
        _ title: String, _ session: String, _ request: AuthorizeRequest, _ action: String, _ problem: String?,
        _ fields: HTML
    ) -> Response {
        let cancel = Form.button("Cancel", style: "", name: "action", value: "cancel", leaves: true)
        return WebPage(
            title: title, notice: problem.map { .problem($0) },
            body: Form.post(
                action, hidden: [("session", session)],
                "\(fields)<div class=\"actions\">\(Form.button("Continue"))\(cancel)</div>"),
            // The last step may be answered with a redirect to the app.
            formTargets: [WebPage.formTarget(request.redirectURI)], site: .appleID
        ).response()
    }

    private static func name(_ label: String, _ name: String, _ value: String, _ autocomplete: String) -> HTML {
        Form.Field(label: label, name: name, autocomplete: autocomplete, value: value, isRequired: false).html
    }
}
