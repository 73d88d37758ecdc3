import Base

/// The page a person opens on a second screen to use a registration code (rest-v1, section 6).
enum Activation {
    /// `GET /activate`
    static func page(problem: String? = nil, code: String = "") -> Response {
        let field = Form.Field(
            label: "Code shown on your TV", name: "code", autocomplete: "one-time-code", value: code,
            hint: "Seven letters and digits. Small letters, blanks and dashes do not matter.", isWrong: problem != nil,
            isFirst: true, more: " autocapitalize=\"characters\" spellcheck=\"false\" maxlength=\"40\"")
        let form = Form.post(
            "/activate", "\(field.html)<div class=\"actions\">\(Form.button("Continue"))</div>")
        return WebPage(title: "Activate your TV", notice: problem.map { .problem($0) }, body: form).response()
    }

    /// `POST /activate`: on to `authenticate`; without an MVPD the person picks one first.
    static func submit(
        _ parameters: Parameters, _ state: inout ServiceState, at moment: Moment
    ) throws(Refusal) -> Response {
        let typed = try parameters["code"] ?? ""
        let code = typed.uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        func again(_ problem: String) -> Response { page(problem: problem, code: typed) }
        if code.isEmpty { return again("Enter the code that your TV shows.") }
        guard let registration = state.registrations[code] else {
            return again("This code is wrong. Compare it with the one on your TV.")
        }
        guard registration.expires > moment.now else {
            return again("This code is too old. Ask your TV for a new one.")
        }
        guard !registration.isUsed else {
            return again("This code has been used. Ask your TV for a new one.")
        }
        let requestor = try state.dashboard.requestor(registration.requestor)
        guard let mvpd = try parameters["mvpd"] ?? registration.mvpd else {
            return picker(code, try parameters["find"] ?? "", requestor)
        }
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
            return page(problem: "You are not signed in. Enter the code again to retry.")
        }
        return WebPage(
            title: "Your TV is activated", notice: .success("Signed in. Your TV continues by itself."), emblem: mark,
            body: "<p>You can close this page.</p>"
        ).response()
    }

    private static func picker(_ code: String, _ find: String, _ requestor: Dashboard.Requestor) -> Response {
        ProviderPicker(
            action: "/activate", hidden: [("code", code)], name: "mvpd", find: find,
            providers: requestor.mvpds.filter { $0.isIntegrated && !$0.isTempPass }.map {
                .init(id: $0.id, name: $0.displayName)
            }
        ).response()
    }

    private static let mark: HTML = """
        <svg class="mark" viewBox="0 0 40 40" aria-hidden="true" focusable="false"><circle cx="20" cy="20" r="18" \
        fill="none" stroke="currentColor" stroke-width="3"/><path d="M12 21l6 6 11-13" fill="none" \
        stroke="currentColor" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>
        """

    private static func done(_ code: String, on origin: String) -> String {
        "\(origin)/activate/done?code=\(percentEncoded(code))"
    }
}
