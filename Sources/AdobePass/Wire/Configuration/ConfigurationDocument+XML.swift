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
        let fields = root.documentNames.map { MVPDField($0) }
        var mvpds = MVPDList()
        list.forEach { mvpds.add($0.name == "mvpd" ? Self.mvpd($0, fields) : nil) }
        self.mvpds = mvpds
    }

    /// `known` has the field of each name of the document.
    private static func mvpd(_ element: XMLElement, _ known: [MVPDField]) -> ConfiguredMVPD? {
        var fields = MVPDFields()
        var requiredMetadata: [String] = []
        element.forEach { child in
            let field = known[child.nameIndex]
            if field == .requiredMetadataFields {
                requiredMetadata += texts(child)
            } else {
                fields.set(field, child.text, name: child.name)
            }
        }
        if !requiredMetadata.isEmpty { fields.setRequiredMetadata(requiredMetadata) }
        for (name, value) in element.attributes { fields.set(MVPDField(name), value, name: name) }
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
