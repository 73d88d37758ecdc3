import Base

/// What came to the redirect address, read.
struct RedirectReply: Sendable {
    /// The most bytes of a form. A code, a token and a name have some 2 KB; choice.
    static let largest = 64 << 10

    /// Which sign-in it answers.
    let state: String
    /// What it says.
    let outcome: Outcome

    enum Outcome: Sendable {
        /// The person agreed.
        case code(Secret, identityToken: Secret?, details: FirstDetails?)
        /// The person, or Apple, did not.
        case error(String)
        /// It answers the sign-in, but cannot be read.
        case unreadable
    }

    /// Reads a form; nil when it names no sign-in it could answer.
    init?(form body: some Collection<UInt8>) {
        guard body.count <= Self.largest, let fields = FormFields(body), let state = fields["state"] else { return nil }
        self.state = state
        if let error = fields["error"] {
            outcome = .error(error)
        } else if let code = fields["code"], !code.isEmpty {
            outcome = .code(
                Secret(code), identityToken: fields["id_token"].map { Secret($0) },
                details: fields["user"].flatMap(FirstDetails.init(json:)))
        } else {
            outcome = .unreadable
        }
    }
}

/// The name in the object `user`, which comes at the first consent alone.
///
/// Nobody has signed it, so the address in it is not taken: the ID token has that. What is no name is left out.
struct FirstDetails: Sendable, Hashable, Codable {
    /// Longer than names are; choice.
    private static let longestName = 256

    var givenName: String?
    var familyName: String?

    init(givenName: String?, familyName: String?) {
        self.givenName = givenName
        self.familyName = familyName
    }

    init?(json: String) {
        guard let user = try? JSONReader.value(of: Array(json.utf8)), case .object = user else { return nil }
        givenName = Self.name(user["name"]?["firstName"])
        familyName = Self.name(user["name"]?["lastName"])
    }

    private static func name(_ value: JSONValue?) -> String? {
        guard let text = value?.string, !text.isEmpty, text.utf8.count <= longestName,
            !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { return nil }
        return text
    }
}
