import Base
import Foundation
import PassSimulator
import Testing

/// A client of REST API V2 that writes its requests by hand: what is tested shares no code with what tests.
struct CallerV2 {
    static let info = #"{"model":"box","version":"1","osName":"iOS","osVersion":"18","connectionType":"LAN"}"#
    static let redirect = "adobepass%3A%2F%2Fios.app"

    var caller: Caller
    /// `AP-Device-Identifier`; nil sends none.
    var device: String? = "fingerprint " + base64("device-4711")
    /// `X-Device-Info`; nil sends none.
    var info: String? = base64(Self.info)
    /// `AP-Partner-Framework-Status`; nil sends none.
    var status: String?

    static func signedUp(_ simulator: PassSimulator) async throws -> CallerV2 {
        CallerV2(caller: try await Caller.signedUp(simulator))
    }

    /// The same with a framework status.
    func with(
        _ access: String, _ provider: String? = nil, expires: String? = "9999999999999"
    ) -> CallerV2 {
        var members: [String] = []
        if let provider { members.append("\"id\":\"\(provider)\"") }
        if provider != nil, let expires { members.append("\"expirationDate\":\"\(expires)\"") }
        return with(
            raw: "{\"frameworkPermissionInfo\":{\"accessStatus\":\"\(access)\"},"
                + "\"frameworkProviderInfo\":{\(members.joined(separator: ","))}}")
    }

    /// The same with this text as framework status.
    func with(raw text: String) -> CallerV2 {
        var other = self
        other.status = base64(text)
        return other
    }

    var granted: CallerV2 { with("granted", "northcable_apple") }

    private var headers: [(String, String)] {
        [("AP-Device-Identifier", device), ("X-Device-Info", info), ("AP-Partner-Framework-Status", status)]
            .compactMap { name, value in value.map { (name, $0) } }
    }

    func get(_ path: String, requestor: String = "NORTHSTAR") async throws -> HTTPResponse {
        try await caller.send("GET", "/api/v2/\(requestor)/\(path)", headers: headers)
    }

    func form(_ path: String, _ fields: [(String, String)]) async throws -> HTTPResponse {
        try await caller.form("/api/v2/NORTHSTAR/" + path, fields, headers: headers)
    }

    func decide(
        _ kind: String, _ body: String = #"{"resources":["R1"]}"#, mvpd: String = "NorthCable"
    ) async throws -> HTTPResponse {
        try await caller.send(
            "POST", "/api/v2/NORTHSTAR/decisions/\(kind)/\(mvpd)",
            headers: headers + [("Content-Type", "application/json")], body: body)
    }

    /// A session for the MVPD's own login.
    func session(_ mvpd: String = "NorthCable") async throws -> [String: Any] {
        try object(
            await form(
                "sessions", [("mvpd", mvpd), ("domainName", "northstar.example"), ("redirectUrl", Self.redirect)]))
    }

    func partnerSession() async throws -> [String: Any] {
        try object(
            await form("sessions/sso/Apple", [("domainName", "northstar.example"), ("redirectUrl", Self.redirect)]))
    }

    /// Signs in at the MVPD's page.
    func signIn() async throws {
        let url = try #require(try await session()["url"] as? String)
        let end = await SimulatedPerson().signIn(at: caller.simulator.baseURL + url)
        try #require(end == .redirected("adobepass://ios.app"))
    }

    /// A response of the identity endpoint to a new partner session.
    func saml() async throws -> String {
        let asked = try #require(try await granted.partnerSession()["authenticationRequest"] as? [String: Any])
        let response = await caller.simulator.identityProvider.samlResponse(
            provider: "northcable_apple", verificationToken: asked["request"] as? String,
            attributes: asked["attributesNames"] as? [String] ?? [])
        return try onWire(#require(response).exposed)
    }

    func signInByPlatform() async throws {
        try #require(try await granted.form("profiles/sso/Apple", [("SAMLResponse", try await saml())]).status == 201)
    }

    /// The profiles listed, by MVPD.
    func profiles(_ path: String = "profiles") async throws -> [String: [String: Any]] {
        try #require(try object(await get(path))["profiles"] as? [String: [String: Any]])
    }
}

/// The enhanced error's code.
func code(_ response: HTTPResponse) throws -> String? { try object(response)["code"] as? String }

/// The only decision.
func decision(_ response: HTTPResponse) throws -> [String: Any] {
    try #require((try object(response)["decisions"] as? [[String: Any]])?.first)
}
