import Base
import Foundation
import PassSimulator
import Testing

/// A client of the simulator that writes its requests by hand: what is tested shares no code with what tests.
struct Caller {
    let simulator: PassSimulator
    var device = "device-4711"
    var accept = "application/json"
    let transport: any HTTPTransport = sharedTransport
    /// The access token in use; nil sends none.
    var bearer: String?

    init(_ simulator: PassSimulator) { self.simulator = simulator }

    /// A caller with credentials and an access token.
    static func signedUp(_ simulator: PassSimulator) async throws -> Caller {
        var caller = Caller(simulator)
        let client = try object(await caller.register())
        let token = try object(await caller.token(client))
        caller.bearer = try #require(token["access_token"] as? String)
        return caller
    }

    func send(
        _ method: String = "GET", _ path: String, headers: [(String, String)] = [], body: String? = nil
    ) async throws -> HTTPResponse {
        var fields = headers.map { (name: $0.0, value: $0.1) }
        if !headers.contains(where: { $0.0 == "Accept" }) { fields.append(("Accept", accept)) }
        if let bearer, !headers.contains(where: { $0.0 == "Authorization" }) {
            fields.append(("Authorization", "Bearer \(bearer)"))
        }
        return try await transport.send(
            HTTPRequest(
                method: method, url: simulator.baseURL + path, headers: fields, body: body.map { Data($0.utf8) }))
    }

    func form(_ path: String, _ fields: [(String, String)], headers: [(String, String)] = []) async throws
        -> HTTPResponse
    {
        try await send(
            "POST", path, headers: [("Content-Type", "application/x-www-form-urlencoded")] + headers,
            body: fields.map { "\($0.0)=\($0.1)" }.joined(separator: "&"))
    }

    func register(statement: String? = nil, extra: String = "") async throws -> HTTPResponse {
        try await send(
            "POST", "/o/client/register", headers: [("Content-Type", "application/json")],
            body: "{\"software_statement\":\"\(statement ?? simulator.softwareStatement)\"\(extra)}")
    }

    func token(_ client: [String: Any], secret: String? = nil, grant: String = "client_credentials") async throws
        -> HTTPResponse
    {
        let id = try #require(client["client_id"] as? String)
        let known = try #require(client["client_secret"] as? String)
        return try await form(
            "/o/client/token",
            [("grant_type", grant), ("client_id", id), ("client_secret", secret ?? known)])
    }

    func profileRequest(_ mvpd: String, platform: String = "iOS", requestor: String = "NORTHSTAR") async throws
        -> HTTPResponse
    {
        try await send(
            "GET", "/api/v1/\(requestor)/profile-requests/\(mvpd)?deviceType=\(platform)&deviceId=\(device)")
    }

    /// `saml` goes as it is: encode it before.
    func exchange(_ saml: String, mvpd: String = "NorthCable", platform: String = "iOS") async throws -> HTTPResponse {
        try await form(
            "/api/v1/tokens/authn",
            [
                ("requestor", "NORTHSTAR"), ("deviceId", device), ("mvpd", mvpd), ("SAMLResponse", saml),
                ("deviceType", platform),
            ])
    }

    /// A response of the MVPD's identity endpoint to a fresh profile request.
    func saml(
        _ mvpd: String = "NorthCable", provider: String = "northcable_apple",
        attributes: [String] = ["userID", "householdID"]
    ) async throws -> String {
        let answer = try await profileRequest(mvpd)
        #expect(answer.status == 200)
        let response = await simulator.identityProvider.samlResponse(
            provider: provider, verificationToken: String(decoding: answer.body, as: UTF8.self),
            attributes: attributes)
        return try #require(response).exposed
    }

    /// Signs in by platform account.
    func signIn() async throws {
        let answer = try await exchange(onWire(saml()))
        try #require(answer.status == 204)
    }

    func get(_ path: String, requestor: String? = "NORTHSTAR") async throws -> HTTPResponse {
        let query = requestor.map { "?requestor=\($0)&deviceId=\(device)" } ?? "?deviceId=\(device)"
        return try await send("GET", path + query)
    }
}

private let sharedTransport = CurlTransport()

/// A SAML response as the client has to send it (Apple SSO cookbook for REST API V1).
func onWire(_ saml: String) -> String {
    wireEncoded(base64(normalised(saml)))
}

func normalised(_ saml: String) -> String {
    let blanks = saml.replacing(/[ \t]+/.matchingSemantics(.unicodeScalar), with: " ")
    let lines = String(String.UnicodeScalarView(blanks.unicodeScalars.filter { !CharacterSet.newlines.contains($0) }))
    return lines.trimmingCharacters(in: .whitespacesAndNewlines)
}

func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

func wireEncoded(_ text: String) -> String {
    text.addingPercentEncoding(
        withAllowedCharacters: CharacterSet(charactersIn: "!*'();:@&=+$,/?%#[]").inverted) ?? ""
}

func object(_ response: HTTPResponse) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: response.body) as? [String: Any])
}

func text(_ response: HTTPResponse) -> String { String(decoding: response.body, as: UTF8.self) }
