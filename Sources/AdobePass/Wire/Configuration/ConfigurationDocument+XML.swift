extension ConfigurationDocument {
    /// Reads `config/requestor/mvpds/mvpd`, all by local name; fields are child elements, or attributes.
    init(_ root: XMLElement) throws(UnreadableAnswer) {
        guard root.name == "config" || root.name == "requestor" else {
            throw UnreadableAnswer("an XML or HTML document that is no configuration")
        }
        let requestor = root.child("requestor") ?? root
        guard let list = requestor.child("mvpds") ?? root.child("mvpds") else {
            throw UnreadableAnswer("a configuration without MVPDs")
        }
        name = requestor.value("name") ?? ""
        domains = requestor.child("domains").map(Self.texts) ?? []
        mvpds = list.children.map { $0.name == "mvpd" ? Self.mvpd($0) : nil }
    }

    private static func mvpd(_ element: XMLElement) -> ConfiguredMVPD? {
        var fields = MVPDFields()
        for (name, value) in element.attributes { fields.set(name, value) }
        // From the back, so that of a repeated field the first holds, as in JSON.
        for field in element.children.reversed() where MVPDFields.kind(of: field.name) != .list {
            fields.set(field.name, field.text)
        }
        for field in element.children where MVPDFields.kind(of: field.name) == .list {
            fields.addRequiredMetadata(texts(field))
        }
        return fields.finished()
    }

    /// The texts of a list: of its items, or their names, or its own.
    ///
    /// Blank ones are left out.
    private static func texts(_ list: XMLElement) -> [String] {
        let items = list.children
        if items.isEmpty { return list.text.isBlank ? [] : [list.text] }
        return items.compactMap { item in (item.child("name") ?? item).text.unlessBlank }
    }
}
