import Base
import FoundationEssentials

/// The answer to `GET authorize` and `GET tokens/authz`, JSON or XML.
///
/// Source: "REST API V1", initiate authorization, retrieve authorization token.
struct AuthorizationBody: Sendable, Hashable {
    /// The programmer's id, if told.
    var requestor: String?
    /// The MVPD's id, if told.
    var mvpd: String?
    /// The resource, if told.
    var resource: String?
    /// The end of the authorization's life, ms since 1970.
    var expires: Timestamp
    /// Who gave it, if told; a source unknown to us counts as none told.
    var source: Authorization.Source?

    /// Reads the answer.
    ///
    /// Without a readable `expires` it is unreadable: nobody could say when the authorization ends (P10).
    static func parse(_ body: Data, contentType: String?) throws(UnreadableAnswer) -> AuthorizationBody {
        let fields = try TokenFields.read(body, contentType: contentType, document: "authorization")
        guard let text = fields["expires"], let expires = ServiceDate.parse(text) else {
            throw UnreadableAnswer("an authorization without a readable expiry")
        }
        return AuthorizationBody(
            requestor: fields["requestor"], mvpd: fields["mvpd"], resource: fields["resource"], expires: expires,
            source: source(fields["source"]))
    }

    /// Field `source`, named as REST API V2 names it; on V1 given nowhere: choice.
    private static func source(_ text: String?) -> Authorization.Source? {
        switch text?.lowercased() {
        case "mvpd": .mvpd
        case "degradation": .degraded
        case "temppass": .temporaryPass
        default: nil
        }
    }
}

/// The answer to `GET tokens/media`, JSON or XML.
///
/// Source: "REST API V1", obtain short media token.
struct MediaTokenBody: Sendable, Hashable {
    /// The programmer's id, if told.
    var requestor: String?
    /// The MVPD's id, if told: `mvpdId` here.
    var mvpd: String?
    /// The resource, if told.
    var resource: String?
    /// The end of the token's life, if told, ms since 1970.
    var expires: Timestamp?
    /// The token, opaque.
    var token: Secret

    /// Reads the answer; without a token it is unreadable.
    static func parse(_ body: Data, contentType: String?) throws(UnreadableAnswer) -> MediaTokenBody {
        let fields = try TokenFields.read(body, contentType: contentType, document: "play")
        guard let token = fields["serializedToken"]?.trimmed else {
            throw UnreadableAnswer("an answer without a media token")
        }
        return MediaTokenBody(
            requestor: fields["requestor"], mvpd: fields["mvpdId"] ?? fields["mvpd"], resource: fields["resource"],
            expires: fields["expires"].flatMap(ServiceDate.parse), token: Secret(token))
    }
}

/// The fields of a token's document, by name; blank ones are none.
private struct TokenFields: Decodable {
    private static let names = ["expires", "requestor", "mvpd", "mvpdId", "resource", "source", "serializedToken"]
    private static let wrappers = ["authorization", "play"]

    private let texts: [String: String]

    subscript(name: String) -> String? { texts[name]?.unlessBlank }

    /// Reads them from JSON, bare or under the document's name, or from XML whose root or root's child has that name.
    static func read(
        _ body: Data, contentType: String?, document name: String
    ) throws(UnreadableAnswer) -> TokenFields {
        switch try AnswerBody(body, contentType: contentType) {
        case .json(let json): return try JSONBody.decode(TokenFields.self, json)
        case .xml(let xml):
            let root = try XMLElement.parse(xml)
            guard let element = root.name == name ? root : root.child(name) else {
                throw UnreadableAnswer("an XML or HTML document that is no \(name)")
            }
            return TokenFields(
                texts: Dictionary(
                    uniqueKeysWithValues: names.compactMap { name in element.value(name).map { (name, $0) } }))
        }
    }

    private init(texts: [String: String]) {
        self.texts = texts
    }

    init(from decoder: any Decoder) throws {
        let top = try decoder.container(keyedBy: FieldName.self)
        let wrapped = Self.wrappers.lazy.compactMap {
            try? top.nestedContainer(keyedBy: FieldName.self, forKey: FieldName($0))
        }.first
        texts = try (wrapped ?? top).texts(Self.names)
    }
}
