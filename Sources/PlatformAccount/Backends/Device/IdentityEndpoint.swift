package import Base
import FoundationEssentials

/// A provider as its identity endpoint lists it.
package struct IdentityProvider: Sendable, Hashable {
    /// The provider's id on the platform.
    package var identifier: String
    /// Its name, for a person.
    package var displayName: String
    /// The address of its logo.
    package var logoURL: String?
    /// Whether a person can sign in there for all applications; else each application sends them to its own login.
    package var hasSingleSignOn = true
}

/// A sign-in at a provider.
package struct IdentitySession: Sendable, Hashable {
    /// The provider's id on the platform.
    package var providerIdentifier: String
    /// The provider's name, for a person.
    package var displayName: String
    /// What the endpoint knows the sign-in by.
    package var session: Secret
    /// How long it holds; nil = no end told.
    package var life: Duration?
}

/// Where the person's provider answers for them: sign-in, SAML attribute responses, sign-out (choice: HTTP, beside the
/// service; Apple's is not public).
package struct IdentityEndpoint: Sendable {
    /// The base URL, without a slash at its end.
    package let url: String
    private let transport: any HTTPTransport

    /// Time for one request.
    private static let limit = Duration.seconds(10)
    /// Providers' lists and SAML responses are far smaller.
    private static let bodyLimit = 4 << 20

    /// Throws `address` for anything but an absolute https address, or http to this machine.
    package init(_ url: String, transport: any HTTPTransport) throws(IdentityError) {
        var url = url
        while url.hasSuffix("/") { url.removeLast() }
        do throws(HTTPTransportError) {
            guard !url.contains("?") else { throw HTTPTransportError(.invalidURL, "the URL holds a query") }
            _ = try RequestTarget(url)
        } catch {
            throw IdentityError(.address, "the identity endpoint's address is not usable: \(error.message)")
        }
        self.url = url
        self.transport = transport
    }

    /// All providers, in the endpoint's order.
    package func providers() async throws(IdentityError) -> [IdentityProvider] {
        let body = try await send(HTTPRequest(url: url + "/idp/providers"))
        return try Answers.providers(body)
    }

    /// The page where the person signs in; it ends at `redirect`, with `code` and `state`, or `error` and `state`.
    package func signInPage(provider: String, redirect: String, state: String) -> String {
        url + "/idp/signin?" + Form.text([("provider", provider), ("redirect", redirect), ("state", state)])
    }

    /// The sign-in behind a code that came with a redirect.
    package func session(code: Secret) async throws(IdentityError) -> IdentitySession {
        try await session([("grant_type", "authorization_code"), ("code", code.exposed)])
    }

    /// A sign-in by user name and password.
    package func session(
        provider: String, username: String, password: Secret
    ) async throws(IdentityError) -> IdentitySession {
        try await session([
            ("grant_type", "password"), ("provider", provider), ("username", username),
            ("password", password.exposed),
        ])
    }

    /// The provider's SAML response for the person signed in.
    package func samlResponse(
        session: Secret, verificationToken: String?, attributes: [String]
    ) async throws(IdentityError) -> Secret {
        let question = Answers.AttributeQuestion(verificationToken: verificationToken, attributes: attributes)
        guard let body = try? JSONEncoder().encode(question) else {
            throw IdentityError(.unreadable, "the question cannot be written")
        }
        var request = HTTPRequest(method: "POST", url: url + "/idp/attributes", body: body)
        request.headers = [("Content-Type", "application/json"), Self.bearer(session)]
        return try Answers.samlResponse(try await send(request))
    }

    /// Ends a sign-in at the provider. One it does not know any more is ended.
    package func signOut(session: Secret) async throws(IdentityError) {
        var request = HTTPRequest(method: "POST", url: url + "/idp/signout", body: Data())
        request.headers = [Self.bearer(session)]
        do {
            _ = try await send(request)
        } catch {
            guard error.code == .refused, error.status == 401 else { throw error }
        }
    }

    private func session(_ fields: [(String, String)]) async throws(IdentityError) -> IdentitySession {
        var request = HTTPRequest(method: "POST", url: url + "/idp/token", body: Data(Form.text(fields).utf8))
        request.headers = [("Content-Type", "application/x-www-form-urlencoded")]
        return try Answers.session(try await send(request))
    }

    private static func bearer(_ session: Secret) -> (name: String, value: String) {
        ("Authorization", "Bearer \(session.exposed)")
    }

    private func send(_ request: HTTPRequest) async throws(IdentityError) -> Data {
        var request = request
        request.headers.append(("Accept", "application/json"))
        request.timeLimit = Self.limit
        request.bodyLimit = Self.bodyLimit
        let response: HTTPResponse
        do {
            response = try await transport.send(request)
        } catch {
            throw IdentityError(error, at: url)
        }
        switch response.status {
        case 200...299: return response.body
        case 400...403: throw Answers.refusal(response.status, response.body)
        case 500...599:
            throw IdentityError(.unreachable, "the provider at \(url) answers with status \(response.status)")
        default: throw IdentityError(.unreadable, "the provider at \(url) answers with status \(response.status)")
        }
    }
}
