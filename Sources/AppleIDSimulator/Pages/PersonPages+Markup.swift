import PassSimulator

extension PersonPages {
    static let over = Page(
        title: "This page is over", body: "<p>Go back to the app and start again.</p>"
    ).response(400)

    func signInPage(_ session: String, alert: String?) -> Response {
        let fields =
            Page.field("Apple Account", name: "username", type: "email", autocomplete: "username")
            + Page.field("Password", name: "password", type: "password", autocomplete: "current-password")
        return Page(
            title: "Sign in to \(client.id) with your Apple Account", alert: alert,
            body: Page.form(action: "/person/sign-in", hidden: [("session", session)], fields, submit: "Continue")
                + cancelForm("/person/sign-in", session)
        ).response()
    }

    func codePage(_ session: String, alert: String?) -> Response {
        let field =
            "<label for=\"code\">Code from your trusted device</label><input id=\"code\" name=\"code\" "
            + "inputmode=\"numeric\" autocomplete=\"one-time-code\" required>"
        return Page(
            title: "Two-factor authentication", alert: alert,
            body: Page.form(action: "/person/code", hidden: [("session", session)], field, submit: "Continue")
                + cancelForm("/person/code", session)
        ).response()
    }

    /// At the first sign-in name and address are asked for; later there is only the question itself.
    func consentPage(_ session: String, _ account: AppleAccount, _ provider: inout Provider) -> Response {
        provider.visits[session]?.step = .consent
        let request = provider.visits[session]?.request
        var fields = ""
        if provider.consent(of: account.address) == nil {
            if request?.wantsName == true {
                fields += Self.input("First name", name: "firstName", value: account.givenName, "given-name")
                fields += Self.input("Last name", name: "lastName", value: account.familyName, "family-name")
            }
            if request?.wantsEmail == true {
                fields += """
                    <label for="address">Email</label><select id="address" name="address">
                    <option value="share">Share my email (\(XML.escaped(account.address)))</option>
                    <option value="hide">Hide my email</option></select>
                    """
            }
        }
        return Page(
            title: "Use your Apple Account with \(client.id)?",
            body: "<p>Signed in as \(XML.escaped(account.address)).</p>"
                + Page.form(action: "/person/consent", hidden: [("session", session)], fields, submit: "Continue")
                + cancelForm("/person/consent", session)
        ).response()
    }

    /// Back to the app, in the way it asked for.
    func goBack(_ request: AuthorizeRequest, _ fields: [(String, String)]) -> Response {
        let fields = fields + (request.state.map { [("state", $0)] } ?? [])
        guard request.mode == "form_post" else {
            let text = fields.map { "\($0.0)=\(percentEncoded($0.1))" }.joined(separator: "&")
            let mark = request.mode == "fragment" ? "#" : request.redirectURI.contains("?") ? "&" : "?"
            return Response(303, headers: [("Location", request.redirectURI + mark + text)])
        }
        return Page(
            title: "Back to the app",
            body: Page.form(action: request.redirectURI, hidden: fields, "", submit: "Continue")
                + "<script>document.forms[0].submit()</script>"
        ).response(headers: [("Referrer-Policy", "no-referrer")])
    }

    private func cancelForm(_ action: String, _ session: String) -> String {
        Page.form(action: action, hidden: [("session", session), ("action", "cancel")], "", submit: "Cancel")
    }

    private static func input(_ label: String, name: String, value: String, _ autocomplete: String) -> String {
        "<label for=\"\(name)\">\(label)</label><input id=\"\(name)\" name=\"\(name)\" "
            + "value=\"\(XML.escaped(value))\" autocomplete=\"\(autocomplete)\">"
    }
}
