extension ConfigurationDocument: Decodable {
    init(from decoder: any Decoder) throws {
        var top = try decoder.container(keyedBy: FieldName.self)
        if let config = top.object("config") { top = config }
        let requestor = top.object("requestor") ?? top
        let mvpds = FieldName("mvpds")
        guard let holder = [requestor, top].first(where: { $0.contains(mvpds) }),
            let list = try holder.decode(MVPDList.self, forKey: mvpds).mvpds
        else { throw UnreadableAnswer("a configuration without MVPDs") }
        self.init(
            name: try requestor.text("name") ?? "",
            domains: try requestor.decodeIfPresent(TextList.self, forKey: FieldName("domains"))?.texts ?? [],
            mvpds: list)
    }
}

/// MVPDs in a list, or in an object under `mvpd`, one or many.
private struct MVPDList: Decodable {
    /// Every entry; nil if this is neither list nor object.
    let mvpds: [ConfiguredMVPD?]?

    init(from decoder: any Decoder) throws {
        if var list = try? decoder.unkeyedContainer() {
            var mvpds: [ConfiguredMVPD?] = []
            mvpds.reserveCapacity(list.count ?? 0)
            while !list.isAtEnd { mvpds.append(try list.decode(MVPDEntry.self).mvpd) }
            self.mvpds = mvpds
        } else if let object = try? decoder.container(keyedBy: FieldName.self) {
            let key = FieldName("mvpd")
            if object.allKeys.isEmpty {
                mvpds = []
            } else if (try? object.nestedUnkeyedContainer(forKey: key)) != nil {
                mvpds = try object.decode(MVPDList.self, forKey: key).mvpds
            } else {
                mvpds = [try object.decodeIfPresent(MVPDEntry.self, forKey: key)?.mvpd]
            }
        } else {
            mvpds = nil
        }
    }
}

/// One entry of the list.
private struct MVPDEntry: Decodable {
    /// The MVPD; nil if this is no object or has no id.
    let mvpd: ConfiguredMVPD?

    init(from decoder: any Decoder) throws {
        guard let object = try? decoder.container(keyedBy: FieldName.self) else {
            mvpd = nil
            return
        }
        var fields = MVPDFields()
        for key in object.allKeys {
            let name = key.stringValue
            let text: String?
            switch MVPDFields.kind(of: name) {
            case .text: text = try object.decode(ScalarText.self, forKey: key).text
            case .flag: text = try object.decode(FlagText.self, forKey: key).text
            case .number: text = try object.decode(NumberText.self, forKey: key).text
            case .list:
                fields.addRequiredMetadata(try object.decode(TextList.self, forKey: key).texts)
                continue
            }
            if let text {
                fields.set(name, text)
            } else if let nested = try? object.decode(JSONValue.self, forKey: key).text {
                fields.keep(name, nested)
            }
        }
        mvpd = fields.finished()
    }
}

extension KeyedDecodingContainer<FieldName> {
    /// The object under this name, if there is one.
    fileprivate func object(_ name: String) -> Self? {
        try? nestedContainer(keyedBy: FieldName.self, forKey: FieldName(name))
    }
}
