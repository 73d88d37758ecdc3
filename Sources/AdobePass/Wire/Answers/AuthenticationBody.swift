import Base
import FoundationEssentials

/// The answer to `GET tokens/authn`, JSON or XML.
///
/// Source: "REST API V1", retrieve authentication token.
struct AuthenticationBody: Sendable, Hashable {
    /// The programmer's id, if told.
    var requestor: String?
    /// The MVPD's id, if told.
    var mvpd: String?
    /// The end of the token's life, ms since 1970.
    var expires: Timestamp
    /// The MVPD's id of the person, if told.
    var userID: Secret?

    /// Whether it is the token asked for: what it does not name it does not deny.
    func belongs(to requestor: String, _ mvpd: String) -> Bool {
        !requestor.isContradicted(by: self.requestor) && !mvpd.isContradicted(by: self.mvpd)
    }

    /// Whether it is one of the requestor's, and at another MVPD.
    func isAtAnotherMVPD(than mvpd: String, of requestor: String) -> Bool {
        !requestor.isContradicted(by: self.requestor) && mvpd.isContradicted(by: self.mvpd)
    }

    /// Reads the answer.
    ///
    /// Without a readable `expires` it is unreadable: nobody could say when the token ends (P10).
    static func parse(_ body: Data, contentType: String?) throws(UnreadableAnswer) -> AuthenticationBody {
        switch try AnswerBody(body, contentType: contentType) {
        case .json(let json):
            return try JSONBody.decode(AuthenticationObject.self, json).authentication
        case .xml(let xml):
            let root = try XMLElement.parse(xml)
            guard let element = root.name == "authentication" ? root : root.child("authentication") else {
                throw UnreadableAnswer("an XML or HTML document that is no authentication")
            }
            return try AuthenticationBody { element.value($0) }
        }
    }
}

extension AuthenticationBody {
    /// Reads the fields by name.
    fileprivate init(_ field: (String) -> String?) throws(UnreadableAnswer) {
        guard let text = field("expires"), let expires = ServiceDate.parse(text) else {
            throw UnreadableAnswer("an authentication without a readable expiry")
        }
        self.expires = expires
        requestor = field("requestor")?.unlessBlank
        mvpd = field("mvpd")?.unlessBlank
        userID = (field("userId") ?? field("userID"))?.unlessBlank.map { Secret($0) }
    }
}

/// The answer in JSON, bare or under `authentication`.
private struct AuthenticationObject: Decodable {
    let authentication: AuthenticationBody

    init(from decoder: any Decoder) throws {
        let top = try decoder.container(keyedBy: FieldName.self)
        let wrapped = try? top.nestedContainer(keyedBy: FieldName.self, forKey: FieldName("authentication"))
        let object = wrapped ?? top
        let fields = try object.texts(["expires", "requestor", "mvpd", "userId", "userID"])
        authentication = try AuthenticationBody { fields[$0] }
    }
}
