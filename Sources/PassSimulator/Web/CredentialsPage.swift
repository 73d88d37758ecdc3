/// The page on which a TV provider asks for name and password.
struct CredentialsPage: Sendable {
    var provider: String
    /// Where the form goes.
    var action: String
    /// The open page's key.
    var key: String
    /// Where the browser ends: when signed in, and when the person would rather not.
    var redirect: String
    /// The address for the latter.
    var cancel: String
    /// What was wrong with the last try.
    var problem: String?
    /// The name of the last try.
    var username = ""

    static let incomplete = "Enter your user name and your password."
    static let wrong = "User name or password is wrong."

    func response() -> Response {
        let name = Form.Field(
            label: "User name", name: "username", autocomplete: "username", value: username, isWrong: problem != nil,
            isFirst: true, more: " autocapitalize=\"none\" spellcheck=\"false\"")
        let password = Form.Field(
            label: "Password", name: "password", type: "password", autocomplete: "current-password",
            isWrong: problem != nil)
        let form = Form.post(
            action, hidden: [("session", key)],
            """
            \(name.html)\(password.html)<div class="actions">\(Form.button("Sign in"))\
            <a class="button" href="\(cancel)">Cancel</a></div>
            """)
        return WebPage(
            title: "Sign in to \(provider)", notice: problem.map { .problem($0) }, emblem: Logo.svg(provider),
            body: form, formTargets: [WebPage.formTarget(redirect)]
        ).response()
    }
}
