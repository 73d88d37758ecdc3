import FoundationEssentials

/// The answer to `GET preauthorize`, JSON or XML.
///
/// Source: "REST API V1", retrieve the list of preauthorized resources; errors of single resources: "Enhanced Error
/// Codes".
enum PreauthorizationBody {
    /// What the answer says, resource by resource, in its order.
    ///
    /// An entry without an id says nothing; one whose `authorized` is no truth value is not authorized. An answer
    /// without a list is unreadable.
    static func parse(_ body: Data, contentType: String?) throws(UnreadableAnswer) -> [PreauthorizationDecision] {
        switch try AnswerBody(body, contentType: contentType) {
        case .json(let json): return try JSONBody.decode(ResourceList.self, json).decisions
        case .xml(let xml):
            let root = try XMLElement.parse(xml)
            guard let list = root.name == "resources" ? root : root.child("resources") else {
                throw UnreadableAnswer("an XML or HTML document that is no list of resources")
            }
            return list.children.filter { $0.name == "resource" }.compactMap { element in
                decision(
                    id: element.value("id"), authorized: element.value("authorized"),
                    error: element.child("error").flatMap { error in ErrorBody.detail { error.value($0) } })
            }
        }
    }

    fileprivate static func decision(
        id: String?, authorized: String?, error: ServiceErrorDetail?
    ) -> PreauthorizationDecision? {
        guard let id, !id.isBlank else { return nil }
        return PreauthorizationDecision(
            resource: id, isAuthorized: authorized?.trimmed.lowercased() == "true", error: error)
    }
}

/// The list, under `resources` or bare.
private struct ResourceList: Decodable {
    let decisions: [PreauthorizationDecision]

    init(from decoder: any Decoder) throws {
        if let object = try? decoder.container(keyedBy: FieldName.self) {
            decisions = try object.decode([Resource].self, forKey: FieldName("resources")).compactMap(\.decision)
        } else {
            decisions = try [Resource](from: decoder).compactMap(\.decision)
        }
    }

    private struct Resource: Decodable {
        let decision: PreauthorizationDecision?

        init(from decoder: any Decoder) throws {
            guard let object = try? decoder.container(keyedBy: FieldName.self) else {
                decision = nil
                return
            }
            let error = try? object.nestedContainer(keyedBy: FieldName.self, forKey: FieldName("error"))
            decision = PreauthorizationBody.decision(
                id: try object.text("id"), authorized: try object.text("authorized"),
                error: try error.flatMap { error in try ErrorBody.detail { try error.text($0) } })
        }
    }
}
