import Base
import FoundationEssentials
import PlatformAccount

/// The TV provider's identity endpoint, as the simulated service offers it to other processes.
struct IdentityEndpoint: Sendable {
    let service: String
    let transport = CurlTransport()

    private struct Question: Encodable {
        var provider: String
        var verificationToken: String?
        var attributes: [String]
    }

    private struct Answer: Decodable {
        var samlResponse: String
    }

    /// A platform where somebody is signed in at this provider; nobody with nil.
    func platform(signedInAt provider: String?) -> ScriptedPlatformAccount {
        var script = ScriptedPlatformAccount.Script()
        script.account = provider.map { .init(providerIdentifier: $0) }
        script.saml = .endpoint { provider, token, attributes in
            await response(of: Question(provider: provider, verificationToken: token, attributes: attributes))
        }
        return ScriptedPlatformAccount(script)
    }

    private func response(of question: Question) async -> Secret? {
        guard let body = try? JSONEncoder().encode(question),
            let answer = try? await transport.send(
                HTTPRequest(
                    method: "POST", url: service + "/dashboard/saml", headers: [("Content-Type", "application/json")],
                    body: body))
        else { return nil }
        return (try? JSONDecoder().decode(Answer.self, from: answer.body)).map { Secret($0.samlResponse) }
    }
}
