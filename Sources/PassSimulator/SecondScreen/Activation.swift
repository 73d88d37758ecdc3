import Base

/// The page a person opens on a second screen to use a registration code (rest-v1, section 6).
enum Activation {
    /// `GET /activate`
    static func page(alert: String? = nil) -> Response {
        let field = Page.field("Code shown on your TV", name: "code", autocomplete: "one-time-code")
        let form = Page.form(action: "/activate", hidden: [], field, submit: "Continue")
        return Page(title: "Activate your TV", alert: alert, body: form).response()
    }

    /// `POST /activate`: on to `authenticate`; without an MVPD the person picks one first.
    static func submit(
        _ parameters: Parameters, _ state: inout ServiceState, at moment: Moment
    ) throws(Refusal) -> Response {
        let code = trimmed(try parameters["code"] ?? "").uppercased()
        guard let registration = state.registrations[code], registration.expires > moment.now, !registration.isUsed
        else { return page(alert: "This code is wrong or too old. Ask your TV for a new one.") }
        let requestor = try state.dashboard.requestor(registration.requestor)
        guard let mvpd = try parameters["mvpd"] ?? registration.mvpd else { return picker(code, requestor) }
        if registration.session != nil {
            // What the second screen says when it resumes the session: where its own browser ends.
            state.registrations[code]?.mvpd = mvpd
            state.registrations[code]?.session?.domain = registration.session?.domain ?? requestor.domains.first ?? ""
            state.registrations[code]?.session?.redirect = done(code, on: parameters.origin)
            let path = [requestor.id, code].map(percentEncoded).joined(separator: "/")
            return Response(302, headers: [("Location", "/api/v2/authenticate/\(path)")])
        }
        let query = [
            ("reg_code", code), ("requestor_id", registration.requestor), ("mso_id", mvpd), ("noflash", "true"),
            ("no_iframe", "true"), ("redirect_url", done(code, on: parameters.origin)),
        ]
        let text = query.map { "\($0)=\(percentEncoded($1))" }.joined(separator: "&")
        return Response(302, headers: [("Location", "/api/v1/authenticate?\(text)")])
    }

    /// `GET /activate/done`: tells whether it worked.
    static func outcome(_ parameters: Parameters, _ state: ServiceState, at moment: Moment) throws(Refusal) -> Response
    {
        let code = try parameters.required("code")
        guard state.registrations[code]?.isUsed == true else {
            return page(alert: "You are not signed in. Enter the code again to retry.")
        }
        return Page(
            title: "Your TV is activated", alert: "Signed in. Your TV continues by itself.",
            body: "<p>You can close this page.</p>"
        ).response()
    }

    private static func picker(_ code: String, _ requestor: Dashboard.Requestor) -> Response {
        let options = requestor.mvpds.filter { $0.isIntegrated && !$0.isTempPass }.map { mvpd in
            "<option value=\"\(XML.escaped(mvpd.id))\">\(XML.escaped(mvpd.displayName))</option>"
        }
        let field =
            "<label for=\"mvpd\">TV provider</label><select id=\"mvpd\" name=\"mvpd\">\(options.joined())</select>"
        let form = Page.form(action: "/activate", hidden: [("code", code)], field, submit: "Continue")
        return Page(title: "Choose your TV provider", body: form).response()
    }

    private static func done(_ code: String, on origin: String) -> String {
        "\(origin)/activate/done?code=\(percentEncoded(code))"
    }
}
