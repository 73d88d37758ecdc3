/// The service's own settings: lifetimes, and how it answers.
enum SettingsForm {
    /// Numbers, with what they say to a person. All but the last are seconds.
    private static let numbers: [(name: String, label: String)] = [
        ("authenticationLifeSeconds", "Authentication, in s"), ("authorizationLifeSeconds", "Authorization, in s"),
        ("mediaTokenLifeSeconds", "Media token, in s"), ("accessTokenLifeSeconds", "Access token, in s"),
        ("accountLifeSeconds", "Device account, in s"), ("clockSkewSeconds", "Clock ahead by, in s"),
        ("preauthorizationLimit", "Resources a preauthorization"),
    ]

    private static let switches: [(name: String, label: String)] = [
        ("throttles", "Throttle: 1 request a second after 10"),
        ("isStatementRevoked", "Software statements are revoked"),
        ("enhancedErrors", "Enhanced error bodies on V1"), ("forcesXML", "Configuration always in XML"),
        ("sendsValidators", "Configuration with ETag"), ("v2SendsAbsoluteURLs", "V2: absolute addresses"),
        ("v2SpellsAsBefore", "V2: spellings of older samples"),
        ("v2RefusesDecisionsWhole", "V2: refuse decisions as a whole"),
        ("v2ForgetsSessionParameters", "V2: sessions ask again for what they were told"),
    ]

    static func html(_ dashboard: Dashboard, token: String) -> HTML {
        let values = [DashboardField<Dashboard>].settings.read(dashboard)
        func value(_ name: String) -> JSON { values.first { $0.name == name }?.value ?? .null }
        let fields = numbers.map { row in
            Form.Field(
                label: row.label, name: row.name, type: "number", value: value(row.name).text, more: " step=\"any\""
            ).html
        }
        let toggles = switches.map { row in
            Form.toggle(row.label, name: row.name, isOn: value(row.name).bool == true, scope: "settings")
        }
        let content: HTML = """
            <fieldset><legend>Lifetimes</legend><div class="fields">\(fields)</div></fieldset>
            <fieldset><legend>Answers</legend>\(toggles)</fieldset>
            <div class="actions">\(Form.button("Save"))</div>
            """
        return """
            <section class="panel" aria-labelledby="settings"><h2 id="settings">Settings</h2>\
            \(Form.post("/dashboard/page/settings", hidden: [("token", token)], content))</section>
            """
    }

    /// The form as the dashboard over HTTP takes it.
    static func body(_ parameters: Parameters) throws(Refusal) -> JSON {
        var body: [String: JSON] = [:]
        for row in switches { body[row.name] = .bool(try parameters[row.name] != nil) }
        for row in numbers {
            guard let text = try parameters[row.name] else { continue }
            // What is no number is refused with the field's own words.
            body[row.name] = Int64(text).map(JSON.integer) ?? Double(text).map(JSON.number) ?? .string(text)
        }
        return .object(body)
    }
}
