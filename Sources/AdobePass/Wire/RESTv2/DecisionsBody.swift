import Base
import FoundationEssentials

/// The answer to `POST decisions/authorize/{mvpd}` and `POST decisions/preauthorize/{mvpd}`, JSON.
///
/// Source: "REST API V2", decisions; errors of single resources: "Enhanced Error Codes".
struct DecisionsBody: Sendable, Hashable {
    /// The service's word on one resource.
    struct Decision: Sendable, Hashable {
        var resource: String
        /// The requestor's id, if told.
        var serviceProvider: String?
        /// The MVPD's id, if told.
        var mvpd: String?
        var isAuthorized: Bool
        /// Who decided, if told; a source unknown to us counts as none told.
        var source: Authorization.Source?
        /// The end of the authorization's life, ms since 1970; none on preauthorization.
        var notAfter: Timestamp?
        /// The media token, as sent.
        var mediaToken: Secret?
        /// The end of the media token's life, ms since 1970.
        var tokenNotAfter: Timestamp?
        /// Why not.
        var error: ServiceErrorDetail?
    }

    /// In the answer's order.
    var decisions: [Decision]

    /// Reads the answer.
    ///
    /// An entry without a resource says nothing; one whose `authorized` is no truth value is not authorized. An answer
    /// without a list is unreadable.
    static func parse(_ body: Data, contentType: String?) throws(UnreadableAnswer) -> DecisionsBody {
        try JSONBody.read(DecisionsBody.self, body, contentType: contentType)
    }

    /// The first word on a resource, byte for byte.
    func decision(on resource: String) -> Decision? {
        decisions.first { $0.resource.isSameID(as: resource) }
    }
}

extension DecisionsBody: Decodable {
    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: FieldName.self)
        let key = FieldName("decisions")
        guard object.contains(key) else { throw UnreadableAnswer("an answer without decisions") }
        decisions = try object.decode([DecisionEntry].self, forKey: key).compactMap(\.decision)
    }
}

private struct DecisionEntry: Decodable {
    let decision: DecisionsBody.Decision?

    init(from decoder: any Decoder) throws {
        guard let object = try? decoder.container(keyedBy: FieldName.self),
            let resource = try object.text("resource")?.unlessBlank
        else {
            decision = nil
            return
        }
        decision = DecisionsBody.Decision(
            resource: resource, serviceProvider: try object.text("serviceProvider")?.unlessBlank,
            mvpd: try object.text("mvpd")?.unlessBlank,
            isAuthorized: try object.text("authorized")?.trimmed.lowercased() == "true",
            source: Self.source(try object.text("source")), notAfter: try object.instant("notAfter"),
            mediaToken: try object.part("token")?.text("serializedToken")?.unlessBlank.map { Secret($0) },
            tokenNotAfter: try object.part("token")?.instant("notAfter"),
            error: try object.part("error").flatMap { error in try ErrorBody.detail { try error.text($0) } })
    }

    /// `dummy` is the service's own test MVPD, an MVPD to everybody else.
    private static func source(_ text: String?) -> Authorization.Source? {
        switch text?.trimmed {
        case "mvpd", "dummy": .mvpd
        case "degradation": .degraded
        case "temppass": .temporaryPass
        default: nil
        }
    }
}
