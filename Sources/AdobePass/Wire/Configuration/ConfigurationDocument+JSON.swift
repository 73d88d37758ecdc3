extension ConfigurationDocument {
    /// Reads the requestor at the top or under `requestor` or `config`, and MVPDs in a list or in `{mvpd: …}`.
    init(_ json: JSONDocument) throws(UnreadableAnswer) {
        let reader = JSONConfiguration(json: json)
        let top = reader.object("config", in: json.root) ?? json.root
        let requestor = reader.object("requestor", in: top) ?? top
        guard let list = json.member("mvpds", of: requestor) ?? json.member("mvpds", of: top),
            let mvpds = reader.mvpds(list)
        else { throw UnreadableAnswer("a configuration without MVPDs") }
        self.init(
            name: json.member("name", of: requestor).flatMap(json.text) ?? "",
            domains: json.member("domains", of: requestor).map(reader.texts) ?? [], mvpds: mvpds)
    }
}

/// Reads the parts of a configuration in JSON.
private struct JSONConfiguration {
    let json: JSONDocument

    /// The object under this name, if there is one.
    func object(_ name: String, in node: JSONDocument.Node) -> JSONDocument.Node? {
        json.member(name, of: node).flatMap { json.kind(of: $0) == .object ? $0 : nil }
    }

    /// Every entry of a list, or of an object under `mvpd`, one or many; nil if this is neither.
    func mvpds(_ node: JSONDocument.Node) -> MVPDList? {
        var list = MVPDList()
        switch json.kind(of: node) {
        case .array: json.forEach(in: node) { list.add(mvpd($0)) }
        case .object:
            if let only = json.member("mvpd", of: node) {
                if json.kind(of: only) == .array { return mvpds(only) }
                list.add(mvpd(only))
            } else if !json.children(of: node).isEmpty {
                list.add(nil)
            }
        default: return nil
        }
        return list
    }

    private func mvpd(_ node: JSONDocument.Node) -> ConfiguredMVPD? {
        guard json.kind(of: node) == .object else { return nil }
        var fields = MVPDFields()
        json.forEach(in: node) { member in
            let field = json.withName(of: member) { MVPDField($0) }
            if field == .requiredMetadataFields {
                fields.setRequiredMetadata(texts(member))
            } else if let text = json.text(of: member) {
                fields.set(field, text, name: json.name(of: member))
            } else if let text = json.value(of: member).text {
                // A list or an object is none of ours: kept as JSON says it.
                fields.keep(text, name: json.name(of: member))
            }
        }
        return fields.finished()
    }

    /// Texts in a list, however it is wrapped: `["a"]`, `"a"`, `[{"name": "a"}]`, `{"item": ["a"]}`.
    ///
    /// Blank ones are left out.
    func texts(_ node: JSONDocument.Node) -> [String] {
        switch json.kind(of: node) {
        case .array: return json.children(of: node).flatMap(texts)
        case .object:
            if let name = json.member("name", of: node) { return texts(name) }
            return json.children(of: node).sorted { json.name(of: $0) < json.name(of: $1) }.flatMap(texts)
        default: return json.text(of: node)?.unlessBlank.map { [$0] } ?? []
        }
    }
}
