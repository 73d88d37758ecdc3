/// A page for a person, all in one answer: for a server that has no stylesheet to share. The pages of this service are
/// `WebPage`s.
package struct Page: Sendable {
    package var title: String
    /// Said aloud by a screen reader when the page comes.
    package var alert: String?
    /// The main part, HTML.
    package var body: String

    /// Makes a page.
    package init(title: String, alert: String? = nil, body: String) {
        self.title = title
        self.alert = alert
        self.body = body
    }

    /// The page as an answer.
    package func response(_ status: Int = 200, headers: [(name: String, value: String)] = []) -> Response {
        let alert = alert.map { "<p role=\"alert\" class=\"alert\">\(XML.escaped($0))</p>" } ?? ""
        let html = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <title>\(XML.escaped(title))</title><style>\(Self.style)</style></head>
            <body><main><h1>\(XML.escaped(title))</h1>\(alert)\(body)</main></body></html>
            """
        return Response(
            status, html, contentType: "text/html;charset=UTF-8", headers: [("Cache-Control", "no-store")] + headers)
    }

    /// A form that posts to `action`; hidden fields first, names and values escaped.
    package static func form(action: String, hidden: [(String, String)], _ fields: String, submit: String) -> String {
        let kept = hidden.map { name, value in
            "<input type=\"hidden\" name=\"\(XML.escaped(name))\" value=\"\(XML.escaped(value))\">"
        }
        return "<form method=\"post\" action=\"\(XML.escaped(action))\">\(kept.joined())\(fields)"
            + "<button type=\"submit\">\(XML.escaped(submit))</button></form>"
    }

    /// A labelled field.
    package static func field(
        _ label: String, name: String, type: String = "text", autocomplete: String
    ) -> String {
        "<label for=\"\(name)\">\(label)</label><input id=\"\(name)\" name=\"\(name)\" type=\"\(type)\" "
            + "autocomplete=\"\(autocomplete)\" required>"
    }

    private static let style = """
        body{font:16px/1.5 sans-serif;margin:0;background:#f4f5f7;color:#1a1c20}
        main{max-width:24rem;margin:2rem auto;padding:1.5rem;background:#fff;border-radius:.5rem}
        h1{font-size:1.3rem;margin-top:0}label{display:block;margin-top:1rem}
        input,select,button{font:inherit;width:100%;box-sizing:border-box;padding:.5rem;margin-top:.25rem}
        button{margin-top:1.25rem;background:#0b57d0;color:#fff;border:0;border-radius:.25rem}
        .alert{background:#fde7e9;padding:.5rem;border-radius:.25rem}
        """
}
