/// A form of a page, and its parts.
package enum Form {
    /// A form that posts to `action`; hidden fields first.
    package static func post(_ action: String, hidden: [(String, String)] = [], _ content: HTML) -> HTML {
        of("post", action, hidden: hidden, content)
    }

    /// A form that goes to `action` by that method; hidden fields first.
    static func of(_ method: String, _ action: String, hidden: [(String, String)], _ content: HTML) -> HTML {
        let kept = hidden.map { name, value in
            "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">" as HTML
        }
        return "<form method=\"\(method)\" action=\"\(action)\">\(kept)\(content)</form>"
    }

    /// A field a person types into.
    package struct Field: Sendable {
        var label: String
        var name: String
        var type: String
        var autocomplete: String
        var value: String
        var hint: String?
        /// What was typed was wrong; the page says why.
        var isWrong: Bool
        /// The cursor is here when the page comes.
        var isFirst: Bool
        var isRequired: Bool
        /// Fixed attributes of its own.
        var more: HTML
        /// In case the page has several with this name.
        var id: String?

        /// Describes a field; see the members.
        package init(
            label: String, name: String, type: String = "text", autocomplete: String = "off", value: String = "",
            hint: String? = nil, isWrong: Bool = false, isFirst: Bool = false, isRequired: Bool = true,
            more: HTML = .nothing, id: String? = nil
        ) {
            self.label = label
            self.name = name
            self.type = type
            self.autocomplete = autocomplete
            self.value = value
            self.hint = hint
            self.isWrong = isWrong
            self.isFirst = isFirst
            self.isRequired = isRequired
            self.more = more
            self.id = id
        }

        /// The field, with its label.
        package var html: HTML {
            let id = id ?? name
            let hintID = "\(id)-hint"
            let said = (hint == nil ? [] : [hintID]) + (isWrong ? [WebPage.problemID] : [])
            let described: HTML = " aria-describedby=\"\(said.joined(separator: " "))\""
            let shown: HTML = hint.map { "<span class=\"hint\" id=\"\(hintID)\">\($0)</span>" } ?? .nothing
            return """
                <div class="field"><label for="\(id)">\(label)</label>\(shown)\
                <input id="\(id)" name="\(name)" type="\(type)" autocomplete="\(autocomplete)" value="\(value)"\
                \(" required", if: isRequired)\(" autofocus", if: isFirst)\(" aria-invalid=\"true\"", if: isWrong)\
                \(described, if: !said.isEmpty)\(more)></div>
                """
        }
    }

    /// A switch: on when it is sent.
    package static func toggle(_ label: String, name: String, isOn: Bool, scope: String) -> HTML {
        let id = "\(scope)-\(name)"
        return """
            <div class="toggle"><input type="checkbox" role="switch" id="\(id)" name="\(name)"\(" checked", if: isOn)>\
            <label for="\(id)">\(label)</label></div>
            """
    }

    /// One of several, by value; an unknown value that is in force is offered too.
    package static func choice(
        _ label: String, name: String, value: String, of known: [(value: String, label: String)], scope: String
    ) -> HTML {
        let id = "\(scope)-\(name)"
        let all = known.contains { $0.value == value } ? known : known + [(value, value)]
        return """
            <div class="field"><label for="\(id)">\(label)</label><select id="\(id)" name="\(name)">\
            \(all.map { option($0.value, $0.label, isChosen: $0.value == value) })</select></div>
            """
    }

    static func option(_ value: String, _ label: String, isChosen: Bool = false) -> HTML {
        "<option value=\"\(value)\"\(" selected", if: isChosen)>\(label)</option>"
    }

    /// A button that sends its form.
    package static func button(_ label: String, style: String = "primary") -> HTML {
        "<button type=\"submit\" class=\"\(style)\">\(label)</button>"
    }

    /// A button whose form tells which one it was; `leaves` = what the form asks for need not be filled in.
    package static func button(
        _ label: String, style: String, name: String, value: String, leaves: Bool = false
    ) -> HTML {
        """
        <button type="submit" class="\(style)" name="\(name)" value="\(value)"\(" formnovalidate", if: leaves)>\(label)\
        </button>
        """
    }
}
