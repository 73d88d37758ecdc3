import Base
import FoundationEssentials

/// The bodies of the identity endpoint. Fields not known are ignored; what is missing or of another type is refused.
enum Answers {
    struct AttributeQuestion: Encodable {
        var verificationToken: String?
        var attributes: [String]

        private enum CodingKeys: String, CodingKey {
            case verificationToken = "verification_token"
            case attributes
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            // Null, not left out.
            try container.encode(verificationToken, forKey: .verificationToken)
            try container.encode(attributes, forKey: .attributes)
        }
    }

    static func providers(_ body: Data) throws(IdentityError) -> [IdentityProvider] {
        let list: [Provider]
        if let wrapped = try? JSONDecoder().decode(ProviderList.self, from: body) {
            list = wrapped.providers
        } else if let bare = try? JSONDecoder().decode([Provider].self, from: body) {
            list = bare
        } else {
            throw unreadable("list of providers")
        }
        // One entry that makes no sense takes no other away.
        return list.compactMap { entry in
            guard let id = entry.id, !id.isEmpty else { return nil }
            return IdentityProvider(
                identifier: id, displayName: name(entry.name, or: id), logoURL: entry.logo,
                hasSingleSignOn: entry.hasSingleSignOn ?? true)
        }
    }

    static func session(_ body: Data) throws(IdentityError) -> IdentitySession {
        guard let answer = try? JSONDecoder().decode(Session.self, from: body), !answer.provider.isEmpty,
            (1...longestSession).contains(answer.session.utf8.count),
            answer.session.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw unreadable("sign-in") }
        return IdentitySession(
            providerIdentifier: answer.provider,
            displayName: name(answer.displayName, or: answer.provider),
            session: Secret(answer.session), life: answer.expiresIn.map { .seconds(min($0, longestLife)) })
    }

    static func samlResponse(_ body: Data) throws(IdentityError) -> Secret {
        guard let answer = try? JSONDecoder().decode(SAML.self, from: body),
            let bytes = Data(base64Encoded: answer.response), !bytes.isEmpty,
            let text = String(validating: bytes, as: UTF8.self)
        else { throw unreadable("SAML response") }
        return Secret(text)
    }

    /// The word of a refusal is shown only when it is one: a text could quote what was sent.
    static func refusal(_ status: Int, _ body: Data) -> IdentityError {
        let word = (try? JSONDecoder().decode(Refusal.self, from: body))?.error
        let isWord = word.map { word in
            (1...40).contains(word.utf8.count)
                && word.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "_") }
        }
        return IdentityError(status: status, reason: isWord == true ? word : nil)
    }

    private static func unreadable(_ what: String) -> IdentityError {
        IdentityError(.unreadable, "the provider's \(what) cannot be read")
    }

    /// A name a person can read and point at: the id where there is none to see.
    private static func name(_ name: String?, or id: String) -> String {
        let shown = printable(name ?? "")
        return shown.allSatisfy(\.isWhitespace) ? id : shown
    }

    /// It goes into a header field with every question. Choice.
    private static let longestSession = 16_384

    /// A century.
    private static let longestLife: Int64 = 3_153_600_000

    private struct ProviderList: Decodable { var providers: [Provider] }

    private struct Provider: Decodable {
        var id: String?
        var name: String?
        var logo: String?
        var hasSingleSignOn: Bool?

        private enum CodingKeys: String, CodingKey {
            case id, name, logo
            case hasSingleSignOn = "single_sign_on"
        }

        init(from decoder: any Decoder) {
            guard let fields = try? decoder.container(keyedBy: CodingKeys.self) else { return }
            id = try? fields.decode(String.self, forKey: .id)
            name = try? fields.decode(String.self, forKey: .name)
            logo = try? fields.decode(String.self, forKey: .logo)
            hasSingleSignOn = try? fields.decode(Bool.self, forKey: .hasSingleSignOn)
        }
    }

    private struct Session: Decodable {
        var provider: String
        var displayName: String?
        var session: String
        var expiresIn: Int64?

        private enum CodingKeys: String, CodingKey {
            case provider, session
            case displayName = "display_name"
            case expiresIn = "expires_in"
        }
    }

    private struct SAML: Decodable {
        var response: String
        private enum CodingKeys: String, CodingKey { case response = "saml_response" }
    }

    private struct Refusal: Decodable { var error: String }
}

/// Form fields as they go on the wire.
enum Form {
    static func text(_ fields: [(String, String)]) -> String {
        fields.map { "\(encoded($0))=\(encoded($1))" }.joined(separator: "&")
    }

    /// RFC 3986's unreserved characters stay.
    private static func encoded(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            let isPlain =
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || "-._~".utf8.contains(byte)
            if isPlain {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = Array("0123456789ABCDEF")
                result += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
        return result
    }

    /// Undoes the encoding of one name or value; nil when it is broken.
    static func decoded(_ text: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                let digits = rest.prefix(2)
                guard digits.count == 2, let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16),
                    digits.first != UInt8(ascii: "+"), digits.first != UInt8(ascii: "-")
                else { return nil }
                bytes.append(value)
                rest = rest.dropFirst(2)
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
