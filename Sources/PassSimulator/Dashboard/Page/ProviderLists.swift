/// What one TV provider denies, and what it tells of its people: lists a person adds to and takes from.
struct ProviderLists: Sendable {
    let requestor: String
    let mvpd: Dashboard.MVPD
    /// What was searched for, kept.
    let find: String
    let token: String

    private var scope: String { "mvpd-\(requestor)-\(mvpd.id)" }

    var html: HTML { denials + metadata }

    private var denials: HTML {
        let rows = mvpd.denials.sorted { $0.key < $1.key }.map { resource, denial -> HTML in
            """
            <tr><th scope="row" class="path"><code>\(resource)</code></th><td class="path">\(denial.code)</td>\
            <td>\(denial.details ?? "")</td><td>\(removal("denial", resource))</td></tr>
            """
        }
        let code = Form.choice(
            "Reason", name: "code", value: Dashboard.Denial.byMVPD().code,
            of: Dashboard.Denial.codes.map { (value: $0, label: $0) }, scope: scope + "-denial")
        return section(
            "Denied resources", "denial", ["Resource", "Reason", "Text"], rows,
            """
            \(field("resource", "Resource", "Its id, or * for all others", of: "denial"))\(code)\
            \(field("details", "Text for the person", nil, of: "denial", isRequired: false))
            """, button: "Deny")
    }

    private var metadata: HTML {
        let rows = mvpd.userMetadata.sorted { $0.key < $1.key }.map { key, value -> HTML in
            let isEncrypted = mvpd.encryptedMetadata.contains(key)
            return """
                <tr><th scope="row" class="path"><code>\(key)</code></th><td class="path"><code>\(value)</code></td>\
                <td>\(isEncrypted ? "encrypted" : "")</td><td>\(removal("metadata", key))</td></tr>
                """
        }
        return section(
            "User metadata", "metadata", ["Key", "Value", "Sent"], rows,
            """
            \(field("key", "Key", "Such as zip", of: "metadata"))\
            \(field("value", "Value", "As JSON: \"a text\", 7, [\"94040\"]", of: "metadata"))\
            \(Form.toggle("Encrypted", name: "encrypted", isOn: false, scope: scope + "-metadata"))
            """, button: "Set")
    }

    private func section(
        _ title: String, _ name: String, _ heads: [String], _ rows: [HTML], _ fields: HTML, button: String
    ) -> HTML {
        let table: HTML = """
            <div class="scroll" tabindex="0" role="region" aria-label="\(title), \(mvpd.displayName)"><table><thead><tr>\
            \(heads.map { "<th scope=\"col\">\($0)</th>" as HTML })\
            <th scope="col"><span class="visually-hidden">Action</span></th></tr></thead><tbody>\(rows)</tbody></table></div>
            """
        let none: HTML = "<p class=\"quiet\">None.</p>"
        let content: HTML = """
            <fieldset><legend>\(title)</legend><div class="fields">\(fields)</div></fieldset>\
            <div class="actions">\(Form.button(button, style: "plain"))</div>
            """
        return form(name, [], content) + none.only(if: rows.isEmpty) + table.only(if: !rows.isEmpty)
    }

    private func field(
        _ name: String, _ label: String, _ hint: String?, of part: String, isRequired: Bool = true
    ) -> HTML {
        Form.Field(label: label, name: name, hint: hint, isRequired: isRequired, id: "\(scope)-\(part)-\(name)").html
    }

    private func removal(_ name: String, _ value: String) -> HTML {
        form(
            name, [("remove", value)],
            "<button type=\"submit\" class=\"small\">Remove<span class=\"visually-hidden\"> \(value)</span></button>")
    }

    private func form(_ name: String, _ more: [(String, String)], _ content: HTML) -> HTML {
        Form.post(
            "/dashboard/page/\(name)",
            hidden: [("token", token), ("requestor", requestor), ("mvpd", mvpd.id), ("find", find)] + more, content)
    }

    /// What the form of denials sent, done.
    static func changeDenials(_ parameters: Parameters, _ mvpd: inout Dashboard.MVPD) throws(Refusal) {
        if let resource = try parameters["remove"] {
            mvpd.denials[resource] = nil
            return
        }
        guard let resource = try parameters["resource"] else { throw .invalid("Which resource?") }
        guard let code = try parameters["code"], Dashboard.Denial.codes.contains(code) else {
            throw .invalid("The reason is not known.")
        }
        mvpd.denials[resource] = Dashboard.Denial(code: code, details: try parameters["details"])
    }

    /// What the form of metadata sent, done.
    static func changeMetadata(_ parameters: Parameters, _ mvpd: inout Dashboard.MVPD) throws(Refusal) {
        if let key = try parameters["remove"] {
            mvpd.userMetadata[key] = nil
            mvpd.encryptedMetadata.removeAll { $0 == key }
            return
        }
        guard let key = try parameters["key"] else { throw .invalid("Which key?") }
        guard let value = try parameters["value"], JSON(parsing: Array(value.utf8)) != nil else {
            throw .invalid(#"The value must be JSON, a text in quotes: "94040"."#)
        }
        mvpd.userMetadata[key] = value
        mvpd.encryptedMetadata.removeAll { $0 == key }
        if try parameters["encrypted"] != nil { mvpd.encryptedMetadata.append(key) }
    }
}

extension HTML {
    fileprivate func only(if isThere: Bool) -> HTML { isThere ? self : .nothing }
}
