/// The faults in force, and a form for one more.
enum FaultForm {
    /// The effects, with what they say to a person.
    private static let effects: [(value: String, label: String)] = [
        ("status", "Answer a status"), ("delay", "Answer late"), ("hold", "Hold the answer until it is released"),
        ("truncated", "Break off in the middle"), ("truncatedWithoutLength", "Break off, without a length"),
        ("html", "Answer a sign-in page of a hotel"), ("reset", "Reset the connection"),
        ("throttled", "Answer 429, throttled"), ("redirect", "Redirect elsewhere"), ("body", "Answer this body, 200"),
        ("enhancedError", "Refuse with a code of V2"), ("drip", "Send a byte at a time"),
    ]

    static func html(_ faults: [Endpoint: Fault], token: String) -> HTML {
        let active = faults.sorted { $0.key.rawValue < $1.key.rawValue }.map { endpoint, fault -> HTML in
            let clear = Form.post(
                "/dashboard/page/clear-fault", hidden: [("token", token), ("endpoint", endpoint.rawValue)],
                "<button type=\"submit\" class=\"small\">Clear<span class=\"visually-hidden\"> \(endpoint.rawValue)</span></button>"
            )
            return """
                <tr><th scope="row"><code>\(endpoint.rawValue)</code></th><td class="path"><code>\(fault.json.text)</code>\
                </td><td>\(clear)</td></tr>
                """
        }
        let none: HTML = "<p class=\"quiet\">No fault is set.</p>"
        let table: HTML = """
            <div class="scroll" tabindex="0" role="region" aria-label="Faults in force"><table>\
            <thead><tr><th scope="col">Endpoint</th><th scope="col">Fault</th>\
            <th scope="col"><span class="visually-hidden">Action</span></th></tr></thead>\
            <tbody>\(active)</tbody></table></div>
            """
        return """
            <section class="panel" aria-labelledby="faults"><h2 id="faults">Faults</h2>\
            \(none, if: active.isEmpty)\(table, if: !active.isEmpty)\
            \(Form.post("/dashboard/page/fault", hidden: [("token", token)], fields))</section>
            """
    }

    private static var fields: HTML {
        func field(_ name: String, _ label: String, _ hint: String, type: String = "text") -> HTML {
            Form.Field(
                label: label, name: name, type: type, hint: hint, isRequired: false, id: "fault-\(name)"
            ).html
        }
        return """
            <div class="fields"><div class="field"><label for="fault-endpoint">Endpoint</label>\
            <select id="fault-endpoint" name="endpoint">\(endpoints)</select></div>\
            \(Form.choice("Effect", name: "effect", value: "status", of: effects, scope: "fault"))\
            \(field("status", "Status", "For a status or a redirect", type: "number"))\
            \(field("milliseconds", "Milliseconds", "For late answers and bytes", type: "number"))\
            \(field("times", "Times", "Empty: every time", type: "number"))\
            \(field("to", "Address", "For a redirect"))\
            \(field("code", "Code", "Of REST API V2"))\
            \(field("contentType", "Content type", "For a status or a body"))\
            \(field("header", "Header field", "For a status: Name: value"))</div>
            <div class="field"><label for="fault-body">Body</label>\
            <span class="hint" id="fault-body-hint">For a status or a body</span>\
            <textarea id="fault-body" name="body" rows="2" aria-describedby="fault-body-hint"></textarea></div>
            <div class="actions">\(Form.button("Set fault"))</div>
            """
    }

    private static var endpoints: [HTML] {
        let groups: [(label: String, prefix: String)] = [
            ("REST API V2", "v2"), ("Identity endpoint", "identity"), ("REST API V1, registration, pages", ""),
        ]
        var rest = Endpoint.allCases
        return groups.map { group in
            let members = rest.filter { $0.rawValue.hasPrefix(group.prefix) }
            rest.removeAll { $0.rawValue.hasPrefix(group.prefix) }
            return """
                <optgroup label="\(group.label)">\(members.map { Form.option($0.rawValue, $0.rawValue) })</optgroup>
                """
        }
    }

    /// The form as the dashboard over HTTP takes it: only what the effect knows, and what was filled in.
    static func body(_ parameters: Parameters) throws(Refusal) -> JSON {
        let effect = try parameters["effect"] ?? ""
        var body: [String: JSON] = ["effect": .string(effect)]
        for name in (Fault.fields[effect] ?? []) + ["times"] {
            if name == "headers" {
                guard let line = try parameters["header"] else { continue }
                let parts = line.split(separator: ":", maxSplits: 1).map { trimmed($0) }
                body[name] = .object([parts.first ?? "": .string(parts.count == 2 ? parts[1] : "")])
            } else if let text = try parameters[name] {
                let isNumber = ["status", "milliseconds", "times"].contains(name)
                body[name] = isNumber ? Int64(text).map(JSON.integer) ?? .string(text) : .string(text)
            }
        }
        return .object(body)
    }
}
