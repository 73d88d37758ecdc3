import Base
import Foundation

/// The provider's endpoints for apps.
struct Endpoints: Sendable {
    let configuration: SignInWithAppleConfiguration
    let transport: any HTTPTransport
    let clock: any DeviceClock

    /// Exchanges a code, once.
    func exchange(
        code: Secret, redirectURI: String, proof: String?
    ) async throws(EndpointFailure) -> TokenAnswer {
        var fields = [
            ("grant_type", "authorization_code"), ("code", code.exposed), ("redirect_uri", redirectURI),
        ]
        if let proof { fields.append(("code_verifier", proof)) }
        return try await token(fields)
    }

    /// Asks whether a refresh token still counts.
    func refresh(_ token: Secret) async throws(EndpointFailure) -> TokenAnswer {
        try await self.token([("grant_type", "refresh_token"), ("refresh_token", token.exposed)])
    }

    /// Ends a sign-in at the provider; one that has ended already is no failure.
    func revoke(refreshToken: Secret) async throws(EndpointFailure) {
        let answer = try await post(
            "/auth/revoke", [("token", refreshToken.exposed), ("token_type_hint", "refresh_token")])
        guard answer.status == 200 else {
            let error = (try? JSONReader.value(of: answer.body))?["error"]?.string
            guard answer.status == 400, let error else { throw .unavailable(answer.status) }
            throw .refused(RefusalCode(error))
        }
    }

    /// Whether the provider says that it takes proof keys. One that says nothing is taken not to.
    func announcesProofKey() async -> Bool {
        let request = HTTPRequest(
            url: configuration.baseURL + "/.well-known/openid-configuration",
            headers: [("Accept", "application/json")], bodyLimit: 256 << 10, timeLimit: .seconds(10))
        guard let answer = try? await transport.send(request), answer.status == 200,
            let document = try? JSONReader.value(of: answer.body),
            case .array(let methods) = document["code_challenge_methods_supported"]
        else { return false }
        return methods.contains(.string("S256"))
    }

    private func token(_ fields: [(String, String)]) async throws(EndpointFailure) -> TokenAnswer {
        let answer = try await post("/auth/token", fields)
        return try TokenAnswer(status: answer.status, body: answer.body)
    }

    private func post(_ path: String, _ fields: [(String, String)]) async throws(EndpointFailure) -> HTTPResponse {
        let secret = try await clientSecret()
        let client = [("client_id", configuration.clientID), ("client_secret", secret.exposed)]
        do throws(HTTPTransportError) {
            return try await transport.send(
                HTTPRequest(
                    method: "POST", url: configuration.baseURL + path,
                    headers: [
                        ("Content-Type", "application/x-www-form-urlencoded"), ("Accept", "application/json"),
                    ], body: Data(FormFields.text(client + fields).utf8), bodyLimit: 256 << 10))
        } catch {
            throw error.code == .cancelled ? .cancelled : .unreachable
        }
    }

    private func clientSecret() async throws(EndpointFailure) -> Secret {
        switch configuration.clientSecret {
        case .key(let key):
            do throws(ASAuthorizationError) {
                return try key.clientSecret(
                    clientID: configuration.clientID, audience: configuration.baseURL, now: clock.now)
            } catch {
                throw .noClientSecret(error)
            }
        case .provided(let give):
            do {
                return try await give()
            } catch {
                if error is CancellationError { throw .cancelled }
                throw .noClientSecret(ASAuthorizationError(.failed, "the app gives no client secret"))
            }
        }
    }
}
