import Base
import FoundationEssentials

/// The answer to `POST regcode`, JSON or XML.
///
/// Source: "REST API V1", registration code.
struct RegistrationCodeBody: Sendable, Hashable {
    /// The code, unchanged: its length and letters are the service's affair (L09).
    var code: String
    /// The end of its life, ms since 1970.
    var expires: Timestamp

    /// Reads the answer; without a code, or an end that can be read, it is unreadable (L07).
    static func parse(_ body: Data, contentType: String?) throws(UnreadableAnswer) -> RegistrationCodeBody {
        switch try AnswerBody(body, contentType: contentType) {
        case .json(let json):
            return try JSONBody.decode(RegistrationCodeObject.self, json).registrationCode
        case .xml(let xml):
            let root = try XMLElement.parse(xml)
            guard root.name == "regcode" else {
                throw UnreadableAnswer("an XML or HTML document that is no registration code")
            }
            return try RegistrationCodeBody { root.value($0) }
        }
    }
}

extension RegistrationCodeBody {
    /// Reads the fields by name.
    fileprivate init(_ field: (String) -> String?) throws(UnreadableAnswer) {
        guard let code = field("code")?.unlessBlank, let end = field("expires"),
            let expires = ServiceDate.parse(end)
        else { throw UnreadableAnswer("a registration code without code or readable expiry") }
        self.code = code
        self.expires = expires
    }
}

/// The answer in JSON.
private struct RegistrationCodeObject: Decodable {
    let registrationCode: RegistrationCodeBody

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: FieldName.self)
        registrationCode = try RegistrationCodeBody { name in (try? object.text(name)) ?? nil }
    }
}
