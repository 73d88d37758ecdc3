import Base
import Foundation
import PassSimulator
import Testing

/// Requests to the simulator that no host makes by itself.
struct Wire: Sendable {
    private let simulator: PassSimulator
    private static let transport = CurlTransport()

    init(_ simulator: PassSimulator) { self.simulator = simulator }

    private struct Client: Decodable {
        var clientId: String
        var clientSecret: String
    }

    private struct Token: Decodable { var accessToken: String }

    private struct Code: Decodable { var code: String }

    /// A registration code of REST API V1 that names no provider.
    func registrationCode() async throws -> String {
        let client: Client = try await post(
            "/o/client/register", "application/json", "{\"software_statement\":\"\(simulator.softwareStatement)\"}")
        let token: Token = try await post(
            "/o/client/token", "application/x-www-form-urlencoded",
            "grant_type=client_credentials&client_id=\(client.clientId)&client_secret=\(client.clientSecret)")
        let code: Code = try await post(
            "/reggie/v1/NORTHSTAR/regcode", "application/x-www-form-urlencoded", "deviceId=browser-test",
            token: token.accessToken)
        return code.code
    }

    private func post<Answer: Decodable>(
        _ path: String, _ type: String, _ body: String, token: String? = nil
    ) async throws -> Answer {
        let bearer = token.map { [(name: "Authorization", value: "Bearer \($0)")] } ?? []
        let answer = try await Self.transport.send(
            HTTPRequest(
                method: "POST", url: simulator.baseURL + path,
                headers: [("Content-Type", type), ("Accept", "application/json")] + bearer, body: Data(body.utf8)))
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(Answer.self, from: answer.body)
    }
}
