import Base
import FoundationEssentials

/// The answer to `GET sessions/{code}`, JSON.
///
/// Source: "REST API V2", retrieve authentication session. `existing` and `domain` are other spellings of its samples.
enum SessionLookupBody {
    /// Reads the answer; `code` is the one asked for.
    static func parse(
        _ body: Data, contentType: String?, code: String
    ) throws(UnreadableAnswer) -> AuthenticationSession {
        var session = try JSONBody.read(SessionLookupObject.self, body, contentType: contentType).session
        session.code = code
        return session
    }
}

private struct SessionLookupObject: Decodable {
    let session: AuthenticationSession

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: FieldName.self)
        guard let existing = object.part("existingParameters", "existing"),
            let requestor = try existing.text("serviceProvider")?.unlessBlank
        else { throw UnreadableAnswer("a session that does not tell whose it is") }
        session = AuthenticationSession(
            requestor: requestor, code: "", mvpd: try existing.text("mvpd")?.unlessBlank,
            domain: try (existing.text("domainName") ?? existing.text("domain"))?.unlessBlank,
            redirectURL: try existing.text("redirectUrl")?.unlessBlank,
            missingParameters: try object.list("missingParameters"), expires: try object.instant("notAfter"))
    }
}
