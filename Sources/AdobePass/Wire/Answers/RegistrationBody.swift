import Base
import FoundationEssentials

/// The answer to `POST /o/client/register`, JSON.
///
/// Source: "Dynamic Client Registration", register.
struct RegistrationBody: Sendable, Hashable {
    /// The registered client's id.
    var clientID: String
    /// Its secret.
    var clientSecret: Secret
    /// The end of the secret's life, ms since 1970; nil = never.
    var secretExpires: Timestamp?

    /// Reads the answer.
    ///
    /// `client_secret_expires_at` is in seconds; 0 or none means never (E05).
    static func parse(_ body: Data) throws(UnreadableAnswer) -> RegistrationBody {
        try JSONBody.read(RegistrationBody.self, body, contentType: nil)
    }
}

extension RegistrationBody: Decodable {
    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: FieldName.self)
        guard let clientID = try object.text("client_id")?.unlessBlank,
            let secret = try object.text("client_secret")?.unlessBlank
        else { throw UnreadableAnswer("a registration without client_id or client_secret") }
        self.clientID = clientID
        clientSecret = Secret(secret)
        let seconds = try object.text("client_secret_expires_at").flatMap(WholeNumber.parse) ?? 0
        secretExpires = seconds == 0 ? nil : Timestamp(milliseconds: 0) + .seconds(seconds)
    }
}
