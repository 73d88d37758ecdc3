import Base
import FoundationEssentials

/// The two requests of dynamic client registration.
///
/// Source: "Dynamic client registration": retrieve client credentials, retrieve access token. Any 2xx counts (choice:
/// the documents name 200 and 201).
struct RegistrationCalls: Sendable {
    let connection: ServiceConnection
    let statement: Secret

    /// `POST /o/client/register`.
    func register(
        headers: [(name: String, value: String)], by deadline: Deadline
    ) async throws(ServiceError) -> StoredClient {
        let request = ServiceRequest(
            stage: .registration, method: "POST", path: "/o/client/register",
            headers: [("Content-Type", MediaType.json)] + headers, body: registrationBody(), secrets: [statement])
        let answer = try await success(of: request, by: deadline)
        do {
            let body = try RegistrationBody.parse(answer.body)
            return StoredClient(
                clientID: body.clientID, clientSecret: body.clientSecret, secretExpires: body.secretExpires)
        } catch {
            throw ServiceError(.registration, answer: answer, unreadable: error)
        }
    }

    /// `POST /o/client/token`; gives the client with its new token.
    func token(
        for client: StoredClient, headers: [(name: String, value: String)], by deadline: Deadline
    ) async throws(ServiceError) -> StoredClient {
        let form = FormBody.encode([
            ("client_id", client.clientID), ("client_secret", client.clientSecret.exposed),
            ("grant_type", "client_credentials"),
        ])
        let request = ServiceRequest(
            stage: .accessToken, method: "POST", path: "/o/client/token",
            headers: [("Content-Type", FormBody.contentType)] + headers, body: form,
            secrets: [client.clientSecret])
        let answer = try await success(of: request, by: deadline)
        do {
            let now = connection.clock.now
            let body = try AccessTokenBody.parse(answer.body, receivedAt: now)
            var client = client
            client.accessToken = body.token
            client.accessTokenExpires = AccessToken.usableUntil(end: body.expires, receivedAt: now)
            return client
        } catch {
            throw ServiceError(.accessToken, answer: answer, unreadable: error)
        }
    }

    private func success(
        of request: ServiceRequest, by deadline: Deadline
    ) async throws(ServiceError) -> ServiceAnswer {
        let answer = try await connection.send(request, by: deadline)
        guard (200...299).contains(answer.status) else { throw ServiceError(request.stage, answer: answer) }
        return answer
    }

    private func registrationBody() -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        // A text by a text key: there is nothing JSON cannot hold.
        return (try? encoder.encode(["software_statement": statement.exposed])) ?? Data()
    }
}
