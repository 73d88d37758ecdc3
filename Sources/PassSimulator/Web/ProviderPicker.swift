/// The list a person picks their TV provider from.
///
/// Buttons of a form, so that it works without scripts; a long list is searched by the service.
struct ProviderPicker: Sendable {
    /// One to pick.
    struct Provider: Sendable {
        var id: String
        var name: String
    }

    /// `get` where the choice is an address, `post` where it is not to stand in one.
    var method = "post"
    /// Where the choice goes.
    var action: String
    /// Kept along.
    var hidden: [(String, String)]
    /// The name the choice is sent under.
    var name: String
    /// What was searched for.
    var find: String
    var providers: [Provider]

    /// Longer lists can be searched.
    private static let shortList = 8
    /// No more are shown at once.
    private static let most = 40

    func response() -> Response {
        let wanted = trimmed(find).lowercased()
        let found = wanted.isEmpty ? providers : providers.filter { $0.name.lowercased().contains(wanted) }
        let buttons = found.prefix(Self.most).map { provider in
            """
            <li><button type="submit" class="provider" name="\(name)" value="\(provider.id)">\
            \(Logo.svg(provider.name))<span>\(provider.name)</span></button></li>
            """ as HTML
        }
        // Each button sends a form of its own: the return key in the search field must search.
        let list = Form.of(method, action, hidden: hidden, "<ul class=\"providers\">\(buttons)</ul>")
        let more: HTML =
            found.count > Self.most
            ? "<p class=\"hint\">\(found.count - Self.most) more. Search to narrow the list.</p>" : .nothing
        let none: HTML = "<p>No TV provider has this name.</p>"
        return WebPage(
            title: "Choose your TV provider",
            body: "\(search, if: providers.count > Self.shortList)\(none, if: found.isEmpty)\(list)\(more)"
        ).response()
    }

    private var search: HTML {
        let field = Form.Field(
            label: "Search", name: "find", type: "search", value: find, isFirst: true, isRequired: false)
        return Form.of(
            method, action, hidden: hidden,
            "<div class=\"search\">\(field.html)\(Form.button("Search", style: "plain"))</div>")
    }
}
